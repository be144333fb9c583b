import { sql } from 'drizzle-orm'
import * as feedbackContract from '../../../../contract/feedback.ts'
import { isBefore, rowsWhere } from '../../../db/delete-batch.ts'
import * as tables from '../../../db/schema/index.ts'
import { ipPrefix } from '../../../http/rate-limit.ts'
import type { Feature } from '../../feature.ts'
import { feedbackEmails } from './emails.tsx'
import { feedbackInbox } from './inbox.ts'
import { createFeedback, listFeedback, setFeedbackState } from './service.ts'

export const feedback = {
  name: 'operating/feedback',
  inbox: { feedback: feedbackInbox },
  routes(api, ports) {
    api.on(feedbackContract.sendFeedback, ({ viewer, body }) => createFeedback(ports, viewer, body), {
      limits: ({ ip }) => [{ key: `feedback/${ipPrefix(ip)}`, max: 20, windowMs: 3_600_000 }],
    })
    api.on(feedbackContract.listFeedback, ({ query }) => listFeedback(ports, query))
    api.on(feedbackContract.setFeedbackState, ({ viewer, params, body }) =>
      setFeedbackState(ports, viewer, { ...body, id: params.id }),
    )
  },
  emails: feedbackEmails,
  retention: [
    {
      store: 'feedback',
      data: 'closed feedback',
      keepDays: 400,
      since: 'closing',
      deleteBatch: rowsWhere(
        tables.feedback,
        (before) =>
          sql`${tables.feedback.state} = 'closed' and ${isBefore(tables.feedback.closedAt, before)}`,
      ),
    },
    {
      stores: ['feedback'],
      data: 'open feedback',
      kept: 'until it is closed',
    },
  ],
} satisfies Feature

import { rowsBefore } from '../../../db/delete-batch.ts'
import * as tables from '../../../db/schema/index.ts'
import type { Feature } from '../../feature.ts'
import { alertEmails } from './emails.tsx'
import { alertInbox, payoutInbox } from './inbox.ts'
import { checkMailer } from './mail-server.ts'
import { enqueueAlertDigests } from './notices.ts'

export const alerts = {
  name: 'telling/alerts',
  inbox: { alert: alertInbox, payout: payoutInbox },
  periodic: [{ steps: [checkMailer], withAnyClock: true }, { steps: [enqueueAlertDigests] }],
  emails: alertEmails,
  retention: [
    {
      store: 'alerts',
      data: 'resolved alerts',
      keepDays: 400,
      since: 'resolution',
      deleteBatch: rowsBefore(tables.alerts, tables.alerts.resolvedAt),
    },
    {
      stores: ['alerts'],
      data: 'open alerts',
      kept: 'until they are resolved',
    },
  ],
} satisfies Feature

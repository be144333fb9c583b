import * as feedbackContract from '../../../../contract/feedback.ts'
import { ipPrefix } from '../../../http/rate-limit.ts'
import type { Feature } from '../../feature.ts'
import { createFeedback, listFeedback, setFeedbackState } from './service.ts'

export const feedback = {
  name: 'operating/feedback',
  routes(api, ports) {
    api.on(feedbackContract.sendFeedback, ({ viewer, body }) => createFeedback(ports, viewer, body), {
      limits: ({ ip }) => [{ key: `feedback/${ipPrefix(ip)}`, max: 20, windowMs: 3_600_000 }],
    })
    api.on(feedbackContract.listFeedback, ({ query }) => listFeedback(ports, query))
    api.on(feedbackContract.setFeedbackState, ({ viewer, params, body }) =>
      setFeedbackState(ports, viewer, { ...body, id: params.id }),
    )
  },
} satisfies Feature

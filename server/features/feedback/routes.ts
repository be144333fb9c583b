import { listFeedback, markFeedback, sendFeedback } from '../../../contract/feedback.ts'
import type { Api } from '../../http/api.ts'
import { networkOf } from '../../http/throttle.ts'
import type { Ports } from '../../ports/index.ts'
import { keepFeedback, listInbox, mark } from './service.ts'

export function feedbackRoutes(api: Api, ports: Ports) {
  api.on(sendFeedback, ({ viewer, body }) => keepFeedback(ports, viewer, body), {
    limits: ({ ip }) => [{ key: `feedback/${networkOf(ip)}`, max: 20, perMs: 3_600_000 }],
  })
  api.on(listFeedback, ({ query }) => listInbox(ports, query))
  api.on(markFeedback, ({ viewer, params, body }) => mark(ports, viewer, { ...body, id: params.id }))
}

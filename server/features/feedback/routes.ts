import { sendFeedback } from '../../../contract/feedback.ts'
import type { Api } from '../../http/api.ts'
import type { Ports } from '../../ports/index.ts'
import { keepFeedback } from './service.ts'

export function feedbackRoutes(api: Api, ports: Ports) {
  api.on(sendFeedback, ({ viewer, body }) => keepFeedback(ports, viewer, body), {
    limits: ({ ip }) => [{ key: `feedback/${ip}`, max: 20, perMs: 3_600_000 }],
  })
}

import * as systemContract from '../../../../contract/instance.ts'
import type { Api } from '../../../http/api.ts'
import type { Ports } from '../../../ports/index.ts'
import { receiveWebhook } from './webhooks.ts'

export function webhookRoutes(api: Api, ports: Ports) {
  api.raw(systemContract.receiveWebhook, ({ params, headers }, body) =>
    receiveWebhook(ports, params.provider, body, headers),
  )
}

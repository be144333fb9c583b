import * as systemContract from '../../../../contract/instance.ts'
import type { Feature } from '../../feature.ts'
import { fetchMissedEvents, receiveWebhook, replayEvents } from './webhooks.ts'

export const webhooks = {
  name: 'operating/webhooks',
  routes(api, ports) {
    api.raw(systemContract.receiveWebhook, ({ params, headers }, body) =>
      receiveWebhook(ports, params.provider, body, headers),
    )
  },
  periodic: [{ steps: [replayEvents], withAnyClock: true }, { steps: [fetchMissedEvents] }],
} satisfies Feature

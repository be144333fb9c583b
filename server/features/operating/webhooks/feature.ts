import * as systemContract from '../../../../contract/instance.ts'
import { rowsBefore } from '../../../db/delete-batch.ts'
import * as tables from '../../../db/schema/index.ts'
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
  retention: [
    {
      store: 'webhook_events',
      data: 'processed events; providers resend and list theirs for 30 days',
      keepDays: 90,
      since: 'processing',
      deleteBatch: rowsBefore(tables.webhookEvents, tables.webhookEvents.processedAt),
    },
    {
      stores: ['webhook_events'],
      data: 'events that are not processed',
      kept: 'until they are',
    },
  ],
} satisfies Feature

import type { Feature } from '../../feature.ts'
import { deliveryInbox } from './inbox.ts'
import { deliveriesRetention } from './retention.ts'

export const deliveries = {
  name: 'telling/deliveries',
  inbox: { delivery: deliveryInbox },
  retention: deliveriesRetention,
} satisfies Feature

import type { Feature } from '../../feature.ts'
import { deliveriesRetention } from './retention.ts'

export const deliveries = {
  name: 'telling/deliveries',
  retention: deliveriesRetention,
} satisfies Feature

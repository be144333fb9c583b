import type { Feature } from '../../feature.ts'
import { subscriptionRoutes } from './routes.ts'
import { syncDueSubscriptions } from './sync.ts'

export const subscriptions = {
  name: 'money/subscriptions',
  routes: subscriptionRoutes,
  periodic: [{ steps: [syncDueSubscriptions] }],
} satisfies Feature

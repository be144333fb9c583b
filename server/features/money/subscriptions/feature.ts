import { type Feature, keptAlways } from '../../feature.ts'
import { subscriptionEmails } from './emails.tsx'
import { subscriptionRoutes } from './routes.ts'
import { syncDueSubscriptions } from './sync.ts'

export const subscriptions = {
  name: 'money/subscriptions',
  routes: subscriptionRoutes,
  periodic: [{ steps: [syncDueSubscriptions] }],
  emails: subscriptionEmails,
  retention: [keptAlways(['subscriptions', 'invoices'], 'Pro subscriptions and what was paid for them')],
} satisfies Feature

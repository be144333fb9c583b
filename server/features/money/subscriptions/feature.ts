import { type Feature, keptAlways } from '../../feature.ts'
import { subscriptionEmails } from './emails.tsx'
import { readDueProPrice } from './pro-price.ts'
import { sendDueRefunds } from './refunds.ts'
import { subscriptionRoutes } from './routes.ts'
import { syncDueSubscriptions } from './sync.ts'

export const subscriptions = {
  name: 'money/subscriptions',
  routes: subscriptionRoutes,
  periodic: [
    { steps: [syncDueSubscriptions, sendDueRefunds] },
    { steps: [readDueProPrice], withAnyClock: true },
  ],
  emails: subscriptionEmails,
  retention: [
    keptAlways(
      ['subscriptions', 'invoices', 'invoice_reversals'],
      'Pro subscriptions and what was paid for them',
    ),
    keptAlways(['pro_price'], 'the price of Pro'),
  ],
} satisfies Feature

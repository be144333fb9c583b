import { access } from './buying/access/feature.ts'
import { checkout } from './buying/checkout/feature.ts'
import { free } from './buying/free/feature.ts'
import { purchasedLicenses } from './buying/licenses/feature.ts'
import { messages } from './buying/messages/feature.ts'
import { purchases } from './buying/purchases/feature.ts'
import { receipts } from './buying/receipts/feature.ts'
import { refunds } from './buying/refunds/feature.ts'
import { releases } from './buying/releases/feature.ts'
import { settlement } from './buying/settlement/feature.ts'
import { testPurchases } from './buying/test-purchases/feature.ts'
import { tickets } from './buying/tickets/feature.ts'
import { updates } from './buying/updates/feature.ts'
import { analytics } from './earning/analytics/feature.ts'
import { creatorsDocuments } from './earning/documents/feature.ts'
import { earnings } from './earning/earnings/feature.ts'
import { endpoints } from './earning/endpoints/feature.ts'
import { notifications } from './earning/notifications/feature.ts'
import { pro } from './earning/pro/feature.ts'
import { saleEmails } from './earning/sale-emails/feature.ts'
import { sales } from './earning/sales/feature.ts'
import { documents } from './money/documents/feature.ts'
import { ledger } from './money/ledger/feature.ts'
import { payees } from './money/payees/feature.ts'
import { payoutBatches } from './money/payout-batches/feature.ts'
import { payoutMethods } from './money/payout-methods/feature.ts'
import { payouts } from './money/payouts/feature.ts'
import { providerBalance } from './money/provider-balance/feature.ts'
import { statements } from './money/statements/feature.ts'
import { subscriptions } from './money/subscriptions/feature.ts'
import { tax } from './money/tax/feature.ts'
import { accountantsDocuments } from './operating/documents/feature.ts'
import { feedback } from './operating/feedback/feature.ts'
import { inbox } from './operating/inbox/feature.ts'
import { moderation } from './operating/moderation/feature.ts'
import { monitoring } from './operating/monitoring/feature.ts'
import { monthlyReports } from './operating/monthly-reports/feature.ts'
import { orders } from './operating/orders/feature.ts'
import { overview } from './operating/overview/feature.ts'
import { privacy } from './operating/privacy/feature.ts'
import { staff } from './operating/staff/feature.ts'
import { webhooks } from './operating/webhooks/feature.ts'
import { accounts } from './people/accounts/feature.ts'
import { apiKeys } from './people/api-keys/feature.ts'
import { invitations } from './people/invitations/feature.ts'
import { profile } from './people/profile/feature.ts'
import { signIn } from './people/sign-in/feature.ts'
import { type Registered, register } from './register.ts'
import { bundles } from './selling/bundles/feature.ts'
import { content } from './selling/content/feature.ts'
import { copies } from './selling/copies/feature.ts'
import { creators } from './selling/creators/feature.ts'
import { discounts } from './selling/discounts/feature.ts'
import { licenses } from './selling/licenses/feature.ts'
import { reservations } from './selling/reservations/feature.ts'
import { sharing } from './selling/sharing/feature.ts'
import { uploads } from './selling/uploads/feature.ts'
import { audit } from './site/audit/feature.ts'
import { backups } from './site/backups/feature.ts'
import { instance } from './site/instance/feature.ts'
import { legal } from './site/legal/feature.ts'
import { replica } from './site/replica/feature.ts'
import { settings } from './site/settings/feature.ts'
import { storage } from './site/storage/feature.ts'
import { alerts } from './telling/alerts/feature.ts'
import { deliveries } from './telling/deliveries/feature.ts'
import { email } from './telling/email/feature.ts'

const telling = [email, deliveries, alerts] as const
const site = [storage, instance, backups, replica, audit, settings, legal] as const
const people = [accounts, signIn, apiKeys, profile, invitations] as const
const money = [
  ledger,
  documents,
  tax,
  payees,
  payoutMethods,
  payouts,
  payoutBatches,
  providerBalance,
  statements,
  subscriptions,
] as const
const selling = [
  uploads,
  reservations,
  content,
  licenses,
  bundles,
  discounts,
  sharing,
  creators,
  copies,
] as const
const buying = [
  purchases,
  receipts,
  settlement,
  tickets,
  access,
  purchasedLicenses,
  messages,
  updates,
  refunds,
  releases,
  checkout,
  free,
  testPurchases,
] as const
const earning = [
  sales,
  endpoints,
  saleEmails,
  notifications,
  analytics,
  earnings,
  creatorsDocuments,
  pro,
] as const
const operating = [
  moderation,
  feedback,
  overview,
  inbox,
  staff,
  orders,
  monthlyReports,
  accountantsDocuments,
  monitoring,
  webhooks,
  privacy,
] as const

/**
 * Every feature, in the order of imports: a feature may import those before it. Does not compile while a kind of job has
 * no handler, or a kind of email no renderer.
 */
export const registered: Registered = register([
  ...telling,
  ...site,
  ...people,
  ...money,
  ...selling,
  ...buying,
  ...earning,
  ...operating,
])

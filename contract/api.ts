import * as access from './access.ts'
import * as accounts from './accounts.ts'
import * as adminDocuments from './admin-documents.ts'
import * as adminOverview from './admin-overview.ts'
import * as admin from './admin-payouts.ts'
import * as adminPeople from './admin-people.ts'
import * as adminPurchases from './admin-purchases.ts'
import * as analytics from './analytics.ts'
import * as apiKeys from './api-keys.ts'
import * as bundleCompletion from './bundle-completion.ts'
import * as bundles from './bundles.ts'
import * as buyerData from './buyer-data.ts'
import * as buyerTerms from './checkout.ts'
import * as content from './content.ts'
import * as bulkPublish from './content-editing.ts'
import * as copies from './copies.ts'
import * as creatorDocuments from './creator-documents.ts'
import * as creators from './creators.ts'
import * as deliveries from './deliveries.ts'
import { dictionary } from './dictionary.ts'
import * as discounts from './discounts.ts'
import * as earnings from './earnings.ts'
import * as feedback from './feedback.ts'
import * as free from './free.ts'
import * as inbox from './inbox.ts'
import * as instance from './instance.ts'
import * as adminSettings from './instance-settings.ts'
import * as itemUpdates from './item-updates.ts'
import * as legalPages from './legal-pages.ts'
import * as licenses from './licenses.ts'
import * as contentReports from './moderation.ts'
import * as adminHealth from './monitoring.ts'
import * as notifications from './notifications.ts'
import * as payees from './payees.ts'
import * as payoutBatches from './payout-batches.ts'
import * as payoutMethodState from './payout-method-state.ts'
import * as payoutRuns from './payout-runs.ts'
import * as payouts from './payouts.ts'
import * as ponds from './ponds.ts'
import * as pro from './pro.ts'
import * as proPlan from './pro-plan.ts'
import * as providerBalance from './provider-balance.ts'
import * as purchases from './purchases.ts'
import * as receipts from './receipts.ts'
import * as refunds from './refunds.ts'
import * as releases from './releases.ts'
import type { Route } from './route.ts'
import * as saleEmails from './sale-emails.ts'
import * as sales from './sales.ts'
import * as sandbox from './sandbox.ts'
import * as settings from './settings.ts'
import * as sharing from './sharing.ts'
import * as subscriptions from './subscriptions.ts'
import * as adminTax from './tax.ts'
import * as teasers from './teasers.ts'
import * as testPurchases from './test-purchases.ts'
import * as tickets from './tickets.ts'
import * as resumableUploads from './uploads.ts'
import * as webhookDeliveries from './webhook-deliveries.ts'
import * as webhookEndpoints from './webhook-endpoints.ts'

/** Every route of the API by name, in the order of the documentation. */
export const api: Record<string, Route> = dictionary(
  Object.fromEntries(
    [
      instance,
      accounts,
      settings,
      apiKeys,
      webhookEndpoints,
      webhookDeliveries,
      content,
      bundles,
      bundleCompletion,
      teasers,
      copies,
      creatorDocuments,
      creators,
      bulkPublish,
      itemUpdates,
      saleEmails,
      notifications,
      resumableUploads,
      sharing,
      ponds,
      discounts,
      purchases,
      buyerData,
      buyerTerms,
      access,
      free,
      releases,
      receipts,
      testPurchases,
      tickets,
      licenses,
      refunds,
      sales,
      earnings,
      analytics,
      payees,
      payoutMethodState,
      payouts,
      providerBalance,
      payoutRuns,
      payoutBatches,
      subscriptions,
      pro,
      proPlan,
      feedback,
      contentReports,
      admin,
      adminHealth,
      adminDocuments,
      adminOverview,
      inbox,
      deliveries,
      adminPeople,
      adminPurchases,
      adminSettings,
      adminTax,
      legalPages,
      sandbox,
    ].flatMap((module) =>
      Object.entries(module).filter((entry): entry is [string, Route] => isRoute(entry[1])),
    ),
  ),
)

function isRoute(value: unknown): value is Route {
  return typeof value === 'object' && value !== null && 'transport' in value && 'path' in value
}

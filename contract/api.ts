import * as access from './access.ts'
import * as accounts from './accounts.ts'
import * as admin from './admin.ts'
import * as adminHealth from './admin-health.ts'
import * as adminMonthlyPayouts from './admin-monthly-payouts.ts'
import * as adminOverview from './admin-overview.ts'
import * as adminPeople from './admin-people.ts'
import * as adminPurchases from './admin-purchases.ts'
import * as adminSettings from './admin-settings.ts'
import * as adminTax from './admin-tax.ts'
import * as analytics from './analytics.ts'
import * as analyticsReport from './analytics-report.ts'
import * as bulkPublish from './bulk-publish.ts'
import * as buyerData from './buyer-data.ts'
import * as buyerTerms from './buyer-terms.ts'
import * as checkoutEmail from './checkout-email.ts'
import * as content from './content.ts'
import * as contentEdit from './content-edit.ts'
import * as contentList from './content-list.ts'
import * as contentReports from './content-reports.ts'
import * as contentReviews from './content-reviews.ts'
import * as creators from './creators.ts'
import * as deliveries from './deliveries.ts'
import { dictionary } from './dictionary.ts'
import * as earnings from './earnings.ts'
import * as emailCorrections from './email-corrections.ts'
import * as feedback from './feedback.ts'
import * as instance from './instance.ts'
import * as invitations from './invitations.ts'
import * as legalPages from './legal-pages.ts'
import * as ownership from './ownership.ts'
import * as payoutFunds from './payout-funds.ts'
import * as payoutRuns from './payout-runs.ts'
import * as payouts from './payouts.ts'
import * as previewImage from './preview-image.ts'
import * as pro from './pro.ts'
import * as purchases from './purchases.ts'
import * as receipts from './receipts.ts'
import * as refunds from './refunds.ts'
import * as resumableUploads from './resumable-uploads.ts'
import type { Route } from './route.ts'
import * as sales from './sales.ts'
import * as sandbox from './sandbox.ts'
import * as sandboxAdmin from './sandbox-admin.ts'
import * as sandboxConnect from './sandbox-connect.ts'
import * as sandboxPayouts from './sandbox-payouts.ts'
import * as settings from './settings.ts'
import * as sharing from './sharing.ts'
import * as sitemap from './sitemap.ts'
import * as subscriptions from './subscriptions.ts'
import * as teasers from './teasers.ts'
import * as testPurchases from './test-purchases.ts'

/** Every route of the API by name, in the order of the documentation. */
export const api: Record<string, Route> = dictionary(
  Object.fromEntries(
    [
      instance,
      accounts,
      settings,
      content,
      teasers,
      creators,
      previewImage,
      bulkPublish,
      contentList,
      contentEdit,
      resumableUploads,
      sharing,
      sitemap,
      purchases,
      ownership,
      buyerData,
      buyerTerms,
      checkoutEmail,
      emailCorrections,
      access,
      receipts,
      testPurchases,
      refunds,
      sales,
      earnings,
      analytics,
      analyticsReport,
      payouts,
      payoutRuns,
      payoutFunds,
      subscriptions,
      pro,
      feedback,
      contentReports,
      contentReviews,
      admin,
      adminHealth,
      adminMonthlyPayouts,
      adminOverview,
      deliveries,
      adminPeople,
      adminPurchases,
      adminSettings,
      adminTax,
      legalPages,
      invitations,
      sandbox,
      sandboxConnect,
      sandboxPayouts,
      sandboxAdmin,
    ].flatMap((module) =>
      Object.entries(module).filter((entry): entry is [string, Route] => isRoute(entry[1])),
    ),
  ),
)

function isRoute(value: unknown): value is Route {
  return typeof value === 'object' && value !== null && 'transport' in value && 'path' in value
}

import * as accountSettings from './account-settings.ts'
import * as accounts from './accounts.ts'
import * as admin from './admin.ts'
import * as adminDesk from './admin-desk.ts'
import * as adminMonths from './admin-months.ts'
import * as adminPurchases from './admin-purchases.ts'
import * as aftercare from './aftercare.ts'
import * as analytics from './analytics.ts'
import * as bulk from './bulk.ts'
import * as checkoutEmail from './checkout-email.ts'
import * as content from './content.ts'
import * as earnings from './earnings.ts'
import * as editing from './editing.ts'
import * as feedback from './feedback.ts'
import * as payoutRuns from './payout-runs.ts'
import * as payouts from './payouts.ts'
import * as pro from './pro.ts'
import * as purchases from './purchases.ts'
import * as receipts from './receipts.ts'
import * as refunds from './refunds.ts'
import * as reports from './reports.ts'
import type { Route } from './route.ts'
import * as sales from './sales.ts'
import * as sandbox from './sandbox.ts'
import * as sandboxConnect from './sandbox-connect.ts'
import * as sandboxDesk from './sandbox-desk.ts'
import * as sharing from './sharing.ts'
import * as shelf from './shelf.ts'
import * as subscriptions from './subscriptions.ts'
import * as system from './system.ts'
import * as trials from './trials.ts'
import * as uploads from './uploads.ts'

/** Every call of the API by name, in the order of the documents. */
export const api: Record<string, Route> = Object.fromEntries(
  [
    system,
    accounts,
    accountSettings,
    content,
    bulk,
    shelf,
    editing,
    uploads,
    sharing,
    purchases,
    checkoutEmail,
    aftercare,
    receipts,
    trials,
    refunds,
    sales,
    earnings,
    analytics,
    payouts,
    payoutRuns,
    subscriptions,
    pro,
    feedback,
    reports,
    admin,
    adminMonths,
    adminDesk,
    adminPurchases,
    sandbox,
    sandboxConnect,
    sandboxDesk,
  ].flatMap((module) =>
    Object.entries(module).filter((entry): entry is [string, Route] => isRoute(entry[1])),
  ),
)

function isRoute(value: unknown): value is Route {
  return typeof value === 'object' && value !== null && 'transport' in value && 'path' in value
}

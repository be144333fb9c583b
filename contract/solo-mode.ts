import { processPayouts, remindPayoutMethod } from './admin-payouts.ts'
import * as payees from './payees.ts'
import * as batches from './payout-batches.ts'
import { confirmPayoutMethod, getPayoutMethodState } from './payout-method-state.ts'
import * as runs from './payout-runs.ts'
import * as payouts from './payouts.ts'
import { agreeToPro } from './pro-plan.ts'
import type { Route } from './route.ts'
import * as subscriptions from './subscriptions.ts'

/**
 * Calls that have no purpose where the owner of the site is its only creator: those of payouts, and those that sell Pro.
 * What was paid before stays readable: the history of payouts, statements, files of a year and invoices. A subscription
 * that runs out can still be read, canceled and withdrawn from.
 */
export const goneInSoloMode: ReadonlySet<Route> = new Set<Route>([
  processPayouts,
  remindPayoutMethod,
  runs.previewPayouts,
  runs.getPayoutRun,
  runs.getPayoutCalendar,
  runs.listPayouts,
  runs.markPayoutPaid,
  runs.markPayoutReturned,
  runs.getPayoutFunds,
  batches.listPayoutBatches,
  batches.makePayoutBatches,
  batches.getPayoutBatch,
  batches.downloadPayoutBatch,
  batches.dissolvePayoutBatch,
  batches.markPayoutBatchPaid,
  batches.readPayoutResult,
  batches.recordPayoutResult,
  payouts.setPayoutMethod,
  getPayoutMethodState,
  confirmPayoutMethod,
  payouts.getConnectStatus,
  payouts.setPayoutCountry,
  payouts.startConnectOnboarding,
  payouts.createDashboardLink,
  payees.getPayee,
  payees.readPayee,
  payees.savePayee,
  payees.setSelfBilling,
  payees.checkVatId,
  subscriptions.createSubscription,
  agreeToPro,
  subscriptions.resumeSubscription,
])

export const goneInSoloModeMessage =
  'The owner of this site is its only creator, so it has no payouts and sells no Pro.'

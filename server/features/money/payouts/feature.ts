import { type Feature, keptAlways } from '../../feature.ts'
import { payoutMethodEmails } from './emails.ts'
import { payoutsTable } from './exported-table.ts'
import { payoutRoutes } from './routes.ts'
import { processRunBatch, resumeStaleRuns, startCalendarRun } from './runs.ts'
import { retryTransfers, sendTransfer } from './transfers.ts'

export const payouts = {
  name: 'money/payouts',
  routes: payoutRoutes,
  jobs: { 'process-payout-run': processRunBatch, 'send-transfer': sendTransfer },
  periodic: [{ steps: [startCalendarRun, resumeStaleRuns] }, { steps: [retryTransfers] }],
  emails: payoutMethodEmails,
  retention: [
    keptAlways(['payouts', 'payout_runs', 'payout_run_items', 'payout_calendar'], 'payouts'),
    keptAlways(['creator_monthly_rollups', 'creator_monthly_sales_rollups'], 'sums without personal data'),
  ],
  exportedTables: (db, creatorId) => [payoutsTable(db, creatorId)],
} satisfies Feature

import type { PayoutRun } from '../../../contract/payout-runs.ts'
import { formatMoney } from '../../ui/money-text.ts'

type RunCounts = Pick<
  PayoutRun,
  'paidCount' | 'manualCount' | 'skippedCount' | 'waitingCount' | 'failedCount'
>

/** `1 sent automatically, 2 to pay manually, 1 skipped`. A manual payout is not counted as paid before the admin marks it. */
export function progressText(run: RunCounts): string {
  return [...transferTexts(run), `${run.manualCount} to pay manually`, `${run.skippedCount} skipped`].join(
    ', ',
  )
}

/** The result of a run, with the amount to pay manually. */
export function resultText(run: RunCounts & Pick<PayoutRun, 'amount' | 'manualAmount' | 'currency'>): string {
  const { paidCount, manualCount, amount, manualAmount, currency } = run
  const total = formatMoney(amount, currency)
  if (paidCount === 0) return 'No one was due a payout.'
  if (manualCount === paidCount) return `${manualCount} to pay manually, ${total} total.`
  const transfers = transferTexts(run).join(', ')
  if (manualCount === 0) return `${transfers}, ${total} total.`
  return `${transfers}. ${manualCount} to pay manually, ${formatMoney(manualAmount, currency)}.`
}

/** A transfer that waits was not sent, and one that failed or was returned has paid no one. */
function transferTexts({ paidCount, manualCount, waitingCount, failedCount }: RunCounts): Array<string> {
  const counts = {
    'sent automatically': paidCount - manualCount - waitingCount - failedCount,
    'will be sent automatically': waitingCount,
    'failed or returned': failedCount,
  }
  return Object.entries(counts).flatMap(([text, count]) => (count > 0 ? [`${count} ${text}`] : []))
}

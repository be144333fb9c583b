import type { PayoutRun } from '../../../contract/payout-runs.ts'
import { formatMoney } from '../../ui/money-text.ts'

type RunCounts = Pick<PayoutRun, 'paidCount' | 'manualCount' | 'skippedCount'>

/** `2 to pay manually, 1 skipped`. A manual payout is not counted as paid before the admin marks it. */
export function progressText({ paidCount, manualCount, skippedCount }: RunCounts): string {
  const automatic = paidCount - manualCount
  return [
    ...(automatic > 0 ? [`${automatic} sent automatically`] : []),
    `${manualCount} to pay manually`,
    `${skippedCount} skipped`,
  ].join(', ')
}

/** The result of a run, with the amount to pay manually. */
export function resultText(run: RunCounts & Pick<PayoutRun, 'amount' | 'manualAmount' | 'currency'>): string {
  const { paidCount, manualCount, amount, manualAmount, currency } = run
  const total = formatMoney(amount, currency)
  if (paidCount === 0) return 'No one was due a payout.'
  if (manualCount === 0) return `${paidCount} sent automatically, ${total} total.`
  if (manualCount === paidCount) return `${manualCount} to pay manually, ${total} total.`
  return `${paidCount - manualCount} sent automatically. ${manualCount} to pay manually, ${formatMoney(manualAmount, currency)}.`
}

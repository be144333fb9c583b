import type { z } from 'zod'
import { limits } from '../../../contract/limits.ts'
import { formatDecimal } from '../../../contract/money.ts'
import type { previewPayouts } from '../../../contract/payout-runs.ts'
import type { Month } from '../../../domain/month.ts'
import type { Ports } from '../../ports/index.ts'
import { toMonthQuery } from './creator-funds-query.ts'
import { presentPayee, presentSkippedPayee } from './present.ts'
import { selectPayoutDecisions } from './preview-run-repository.ts'
import { payoutsDisabledReason } from './process-run.ts'

const maxListed = limits.maxListed.payoutPreview

/** A preview of whom a run for this month would pay, by the run's own rules. Writes nothing. */
export async function previewRun(
  ports: Ports,
  period: Month,
): Promise<z.input<typeof previewPayouts.response>> {
  const { currency } = ports.config
  const { payable, skipped } = await selectPayoutDecisions(ports.db, toMonthQuery(ports, period), maxListed)
  return {
    currency,
    total: formatDecimal(payable.amount, currency),
    payableCount: payable.count,
    manualCount: payable.manualCount,
    transferTotal: formatDecimal(payable.transferAmount, currency),
    skippedCount: skipped.count,
    payable: payable.rows.flatMap((row) =>
      row.method
        ? [{ ...presentPayee(row, currency), payoutMethod: row.method, payoutEmail: row.destination ?? '' }]
        : [],
    ),
    skipped: skipped.rows.flatMap((row) =>
      row.status === 'ready' ? [] : [presentSkippedPayee(ports, row, row.status)],
    ),
    disabledReason: payoutsDisabledReason(ports),
  }
}

import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { limits } from '../../../../contract/limits.ts'
import { formatDecimal } from '../../../../contract/money.ts'
import type * as contract from '../../../../contract/payout-batches.ts'
import { formatMonth, type Month } from '../../../../domain/dates.ts'
import { AppError } from '../../../../domain/errors.ts'
import { updateRow } from '../../../db/rows.ts'
import { payoutBatches, payouts } from '../../../db/schema/index.ts'
import type { Viewer } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { recordAuditEntry } from '../../site/audit/record.ts'
import { shownDestination } from '../payouts/present.ts'
import { payoutsDisabledReason } from '../payouts/runs.ts'
import { batchNumber } from './batch-number.ts'
import { makeBatches } from './make-batches.ts'
import { presentBatch } from './present.ts'
import { lockBatch, selectBatches, selectLargest, selectResults, sumUnbatched } from './repository.ts'

const { payoutBatches: maxBatches, payoutPreview: maxPayouts } = limits.maxListed

export async function listBatches(
  ports: Ports,
  period: Month,
): Promise<z.input<typeof contract.listPayoutBatches.response>> {
  const { currency } = ports.config
  const month = formatMonth(period)
  const batches = await selectBatches(ports.db, { month }, maxBatches)
  const unbatched = await sumUnbatched(ports.db, month)
  return {
    currency,
    batches: batches.map((batch) => presentBatch(ports, batch)),
    unbatchedCount: unbatched.count,
    unbatchedAmount: formatDecimal(unbatched.amount, currency),
  }
}

/** Batches what is in none, as a run does at its end. */
export async function makeBatchesNow(
  ports: Ports,
  viewer: Viewer,
): Promise<z.input<typeof contract.makePayoutBatches.response>> {
  const ids = await makeBatches(ports)
  const batches = await selectBatches(ports.db, { ids: ids.slice(0, maxBatches) }, maxBatches)
  await recordAuditEntry(ports.db, ports, viewer, {
    action: 'makePayoutBatches',
    target: 'payouts',
    after: { batches: batches.map(batchNumber) },
  })
  return { batches: batches.map((batch) => presentBatch(ports, batch)) }
}

export async function getBatch(
  ports: Ports,
  id: number,
): Promise<z.input<typeof contract.getPayoutBatch.response>> {
  const [batch] = await selectBatches(ports.db, { ids: [id] }, 1)
  if (!batch) throw new AppError('not_found', 'We couldn’t find that batch. It may have been dissolved.')
  const rows = await selectLargest(ports.db, id, maxPayouts)
  const results = await selectResults(ports.db, id, maxBatches)
  const shown = rows.reduce((sum, { payout }) => sum + payout.amount, 0)
  return {
    ...presentBatch(ports, batch),
    payouts: rows.map(({ payout, name, email }) => ({
      id: payout.id,
      name,
      email,
      payoutEmail: shownDestination(payout),
      amount: formatDecimal(payout.amount, payout.currency),
      state: payout.state,
      reference: payout.bankReference,
      notes: payout.creatorMessage,
    })),
    restCount: batch.payoutCount - rows.length,
    restAmount: formatDecimal(batch.amount - shown, batch.currency),
    results: results.map(({ fileName, createdAt, email, paid, returned }) => ({
      fileName,
      paidCount: paid,
      returnedCount: returned,
      recordedAt: createdAt.toISOString(),
      recordedBy: email,
    })),
    disabledReason: payoutsDisabledReason(ports),
  }
}

/** Takes its payouts out of a batch whose file nobody has. Throws AppError `conflict` after a download. */
export async function dissolveBatch(ports: Ports, viewer: Viewer, id: number): Promise<{ number: string }> {
  return ports.db.transaction(async (tx) => {
    const batch = await lockBatch(tx, id)
    if (!batch) throw new AppError('not_found', 'We couldn’t find that batch. It may have been dissolved.')
    const number = batchNumber(batch)
    if (batch.downloadedAt)
      throw new AppError(
        'conflict',
        `The file of batch ${number} was downloaded, so it may have been paid. Mark its payouts as paid or returned.`,
      )
    await updateRow(tx, payoutBatches, { id }, { dissolvedAt: ports.clock.now() })
    const freed = await tx
      .update(payouts)
      .set({ batchId: null })
      .where(eq(payouts.batchId, id))
      .returning({ id: payouts.id })
    await recordAuditEntry(tx, ports, viewer, {
      action: 'dissolvePayoutBatch',
      target: `batch ${number}`,
      after: { payouts: freed.length },
    })
    return { number }
  })
}

import { createHash } from 'node:crypto'
import { and, inArray, isNull, lt } from 'drizzle-orm'
import type { z } from 'zod'
import type * as contract from '../../../../contract/payout-batches.ts'
import { formatLongDate } from '../../../../domain/dates.ts'
import { AppError } from '../../../../domain/errors.ts'
import { canTransition } from '../../../../domain/payout.ts'
import { truncate } from '../../../../domain/truncate.ts'
import type { Tx } from '../../../db/database.ts'
import { forEachRow } from '../../../db/pages-by-key.ts'
import { findRow, insertIfNew, insertRows, updateRow } from '../../../db/rows.ts'
import { type PayoutResultRow, payoutResults, payouts } from '../../../db/schema/index.ts'
import type { Viewer } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { recordAuditEntry } from '../../site/audit/record.ts'
import { transitionPayout } from '../payouts/create-payout.ts'
import { payoutsDisabledReason } from '../payouts/runs.ts'
import { batchNumber } from './batch-number.ts'
import { presentResult, providerName, readResult } from './read-result.ts'
import { findResult, isBeingRecorded, lockBatch, lockProcessing } from './repository.ts'

/** Payouts recorded by one job before it enqueues the next, so that no job reaches its time limit. */
const pageSize = 200
/** After that time a result whose job was lost is resumed. */
const staleMs = 2 * 60_000

type FileInput = z.output<typeof contract.recordPayoutResult.body> & { id: number }

/** What a result file would record. */
export async function previewResult(
  ports: Ports,
  { id, text }: FileInput,
): Promise<z.input<typeof contract.readPayoutResult.response>> {
  const result = await readResult(ports.db, id, text)
  const recorded = await findRow(ports.db, payoutResults, { batchId: id, sha256: sha256Of(text) })
  return presentResult(ports.db, result, recorded?.createdAt ?? null)
}

/** Records a result file. The same file, and one that says nothing new, changes nothing. */
export async function recordResult(
  ports: Ports,
  viewer: Viewer,
  { id, name, text }: FileInput,
): Promise<{ paidCount: number; returnedCount: number }> {
  requirePayouts(ports)
  return ports.db.transaction(async (tx) => {
    await lockBatch(tx, id)
    const { batch, kind, matched } = await readResult(tx, id, text)
    const rows = [
      ...matched.paid.map(
        ({ payoutId, providerReference }): PayoutResultRow => ({
          payoutId,
          state: 'paid',
          reference: providerReference,
          reason: null,
        }),
      ),
      ...matched.returned.map(
        ({ payoutId, providerReference, reason }): PayoutResultRow => ({
          payoutId,
          state: 'returned',
          reference: providerReference,
          reason: reasonText(kind, reason),
        }),
      ),
    ]
    if (rows.length === 0) return { paidCount: 0, returnedCount: 0 }
    const now = ports.clock.now()
    const [stored] = await insertIfNew(
      tx,
      payoutResults,
      {
        batchId: id,
        kind,
        fileName: name,
        sha256: sha256Of(text),
        rows,
        paidAt: now,
        createdAt: now,
        createdBy: viewer.id,
      },
      ['batchId', 'sha256'],
    )
    if (!stored) return { paidCount: 0, returnedCount: 0 }
    await enqueue(tx, ports, { resultId: stored.id, from: 0 })
    const counts = { paidCount: matched.paid.length, returnedCount: matched.returned.length }
    await recordAuditEntry(tx, ports, viewer, {
      action: 'recordPayoutResult',
      target: `batch ${batchNumber(batch)}`,
      after: { file: name, paid: counts.paidCount, returned: counts.returnedCount },
    })
    return counts
  })
}

const maxReasonLength = 500

/** What the creator reads: who sent it back, and why. */
function reasonText(kind: Parameters<typeof providerName>[0], reason: string | null): string {
  const name = providerName(kind)
  const provider = kind === 'pain.002' ? 'The bank' : name
  if (kind === 'table') return truncate(reason ?? 'It came back.', maxReasonLength)
  return truncate(`${provider}: ${reason ?? 'the payment came back.'}`, maxReasonLength)
}

type PaidInput = z.output<typeof contract.markPayoutBatchPaid.body> & { id: number }

/** Marks what is left of a batch as paid on a day. Throws AppError `conflict` before the file was downloaded. */
export async function markBatchPaid(
  ports: Ports,
  viewer: Viewer,
  { id, reference, paidOn }: PaidInput,
): Promise<{ count: number }> {
  requirePayouts(ports)
  return ports.db.transaction(async (tx) => {
    const batch = await lockBatch(tx, id)
    if (!batch) throw new AppError('not_found', 'We couldn’t find that batch. It may have been dissolved.')
    if (!batch.downloadedAt)
      throw new AppError('conflict', 'Download the file first: it says what was paid, and to whom.')
    if (await isBeingRecorded(tx, id))
      throw new AppError('conflict', 'A result of this batch is being recorded. Try again in a moment.')
    const paidAt = paidAtOf(ports, { paidOn, madeAt: batch.createdAt })
    const processing = await lockProcessing(tx, id)
    if (processing.length === 0) throw new AppError('conflict', 'Nothing in this batch is left to pay.')
    const rows = processing.map(
      (payout): PayoutResultRow => ({
        payoutId: payout.id,
        state: 'paid',
        reference,
        reason: null,
      }),
    )
    const now = ports.clock.now()
    const [stored] = await insertRows(tx, payoutResults, [
      { batchId: id, rows, paidAt, createdAt: now, createdBy: viewer.id },
    ])
    await enqueue(tx, ports, { resultId: stored.id, from: 0 })
    await recordAuditEntry(tx, ports, viewer, {
      action: 'markPayoutBatchPaid',
      target: `batch ${batchNumber(batch)}`,
      after: { payouts: rows.length, reference, paidOn },
    })
    return { count: rows.length }
  })
}

/** Noon of the day, but not in the future. A person's today may be tomorrow in UTC. */
function paidAtOf({ clock }: Ports, { paidOn, madeAt }: { paidOn: string; madeAt: Date }): Date {
  const dayMs = 24 * 3_600_000
  const now = clock.now()
  const noon = new Date(`${paidOn}T12:00:00.000Z`)
  const error = (message: string) => new AppError('invalid_input', message, { paidOn: message })
  if (Number.isNaN(noon.getTime())) throw error('Choose the day on which you paid')
  if (noon.getTime() - now.getTime() > dayMs) throw error('This day is in the future.')
  if (noon.getTime() < madeAt.getTime() - dayMs)
    throw error(`This batch was made on ${formatLongDate(madeAt)}. Choose that day or a later one.`)
  return noon < now ? noon : now
}

function requirePayouts(ports: Ports): void {
  const disabledReason = payoutsDisabledReason(ports)
  if (disabledReason) throw new AppError('forbidden', disabledReason)
}

function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function enqueue(tx: Tx, { queue }: Ports, { resultId, from }: { resultId: number; from: number }) {
  return queue.enqueue(
    tx,
    { name: 'record-payout-result', data: { resultId: String(resultId), from } },
    { singletonKey: `${resultId}/${from}` },
  )
}

/** Records the next payouts of a result, each in its own transaction. Safe to repeat: a payout changes its state once. */
export async function applyResult(
  ports: Ports,
  { resultId, from }: { resultId: string; from: number },
): Promise<void> {
  const result = await findResult(ports.db, Number(resultId))
  if (!result || result.finishedAt) return
  await forEachRow(result.rows.slice(from, from + pageSize), (row) => applyRow(ports, row, result.paidAt), {
    log: ports.log,
    message: 'the result of a payout could not be recorded, will retry',
    describe: ({ payoutId }) => ({ resultId: result.id, payoutId }),
  })
  const next = from + pageSize
  await ports.db.transaction(async (tx) => {
    // A row that fails holds up no other: the sweep begins again with the first one while a payout is left.
    if (next < result.rows.length) await enqueue(tx, ports, { resultId: result.id, from: next })
    else if (!(await isAnyLeft(tx, result.rows)))
      await updateRow(tx, payoutResults, { id: result.id }, { finishedAt: ports.clock.now() })
  })
}

/** Whether a payout can still become what its row says. */
async function isAnyLeft(tx: Tx, rows: ReadonlyArray<PayoutResultRow>): Promise<boolean> {
  const { id, state } = payouts
  const ids = rows.map(({ payoutId }) => payoutId)
  const found = await tx.select({ id, state }).from(payouts).where(inArray(id, ids))
  const states = new Map(found.map((payout) => [payout.id, payout.state]))
  return rows.some((row) => {
    const current = states.get(row.payoutId)
    return current !== undefined && canTransition(current, row.state)
  })
}

async function applyRow(ports: Ports, row: PayoutResultRow, paidAt: Date): Promise<void> {
  await ports.db.transaction(async (tx) => {
    const payout = await findRow(tx, payouts, { id: row.payoutId })
    if (!payout) return
    const details = {
      ...(row.reference !== null && { bankReference: row.reference }),
      ...(row.state === 'paid' ? { paidAt } : { creatorMessage: row.reason }),
    }
    await transitionPayout(tx, ports, payout, row.state, details)
  })
}

/** Resumes results whose job was lost, or of which a payout failed. */
export async function resumeResults(ports: Ports): Promise<void> {
  const before = new Date(ports.clock.now().getTime() - staleMs)
  const rows = await ports.db
    .select({ id: payoutResults.id })
    .from(payoutResults)
    .where(and(isNull(payoutResults.finishedAt), lt(payoutResults.createdAt, before)))
  for (const { id } of rows) await ports.db.transaction((tx) => enqueue(tx, ports, { resultId: id, from: 0 }))
}

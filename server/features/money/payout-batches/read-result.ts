import type { z } from 'zod'
import { limits } from '../../../../contract/limits.ts'
import { formatDecimal } from '../../../../contract/money.ts'
import type { PayoutResult, PayoutResultKind } from '../../../../contract/payout-batches.ts'
import { AppError } from '../../../../domain/errors.ts'
import {
  type MatchedResult,
  type MatchedRow,
  matchResult,
  payoutIdsIn,
  type ResultProblem,
  readAmount,
} from '../../../../domain/payout-files/match-result.ts'
import { readResultFile } from '../../../../domain/payout-files/result-file.ts'
import type { ResultFile } from '../../../../domain/payout-files/result-row.ts'
import { formatMoney } from '../../../../domain/price.ts'
import type { Db } from '../../../db/database.ts'
import { batchNumber } from './batch-number.ts'
import {
  type BatchRow,
  selectBatches,
  selectBatchesOf,
  selectPayoutNames,
  selectPayoutsOfBatch,
} from './repository.ts'

type PayoutOfBatch = Awaited<ReturnType<typeof selectPayoutsOfBatch>>[number]

/** A result file with what it says of the payouts of a batch. */
export type ReadResult = {
  batch: BatchRow
  kind: PayoutResultKind
  matched: MatchedResult
  payouts: ReadonlyMap<number, PayoutOfBatch>
  /** The numbers of other batches, with how many rows are about their payouts. */
  elsewhere: ReadonlyMap<string, number>
}

/** Reads a result file for a batch. Throws AppError `invalid_input` with a sentence about the file. */
export async function readResult(db: Db, batchId: number, text: string): Promise<ReadResult> {
  const [batch] = await selectBatches(db, { ids: [batchId] }, 1)
  if (!batch) throw new AppError('not_found', 'We couldn’t find that batch. It may have been dissolved.')
  const number = batchNumber(batch)
  if (!batch.downloadedAt)
    throw new AppError('conflict', `The file of batch ${number} wasn’t downloaded yet, so it has no result.`)
  const file = readResultFile(text)
  if ('error' in file) throw fileError(file.error)
  if (file.batchNumber !== undefined && file.batchNumber !== number)
    throw fileError(`This report is about batch ${file.batchNumber}. Open that batch to import it.`)
  const rows = await selectPayoutsOfBatch(db, batchId)
  const payouts = new Map(rows.map((row) => [row.id, row]))
  const others = await selectOthers(db, file, payouts)
  const matched = matchResult(file, rows, (id) => others.has(id))
  const elsewhere = new Map<string, number>()
  for (const id of matched.elsewhere) {
    const other = others.get(id)
    const name = other ? batchNumber(other) : 'no batch'
    elsewhere.set(name, (elsewhere.get(name) ?? 0) + 1)
  }
  return { batch, kind: file.kind, matched, payouts, elsewhere }
}

function fileError(message: string): AppError {
  return new AppError('invalid_input', message, { text: message })
}

/** The payouts of other batches that the file may mean. */
async function selectOthers(db: Db, { rows }: ResultFile, own: ReadonlyMap<number, unknown>) {
  const ids = rows.flatMap(({ references }) => references.flatMap(payoutIdsIn)).filter((id) => !own.has(id))
  return ids.length === 0 ? new Map() : selectBatchesOf(db, [...new Set(ids)])
}

/** What a result would record, for a person who decides. */
export async function presentResult(
  db: Db,
  result: ReadResult,
  recordedAt: Date | null,
): Promise<z.input<typeof PayoutResult>> {
  const { batch, kind, matched, payouts } = result
  const { currency } = batch
  const listed = (['returned', 'waiting', 'paid'] as const)
    .flatMap((outcome) => matched[outcome].map((row) => ({ ...row, outcome })))
    .slice(0, limits.maxListed.payoutPreview)
  const names = await selectPayoutNames(
    db,
    listed.map(({ payoutId }) => payoutId),
  )
  const sumOf = (rows: ReadonlyArray<MatchedRow>) => ({
    count: rows.length,
    amount: formatDecimal(
      rows.reduce((sum, { payoutId }) => sum + (payouts.get(payoutId)?.amount ?? 0), 0),
      currency,
    ),
  })
  return {
    kind,
    currency,
    rowCount: matched.rowCount,
    paid: sumOf(matched.paid),
    waiting: sumOf(matched.waiting),
    returned: sumOf(matched.returned),
    recordedCount: matched.recordedCount,
    unmatchedCount: matched.unmatchedCount,
    payouts: listed.map(({ payoutId, outcome, reason }) => ({
      payoutId,
      name: names.get(payoutId)?.name ?? null,
      email: names.get(payoutId)?.email ?? '',
      amount: formatDecimal(payouts.get(payoutId)?.amount ?? 0, currency),
      outcome,
      reason,
    })),
    problems: [...elsewhereProblems(result), ...rowProblems(result)].slice(0, limits.maxListed.payoutPreview),
    recordedAt: recordedAt?.toISOString() ?? null,
  }
}

type Problem = { title: string; text: string }

function elsewhereProblems({ batch, elsewhere }: ReadResult): Array<Problem> {
  return [...elsewhere].map(([number, count]) => ({
    title: `${count === 1 ? '1 row isn’t' : `${count} rows aren’t`} from batch ${batchNumber(batch)}`,
    text:
      number === 'no batch'
        ? 'Their payouts are in no batch. Mark them in the list of payouts.'
        : `They’re from ${number}. Open that batch to import them.`,
  }))
}

const providerNames: Record<PayoutResultKind, string> = {
  paypal: 'PayPal',
  wise: 'Wise',
  'pain.002': 'your bank',
  table: 'the one who paid',
}

export function providerName(kind: PayoutResultKind): string {
  return providerNames[kind]
}

function rowProblems({ kind, matched, payouts, batch: { currency } }: ReadResult): Array<Problem> {
  const check = `Not recorded. Check it at ${kind === 'table' ? 'the bank' : providerNames[kind]}.`
  const titleOf = (problem: ResultProblem): string => {
    const row = problem.row === 0 ? `Payout ${problem.payoutId}` : `Row ${problem.row}`
    switch (problem.kind) {
      case 'amount': {
        const stated = readAmount(problem.amount, currency)
        const sent = formatMoney(payouts.get(problem.payoutId)?.amount ?? 0, currency)
        return `${row} says ${stated === undefined ? `“${problem.amount}”` : formatMoney(stated, currency)}, we sent ${sent}`
      }
      case 'contradiction':
        return `${row} contradicts another row about payout ${problem.payoutId}`
      case 'returned_before':
        return `${row} says paid, but payout ${problem.payoutId} is recorded as returned`
      case 'status':
        return `${row} says “${problem.status}”, which we don’t know`
    }
  }
  return matched.problems.map((problem) => ({ title: titleOf(problem), text: check }))
}

import { type Currency, type MinorUnits, minorUnitExponent, parseDecimal } from '../../contract/money.ts'
import type { PayoutState } from '../../contract/payouts.ts'
import { fromShortReference } from './payout-file.ts'
import type { ResultAmount, ResultFile, ResultOutcome, ResultRow } from './result-row.ts'

export type BatchPayout = { id: number; amount: MinorUnits; currency: Currency; state: PayoutState }

/** A row that has found its payout. */
export type MatchedRow = {
  payoutId: number
  providerReference: string | null
  reason: string | null
}

export type ResultProblem =
  | { kind: 'amount'; row: number; payoutId: number; amount: string }
  | { kind: 'contradiction'; row: number; payoutId: number }
  | { kind: 'returned_before'; row: number; payoutId: number }
  | { kind: 'status'; row: number; payoutId: number; status: string }

export type MatchedResult = {
  paid: Array<MatchedRow>
  returned: Array<MatchedRow>
  waiting: Array<MatchedRow>
  /** How many say what is recorded already. */
  recordedCount: number
  /** Rows that found their payout and are not recorded. */
  problems: Array<ResultProblem>
  /** Rows without a payout of this batch: of others by their payouts, and of none. */
  elsewhere: Array<number>
  unmatchedCount: number
  rowCount: number
}

/**
 * What a result file says of the payouts of a batch. Rows are matched by our number only, never by a name, an address or
 * an amount. A row is left out when its amount is another one, or when two rows contradict each other.
 */
export function matchResult(
  file: ResultFile,
  payouts: ReadonlyArray<BatchPayout>,
  isOther: (payoutId: number) => boolean,
): MatchedResult {
  const byId = new Map(payouts.map((payout) => [payout.id, payout]))
  const result: MatchedResult = {
    paid: [],
    returned: [],
    waiting: [],
    recordedCount: 0,
    problems: [],
    elsewhere: [],
    unmatchedCount: 0,
    rowCount: file.rows.length,
  }
  const rowsOf = new Map<number, Array<ResultRow>>()
  for (const row of file.rows) {
    const candidates = row.references.flatMap(payoutIdsIn)
    const id = candidates.find((candidate) => byId.has(candidate))
    if (id !== undefined) rowsOf.set(id, [...(rowsOf.get(id) ?? []), row])
    else {
      const other = candidates.find(isOther)
      if (other === undefined) result.unmatchedCount++
      else result.elsewhere.push(other)
    }
  }
  for (const payout of payouts) {
    const rows = rowsOf.get(payout.id)
    if (rows) addRows(result, payout, rows)
    // What a report says of all payments takes back none that is recorded as paid: a file that was uploaded twice is refused.
    else if (file.rest && !(file.rest.outcome === 'returned' && payout.state === 'paid'))
      addOutcome(result, payout, { ...file.rest, row: 0, providerReference: null, status: '' })
  }
  return result
}

function addRows(result: MatchedResult, payout: BatchPayout, rows: ReadonlyArray<ResultRow>): void {
  const { id: payoutId } = payout
  const wrong = rows.find(
    ({ amounts }) => amounts.length > 0 && !amounts.some((amount) => isSame(amount, payout)),
  )
  if (wrong) {
    const amount = wrong.amounts[0]?.parts[0] ?? ''
    result.problems.push({ kind: 'amount', row: wrong.row, payoutId, amount })
    return
  }
  const [first] = rows
  const other = rows.find(({ outcome }) => outcome !== first?.outcome)
  if (other) result.problems.push({ kind: 'contradiction', row: other.row, payoutId })
  else if (first) addOutcome(result, payout, first)
}

type Outcome = Pick<ResultRow, 'outcome' | 'row' | 'status' | 'providerReference' | 'reason'>

function addOutcome(
  result: MatchedResult,
  { id: payoutId, state }: BatchPayout,
  { outcome, row, status, providerReference, reason }: Outcome,
): void {
  const matched = { payoutId, providerReference, reason }
  const isReturned = state === 'returned' || state === 'failed'
  if (outcome === 'unknown') result.problems.push({ kind: 'status', row, payoutId, status })
  else if (isSettled(outcome, state)) result.recordedCount++
  else if (isReturned) result.problems.push({ kind: 'returned_before', row, payoutId })
  else result[outcome].push(matched)
}

/** Whether the payout's state says the same already, or more. */
function isSettled(outcome: ResultOutcome, state: PayoutState): boolean {
  if (outcome === 'paid') return state === 'paid'
  if (outcome === 'returned') return state === 'returned' || state === 'failed'
  return state !== 'processing'
}

/** The numbers of payouts that a reference may mean: written out, or in their short form. */
export function payoutIdsIn(text: string): Array<number> {
  const numbers = [...text.matchAll(/(?<!\d)\d{1,16}(?!\d)/g)].map(([digits]) => Number(digits))
  const short = [...text.toUpperCase().matchAll(/(?<![A-Z0-9])[A-Z0-9]{2,11}(?![A-Z0-9])/g)].map(([code]) =>
    fromShortReference(code),
  )
  return [...numbers, ...short].filter((id) => Number.isSafeInteger(id) && id > 0)
}

function isSame({ parts, currency }: ResultAmount, payout: BatchPayout): boolean {
  if (currency && currency.toUpperCase() !== payout.currency) return false
  const amounts = parts.map((part) => readAmount(part === '' ? '0' : part, payout.currency))
  if (amounts.some((amount) => amount === undefined)) return false
  return amounts.reduce<number>((sum, amount) => sum + (amount ?? 0), 0) === payout.amount
}

/**
 * An amount as programs of any country write it, without its sign: `-1,228.00`, `1.228,00 €`, `1 228`. The last separator
 * is decimal unless three digits follow it and the currency has none or two.
 */
export function readAmount(text: string, currency: Currency): MinorUnits | undefined {
  const plain = text.replace(/[^\d.,]/g, '')
  const decimals = minorUnitExponent(currency)
  const at = Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','))
  const fraction = at < 0 ? '' : plain.slice(at + 1)
  const isDecimal = at >= 0 && (fraction.length < 3 || (fraction.length === 3 && decimals === 3))
  const whole = (isDecimal ? plain.slice(0, at) : plain).replace(/[.,]/g, '')
  return parseDecimal(isDecimal ? `${whole}.${fraction}` : whole, currency)
}

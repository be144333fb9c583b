import type { PayoutResultKind } from '../../contract/payout-batches.ts'

/** What a provider says of a payment. `waiting`: nobody has the money yet, and it did not come back. */
export type ResultOutcome = 'paid' | 'returned' | 'waiting' | 'unknown'

/** An amount in a file; its parts are added. */
export type ResultAmount = { parts: ReadonlyArray<string>; currency: string | null }

export type ResultRow = {
  /** As a spreadsheet counts it. */
  row: number
  /** The text that holds our number of the payout. */
  references: ReadonlyArray<string>
  /** The payment is ours when one of them is the payout's; none in files that state no amount. */
  amounts: ReadonlyArray<ResultAmount>
  outcome: ResultOutcome
  status: string
  /** The provider's own number of the payment, and why it failed. */
  providerReference: string | null
  reason: string | null
}

export type ResultFile = {
  kind: PayoutResultKind
  rows: ReadonlyArray<ResultRow>
  /** Of a file that also speaks of the whole: the number of the batch, and what holds for payments that it does not list. */
  batchNumber?: string
  rest?: { outcome: ResultOutcome; reason: string | null }
}

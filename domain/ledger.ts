import type { Cents } from '../contract/money.ts'
import { feeReturnedBy } from './fees.ts'

/** `outside` is the world beyond the platform: buyers' cards, creators' banks. `platform` is our share. */
export type Account = 'outside' | 'platform' | `creator/${string}`
export type Entry = { account: Account; amount: Cents }
export type Posting = { kind: 'sale' | 'refund'; reference: string; entries: Array<Entry> }

export type Sold = { creatorId: string; amount: Cents; fee: Cents }

export function creatorAccount(creatorId: string): Account {
  return `creator/${creatorId}`
}

/** A buyer paid `amount` cents: the fee is the platform's, the rest the creator's. */
export function sale({ creatorId, amount, fee, reference }: Sold & { reference: string }): Posting {
  return balanced('sale', reference, [
    { account: 'outside', amount: -amount },
    { account: creatorAccount(creatorId), amount: amount - fee },
    { account: 'platform', amount: fee },
  ])
}

/**
 * Pays back from `before` to `after` cents in all of one sale. Each part returns the fee by cumulative target,
 * so parts reverse the sale to the cent.
 */
export function refund({
  before,
  after,
  reference,
  ...sold
}: Sold & { before: Cents; after: Cents; reference: string }): Posting {
  if (after <= before || after > sold.amount)
    throw new Error(`Refund ${reference}: ${before} to ${after} of ${sold.amount}`)
  const part = after - before
  const fee = feeReturnedBy(after, sold) - feeReturnedBy(before, sold)
  return balanced('refund', reference, [
    { account: 'outside', amount: part },
    { account: creatorAccount(sold.creatorId), amount: fee - part },
    { account: 'platform', amount: -fee },
  ])
}

/** Money is moved, never made: a posting that does not sum to zero is a bug, not an input error. */
function balanced(kind: Posting['kind'], reference: string, entries: Array<Entry>): Posting {
  const sum = entries.reduce((total, entry) => total + entry.amount, 0)
  if (sum !== 0 || !entries.every((entry) => Number.isSafeInteger(entry.amount))) {
    throw new Error(`Unbalanced ${kind} ${reference}: ${JSON.stringify(entries)}`)
  }
  return { kind, reference, entries: entries.filter((entry) => entry.amount !== 0) }
}

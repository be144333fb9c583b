import type { MinorUnits } from '../contract/money.ts'
import { cumulativeFeeRefund } from './fees.ts'

/**
 * `outside` is the world beyond the platform: buyers' cards, creators' banks. `platform` is our share, `processing` what
 * the card provider keeps of it. `creator/{id}` is what a creator has earned and not been paid, `payable/{id}` what is
 * on its way to them.
 */
export type Account = 'outside' | 'platform' | 'processing' | `creator/${string}` | `payable/${string}`
export type Entry = { account: Account; amount: MinorUnits }
export const postingKinds = [
  'sale',
  'refund',
  'refund_failed',
  'dispute',
  'dispute_won',
  'provider_fee',
  'payout',
  'payout_paid',
  'payout_return',
  'subscription',
] as const
export type Posting = { kind: (typeof postingKinds)[number]; reference: string; entries: Array<Entry> }

/** What changes a creator's earnings after the sale; everything that is no payout. */
export const earningKinds = ['sale', 'refund', 'refund_failed', 'dispute', 'dispute_won'] satisfies Array<
  Posting['kind']
>

/** What moves earnings on their way to a creator. */
export const payoutKinds = ['payout', 'payout_paid', 'payout_return'] satisfies Array<Posting['kind']>

export type SaleTerms = { creatorId: string; amount: MinorUnits; fee: MinorUnits }

export function creatorAccount(creatorId: string): Account {
  return `creator/${creatorId}`
}

/** Where a creator's money is while a payout is on its way. */
export function payoutsPayableAccount(creatorId: string): Account {
  return `payable/${creatorId}`
}

/** A buyer paid `amount` cents: the fee is the platform's, the rest the creator's. */
export function sale({ creatorId, amount, fee, reference }: SaleTerms & { reference: string }): Posting {
  return createPosting('sale', reference, [
    { account: 'outside', amount: -amount },
    { account: creatorAccount(creatorId), amount: amount - fee },
    { account: 'platform', amount: fee },
  ])
}

/** How much of a sale has gone back (cents), and the part of the fee that went with it. */
export type Reversed = { amount: MinorUnits; fee: MinorUnits }
type ReversalInput<K extends Posting['kind']> = {
  kind: K
  reference: string
  part: MinorUnits
  returned: Reversed
}
type ReversalPosting = { posting: Posting; feePart: MinorUnits }

/**
 * Takes `part` more cents of a sale back to the buyer, by refund or dispute. `feePart` is the fee that goes with it. The
 * fee that is returned depends on how much of the sale has gone back and on nothing else: parts reverse the sale to the
 * cent, and what failed or was won in between, seen or not, leaves no trace. Throws when it is more than was paid.
 */
export function reverseSale(
  sold: SaleTerms,
  { kind, reference, part: amount, returned }: ReversalInput<'refund' | 'dispute'>,
): ReversalPosting {
  const after = returned.amount + amount
  if (amount <= 0 || after > sold.amount) throw new Error(`${kind} ${reference}: ${after} of ${sold.amount}`)
  const feePart = cumulativeFeeRefund(after, sold) - returned.fee
  return {
    posting: createPosting(kind, reference, reversalEntries(sold.creatorId, amount, feePart)),
    feePart,
  }
}

/** Undoes `part` cents of that: a refund failed later, or a dispute was won. Throws when so much had not gone back. */
export function undoReversal(
  sold: SaleTerms,
  { kind, reference, part: amount, returned }: ReversalInput<'refund_failed' | 'dispute_won'>,
): ReversalPosting {
  const after = returned.amount - amount
  if (amount <= 0 || after < 0) throw new Error(`${kind} ${reference}: ${amount} of ${returned.amount}`)
  const feePart = returned.fee - cumulativeFeeRefund(after, sold)
  const entries = reversalEntries(sold.creatorId, amount, feePart).map(negate)
  return { posting: createPosting(kind, reference, entries), feePart }
}

/** A creator paid `amount` cents for Pro: all of it is the platform's. */
export function subscriptionRevenue({
  reference,
  amount,
}: {
  reference: string
  amount: MinorUnits
}): Posting {
  return createPosting('subscription', reference, [
    { account: 'outside', amount: -amount },
    { account: 'platform', amount },
  ])
}

/** What the card provider keeps of a payment is the platform's cost, never the creator's. */
export function providerFee({ reference, fee }: { reference: string; fee: MinorUnits }): Posting {
  return createPosting('provider_fee', reference, [
    { account: 'platform', amount: -fee },
    { account: 'processing', amount: fee },
  ])
}

export type PayoutTerms = { creatorId: string; amount: MinorUnits; reference: string }

/** Sets `amount` cents of a creator's earnings aside, to be sent. Throws unless there is something to send. */
export function payout({ creatorId, amount, reference }: PayoutTerms): Posting {
  if (amount <= 0) throw new Error(`payout ${reference}: ${amount}`)
  return createPosting('payout', reference, [
    { account: creatorAccount(creatorId), amount: -amount },
    { account: payoutsPayableAccount(creatorId), amount },
  ])
}

/** It has left us. */
export function payoutPaid({ creatorId, amount, reference }: PayoutTerms): Posting {
  return createPosting('payout_paid', reference, [
    { account: payoutsPayableAccount(creatorId), amount: -amount },
    { account: 'outside', amount },
  ])
}

/** It did not arrive: the creator has it again, from where it was: still with us, or back from outside. */
export function payoutReturn(
  { creatorId, amount, reference }: PayoutTerms,
  from: 'payable' | 'outside',
): Posting {
  return createPosting('payout_return', reference, [
    { account: from === 'payable' ? payoutsPayableAccount(creatorId) : 'outside', amount: -amount },
    { account: creatorAccount(creatorId), amount },
  ])
}

/** What a posting changes for a creator, in cents. */
export function creatorDelta(posting: Posting, creatorId: string): MinorUnits {
  return posting.entries.find(({ account }) => account === creatorAccount(creatorId))?.amount ?? 0
}

function reversalEntries(creatorId: string, amount: MinorUnits, feePart: MinorUnits): Array<Entry> {
  return [
    { account: 'outside', amount: amount },
    { account: creatorAccount(creatorId), amount: feePart - amount },
    { account: 'platform', amount: -feePart },
  ]
}

function negate({ account, amount }: Entry): Entry {
  return { account, amount: -amount }
}

/** Money is moved, never made: a posting that does not sum to zero is a bug, not an input error. */
function createPosting(kind: Posting['kind'], reference: string, entries: Array<Entry>): Posting {
  const sum = entries.reduce((total, entry) => total + entry.amount, 0)
  if (sum !== 0 || !entries.every((entry) => Number.isSafeInteger(entry.amount))) {
    throw new Error(`Unbalanced ${kind} ${reference}: ${JSON.stringify(entries)}`)
  }
  return { kind, reference, entries: entries.filter((entry) => entry.amount !== 0) }
}

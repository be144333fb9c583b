import type { MinorUnits } from '../contract/money.ts'
import { cumulativeFeeRefund } from './fees.ts'

/**
 * `outside` is everything beyond the platform: buyers' cards and creators' banks. `platform` is our share,
 * `processing` the card provider's fees. `creator/{id}` is what a creator has earned and not been paid;
 * `payable/{id}` is in processing payouts.
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

/** Postings that change a creator's earnings: all except payouts. */
export const earningKinds = ['sale', 'refund', 'refund_failed', 'dispute', 'dispute_won'] satisfies Array<
  Posting['kind']
>

/** Postings of a payout's states. */
export const payoutKinds = ['payout', 'payout_paid', 'payout_return'] satisfies Array<Posting['kind']>

export type SaleTerms = { creatorId: string; amount: MinorUnits; fee: MinorUnits }

export function creatorAccount(creatorId: string): Account {
  return `creator/${creatorId}`
}

/** The account of a creator's processing payouts. */
export function payoutsPayableAccount(creatorId: string): Account {
  return `payable/${creatorId}`
}

/** A buyer paid `amount` minor units: the fee goes to the platform, the rest to the creator. */
export function sale({ creatorId, amount, fee, reference }: SaleTerms & { reference: string }): Posting {
  return createPosting('sale', reference, [
    { account: 'outside', amount: -amount },
    { account: creatorAccount(creatorId), amount: amount - fee },
    { account: 'platform', amount: fee },
  ])
}

/** The reversed amount of a sale, and the fee returned with it, in minor units. */
export type Reversed = { amount: MinorUnits; fee: MinorUnits }
type ReversalInput<K extends Posting['kind']> = {
  kind: K
  reference: string
  part: MinorUnits
  returned: Reversed
}
type ReversalPosting = { posting: Posting; feePart: MinorUnits }

/**
 * Reverses `part` more minor units of a sale, by a refund or dispute. `feePart` is the fee returned with it. The
 * returned fee depends only on the total reversed, so partial reversals sum to the whole sale, and failed refunds or
 * won disputes in between change nothing. Throws when more than the sale would be reversed.
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

/** Undoes `part` minor units of a reversal: a refund failed, or a dispute was won. Throws when less was reversed. */
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

/** A creator paid `amount` minor units for Pro; all of it goes to the platform. */
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

/** The card provider's fee on a payment is the platform's cost, never the creator's. */
export function providerFee({ reference, fee }: { reference: string; fee: MinorUnits }): Posting {
  return createPosting('provider_fee', reference, [
    { account: 'platform', amount: -fee },
    { account: 'processing', amount: fee },
  ])
}

export type PayoutTerms = { creatorId: string; amount: MinorUnits; reference: string }

/** Moves `amount` minor units of a creator's earnings into a processing payout. Throws unless the amount is positive. */
export function payout({ creatorId, amount, reference }: PayoutTerms): Posting {
  if (amount <= 0) throw new Error(`payout ${reference}: ${amount}`)
  return createPosting('payout', reference, [
    { account: creatorAccount(creatorId), amount: -amount },
    { account: payoutsPayableAccount(creatorId), amount },
  ])
}

/** The payout was sent. */
export function payoutPaid({ creatorId, amount, reference }: PayoutTerms): Posting {
  return createPosting('payout_paid', reference, [
    { account: payoutsPayableAccount(creatorId), amount: -amount },
    { account: 'outside', amount },
  ])
}

/** The payout failed or was returned: the creator has the amount again, from `payable` or from `outside`. */
export function payoutReturn(
  { creatorId, amount, reference }: PayoutTerms,
  from: 'payable' | 'outside',
): Posting {
  return createPosting('payout_return', reference, [
    { account: from === 'payable' ? payoutsPayableAccount(creatorId) : 'outside', amount: -amount },
    { account: creatorAccount(creatorId), amount },
  ])
}

/** The change of a creator's balance by a posting, in minor units. */
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

/** Entries that do not sum to zero are a bug, not an input error, so it throws Error. */
function createPosting(kind: Posting['kind'], reference: string, entries: Array<Entry>): Posting {
  const sum = entries.reduce((total, entry) => total + entry.amount, 0)
  if (sum !== 0 || !entries.every((entry) => Number.isSafeInteger(entry.amount))) {
    throw new Error(`Unbalanced ${kind} ${reference}: ${JSON.stringify(entries)}`)
  }
  return { kind, reference, entries: entries.filter((entry) => entry.amount !== 0) }
}

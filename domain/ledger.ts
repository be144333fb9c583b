import type { Cents } from '../contract/money.ts'
import { feeReturnedBy } from './fees.ts'

/**
 * `outside` is the world beyond the platform: buyers' cards, creators' banks. `platform` is our share, `processing` what
 * the card provider keeps of it. `creator/{id}` is what a creator has earned and not been paid, `payable/{id}` what is
 * on its way to them.
 */
export type Account = 'outside' | 'platform' | 'processing' | `creator/${string}` | `payable/${string}`
export type Entry = { account: Account; amount: Cents }
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

export type Sold = { creatorId: string; amount: Cents; fee: Cents }

export function creatorAccount(creatorId: string): Account {
  return `creator/${creatorId}`
}

/** Where a creator's money is while a payout is on its way. */
export function payableAccount(creatorId: string): Account {
  return `payable/${creatorId}`
}

/** A buyer paid `amount` cents: the fee is the platform's, the rest the creator's. */
export function sale({ creatorId, amount, fee, reference }: Sold & { reference: string }): Posting {
  return balanced('sale', reference, [
    { account: 'outside', amount: -amount },
    { account: creatorAccount(creatorId), amount: amount - fee },
    { account: 'platform', amount: fee },
  ])
}

/** How much of a sale has gone back (cents), and the part of the fee that went with it. */
export type Returned = { amount: Cents; fee: Cents }
type Part<K extends Posting['kind']> = { kind: K; reference: string; part: Cents; returned: Returned }
type Move = { posting: Posting; feePart: Cents }

/**
 * Takes `part` more cents of a sale back to the buyer, by refund or dispute. `feePart` is the fee that goes with it. The
 * fee that is returned depends on how much of the sale has gone back and on nothing else: parts reverse the sale to the
 * cent, and what failed or was won in between, seen or not, leaves no trace. Throws when it is more than was paid.
 */
export function takeBack(sold: Sold, { kind, reference, part, returned }: Part<'refund' | 'dispute'>): Move {
  const after = returned.amount + part
  if (part <= 0 || after > sold.amount) throw new Error(`${kind} ${reference}: ${after} of ${sold.amount}`)
  const feePart = feeReturnedBy(after, sold) - returned.fee
  return { posting: balanced(kind, reference, backEntries(sold.creatorId, part, feePart)), feePart }
}

/** Undoes `part` cents of that: a refund failed later, or a dispute was won. Throws when so much had not gone back. */
export function giveBack(
  sold: Sold,
  { kind, reference, part, returned }: Part<'refund_failed' | 'dispute_won'>,
): Move {
  const after = returned.amount - part
  if (part <= 0 || after < 0) throw new Error(`${kind} ${reference}: ${part} of ${returned.amount}`)
  const feePart = returned.fee - feeReturnedBy(after, sold)
  const entries = backEntries(sold.creatorId, part, feePart).map(opposite)
  return { posting: balanced(kind, reference, entries), feePart }
}

/** A creator paid `amount` cents for Pro: all of it is the platform's. */
export function subscriptionIncome({ reference, amount }: { reference: string; amount: Cents }): Posting {
  return balanced('subscription', reference, [
    { account: 'outside', amount: -amount },
    { account: 'platform', amount },
  ])
}

/** What the card provider keeps of a payment is the platform's cost, never the creator's. */
export function providerFee({ reference, fee }: { reference: string; fee: Cents }): Posting {
  return balanced('provider_fee', reference, [
    { account: 'platform', amount: -fee },
    { account: 'processing', amount: fee },
  ])
}

export type Owed = { creatorId: string; amount: Cents; reference: string }

/** Sets `amount` cents of a creator's earnings aside, to be sent. Throws unless there is something to send. */
export function payout({ creatorId, amount, reference }: Owed): Posting {
  if (amount <= 0) throw new Error(`payout ${reference}: ${amount}`)
  return balanced('payout', reference, [
    { account: creatorAccount(creatorId), amount: -amount },
    { account: payableAccount(creatorId), amount },
  ])
}

/** It has left us. */
export function payoutPaid({ creatorId, amount, reference }: Owed): Posting {
  return balanced('payout_paid', reference, [
    { account: payableAccount(creatorId), amount: -amount },
    { account: 'outside', amount },
  ])
}

/** It did not arrive: the creator has it again, from where it was: still with us, or back from outside. */
export function payoutReturn({ creatorId, amount, reference }: Owed, from: 'payable' | 'outside'): Posting {
  return balanced('payout_return', reference, [
    { account: from === 'payable' ? payableAccount(creatorId) : 'outside', amount: -amount },
    { account: creatorAccount(creatorId), amount },
  ])
}

/** What a posting changes for a creator, in cents. */
export function earnedBy(posting: Posting, creatorId: string): Cents {
  return posting.entries.find(({ account }) => account === creatorAccount(creatorId))?.amount ?? 0
}

function backEntries(creatorId: string, part: Cents, feePart: Cents): Array<Entry> {
  return [
    { account: 'outside', amount: part },
    { account: creatorAccount(creatorId), amount: feePart - part },
    { account: 'platform', amount: -feePart },
  ]
}

function opposite({ account, amount }: Entry): Entry {
  return { account, amount: -amount }
}

/** Money is moved, never made: a posting that does not sum to zero is a bug, not an input error. */
function balanced(kind: Posting['kind'], reference: string, entries: Array<Entry>): Posting {
  const sum = entries.reduce((total, entry) => total + entry.amount, 0)
  if (sum !== 0 || !entries.every((entry) => Number.isSafeInteger(entry.amount))) {
    throw new Error(`Unbalanced ${kind} ${reference}: ${JSON.stringify(entries)}`)
  }
  return { kind, reference, entries: entries.filter((entry) => entry.amount !== 0) }
}

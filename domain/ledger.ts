import type { MinorUnits } from '../contract/money.ts'
import { cumulativeFeeRefund } from './fees.ts'
import { cumulativeTaxRefund } from './tax.ts'

/**
 * `cash_clearing` stands for all money outside the platform: buyers' cards and creators' banks. `platform_bank` is what the card
 * provider has paid out to the platform's own bank. `platform_revenue` is the
 * platform's share, `processing_fees` the card provider's fees, `tax_payable` the tax that sales include and that the
 * platform owes. `creator_balance/{id}` is what a creator has earned and not been paid; `payouts_payable/{id}` is in
 * processing payouts.
 */
export type Account =
  | 'cash_clearing'
  | 'platform_bank'
  | 'platform_revenue'
  | 'processing_fees'
  | 'tax_payable'
  | `creator_balance/${string}`
  | `payouts_payable/${string}`
export type Entry = { account: Account; amount: MinorUnits }

/** Each kind of posting and the monthly sum it belongs to. The table `posting_kinds` holds the same for SQL. */
export const postingCategories = {
  sale: 'earnings',
  refund: 'earnings',
  refund_reversal: 'earnings',
  dispute: 'earnings',
  dispute_reversal: 'earnings',
  provider_fee: 'platform',
  provider_charge: 'platform',
  platform_payout: 'platform',
  payout: 'payouts',
  payout_paid: 'platform',
  payout_return: 'payouts',
  subscription: 'platform',
  subscription_refund: 'platform',
  subscription_refund_reversal: 'platform',
  subscription_dispute: 'platform',
  subscription_dispute_reversal: 'platform',
} as const
export type PostingKind = keyof typeof postingCategories
export const postingKinds = Object.keys(postingCategories) as [PostingKind, ...Array<PostingKind>]

/** `creatorId` is the creator whose money moves, or who pays for Pro. */
export type Posting = {
  kind: PostingKind
  reference: string
  creatorId: string
  entries: Array<Entry>
}

/** Postings of what creators pay for Pro, and of what is returned of it. */
export const subscriptionKinds = [
  'subscription',
  'subscription_refund',
  'subscription_refund_reversal',
  'subscription_dispute',
  'subscription_dispute_reversal',
] satisfies Array<PostingKind>

/** Postings that change a creator's earnings: sales, refunds and disputes. */
export const earningKinds = postingKinds.filter((kind) => postingCategories[kind] === 'earnings')

/** Postings of a payout's states. */
export const payoutKinds = ['payout', 'payout_paid', 'payout_return'] satisfies Array<PostingKind>

/** `taxAmount` is the tax that `amount` includes; the fee is taken from the rest. */
export type SaleTerms = {
  creatorId: string
  amount: MinorUnits
  taxAmount: MinorUnits
  platformFeeAmount: MinorUnits
}

export function creatorAccount(creatorId: string): Account {
  return `creator_balance/${creatorId}`
}

/** The account of a creator's processing payouts. */
export function payoutsPayableAccount(creatorId: string): Account {
  return `payouts_payable/${creatorId}`
}

/** A buyer paid `amount` minor units: the tax is owed, the fee goes to the platform, the rest to the creator. */
export function sale({
  creatorId,
  amount,
  taxAmount,
  platformFeeAmount,
  reference,
}: SaleTerms & { reference: string }): Posting {
  return createPosting({
    kind: 'sale',
    reference,
    creatorId,
    entries: [
      { account: 'cash_clearing', amount: -amount },
      { account: creatorAccount(creatorId), amount: amount - taxAmount - platformFeeAmount },
      { account: 'platform_revenue', amount: platformFeeAmount },
      { account: 'tax_payable', amount: taxAmount },
    ],
  })
}

/** The reversed amount of a sale, and the fee and the tax returned with it, in minor units. */
export type Reversed = { amount: MinorUnits; fee: MinorUnits; tax: MinorUnits }
type ReversalInput<K extends PostingKind> = {
  kind: K
  reference: string
  /** The amount to reverse, or to undo, with this posting. */
  part: MinorUnits
  /** What earlier postings reversed. */
  returned: Reversed
}
type ReversalPosting = { posting: Posting; feePart: MinorUnits; taxPart: MinorUnits }

/**
 * Reverses `part` more minor units of a sale, by a refund or dispute. `feePart` and `taxPart` are the fee and the tax
 * returned with it. They depend only on the total reversed, so partial reversals sum to the whole sale, and failed
 * refunds or won disputes in between change nothing. Throws when more than the sale would be reversed.
 */
export function reverseSale(
  terms: SaleTerms,
  { kind, reference, part: amount, returned }: ReversalInput<'refund' | 'dispute'>,
): ReversalPosting {
  const after = returned.amount + amount
  if (amount <= 0 || after > terms.amount)
    throw new Error(`${kind} ${reference}: ${after} of ${terms.amount}`)
  const feePart = cumulativeFeeRefund(after, terms) - returned.fee
  const taxPart = cumulativeTaxRefund(after, terms) - returned.tax
  return {
    posting: createPosting({
      kind,
      reference,
      creatorId: terms.creatorId,
      entries: reversalEntries(terms.creatorId, { amount, feePart, taxPart }),
    }),
    feePart,
    taxPart,
  }
}

/** Undoes `part` minor units of a reversal: a refund failed, or a dispute was won. Throws when less was reversed. */
export function undoReversal(
  terms: SaleTerms,
  { kind, reference, part: amount, returned }: ReversalInput<'refund_reversal' | 'dispute_reversal'>,
): ReversalPosting {
  const after = returned.amount - amount
  if (amount <= 0 || after < 0) throw new Error(`${kind} ${reference}: ${amount} of ${returned.amount}`)
  const feePart = returned.fee - cumulativeFeeRefund(after, terms)
  const taxPart = returned.tax - cumulativeTaxRefund(after, terms)
  const entries = reversalEntries(terms.creatorId, { amount, feePart, taxPart }).map(negate)
  return {
    posting: createPosting({ kind, reference, creatorId: terms.creatorId, entries }),
    feePart,
    taxPart,
  }
}

/** A payment of Pro: what it was, and the tax in it. */
export type SubscriptionTerms = { creatorId: string; amount: MinorUnits; taxAmount: MinorUnits }

/** A creator paid `amount` minor units for Pro: the tax is owed, the rest goes to the platform. */
export function subscriptionRevenue({
  reference,
  creatorId,
  amount,
  taxAmount,
}: SubscriptionTerms & { reference: string }): Posting {
  const entries = subscriptionEntries({ amount: -amount, taxAmount: -taxAmount })
  return createPosting({ kind: 'subscription', reference, creatorId, entries })
}

type SubscriptionReversalInput = {
  kind: 'refund' | 'dispute'
  reference: string
  /** The change of what is returned, in minor units: negative when a refund failed or a dispute was won. */
  part: MinorUnits
  /** What earlier postings returned, and the tax of it. */
  returned: Omit<Reversed, 'fee'>
}

/**
 * Returns `part` more minor units of a payment of Pro, or takes them back. As with sales, the tax depends only on the total
 * returned. Throws when more than the payment, or less than nothing, would be returned.
 */
export function reverseSubscription(
  terms: SubscriptionTerms,
  { kind, reference, part, returned }: SubscriptionReversalInput,
): { posting: Posting; taxPart: MinorUnits } {
  const after = returned.amount + part
  if (part === 0 || after < 0 || after > terms.amount)
    throw new Error(`${kind} of Pro ${reference}: ${after} of ${terms.amount}`)
  const taxPart = cumulativeTaxRefund(after, terms) - returned.tax
  const entries = subscriptionEntries({ amount: part, taxAmount: taxPart })
  const postingKind =
    part > 0 ? (`subscription_${kind}` as const) : (`subscription_${kind}_reversal` as const)
  return {
    posting: createPosting({ kind: postingKind, reference, creatorId: terms.creatorId, entries }),
    taxPart,
  }
}

/** The entries of `amount` minor units that leave the platform, with the tax in them. */
function subscriptionEntries({
  amount,
  taxAmount,
}: Pick<SubscriptionTerms, 'amount' | 'taxAmount'>): Array<Entry> {
  return [
    { account: 'cash_clearing', amount },
    { account: 'platform_revenue', amount: taxAmount - amount },
    { account: 'tax_payable', amount: -taxAmount },
  ]
}

/** The card provider's fee on a payment is the platform's cost, never the creator's. */
export function providerFee({
  reference,
  creatorId,
  fee,
}: Pick<MovementTerms, 'reference' | 'creatorId'> & { fee: MinorUnits }): Posting {
  return createPosting({
    kind: 'provider_fee',
    reference,
    creatorId,
    entries: [
      { account: 'platform_revenue', amount: -fee },
      { account: 'processing_fees', amount: fee },
    ],
  })
}

type PlatformTerms = { reference: string; amount: MinorUnits }

/** Postings of the platform's own money name no creator. */
const platformId = 'platform'

/** What the card provider charges apart from its fees on payments, such as for connected accounts; negative when it gives it back. */
export function providerCharge({ reference, amount }: PlatformTerms): Posting {
  return createPosting({
    kind: 'provider_charge',
    reference,
    creatorId: platformId,
    entries: [
      { account: 'platform_revenue', amount: -amount },
      { account: 'processing_fees', amount },
    ],
  })
}

/** The card provider paid `amount` to the platform's own bank; negative when it came back or was added. */
export function platformPayout({ reference, amount }: PlatformTerms): Posting {
  return createPosting({
    kind: 'platform_payout',
    reference,
    creatorId: platformId,
    entries: [
      { account: 'cash_clearing', amount },
      { account: 'platform_bank', amount: -amount },
    ],
  })
}

export type MovementTerms = { creatorId: string; amount: MinorUnits; reference: string }

/** Moves `amount` minor units of a creator's earnings into a processing payout. Throws unless the amount is positive. */
export function payout({ creatorId, amount, reference }: MovementTerms): Posting {
  if (amount <= 0) throw new Error(`payout ${reference}: ${amount}`)
  return createPosting({
    kind: 'payout',
    reference,
    creatorId,
    entries: [
      { account: creatorAccount(creatorId), amount: -amount },
      { account: payoutsPayableAccount(creatorId), amount },
    ],
  })
}

/** The payout was sent: its amount leaves the platform. */
export function payoutPaid({ creatorId, amount, reference }: MovementTerms): Posting {
  return createPosting({
    kind: 'payout_paid',
    reference,
    creatorId,
    entries: [
      { account: payoutsPayableAccount(creatorId), amount: -amount },
      { account: 'cash_clearing', amount },
    ],
  })
}

/**
 * The payout failed or was returned: the amount goes back to the creator's balance. It comes from `payouts_payable`
 * before the payout was sent, and from `cash_clearing` after it.
 */
export function payoutReturn(
  { creatorId, amount, reference }: MovementTerms,
  from: 'payouts_payable' | 'cash_clearing',
): Posting {
  return createPosting({
    kind: 'payout_return',
    reference,
    creatorId,
    entries: [
      {
        account: from === 'payouts_payable' ? payoutsPayableAccount(creatorId) : 'cash_clearing',
        amount: -amount,
      },
      { account: creatorAccount(creatorId), amount },
    ],
  })
}

/** The change of a creator's balance by a posting, in minor units. */
export function creatorDelta(posting: Posting, creatorId: string): MinorUnits {
  return posting.entries.find(({ account }) => account === creatorAccount(creatorId))?.amount ?? 0
}

type ReversalParts = Record<'amount' | 'feePart' | 'taxPart', MinorUnits>

function reversalEntries(creatorId: string, { amount, feePart, taxPart }: ReversalParts): Array<Entry> {
  return [
    { account: 'cash_clearing', amount },
    { account: creatorAccount(creatorId), amount: feePart + taxPart - amount },
    { account: 'platform_revenue', amount: -feePart },
    { account: 'tax_payable', amount: -taxPart },
  ]
}

function negate({ account, amount }: Entry): Entry {
  return { account, amount: -amount }
}

/** Entries that do not sum to zero are a bug, not an input error, so it throws Error. */
function createPosting({ kind, reference, creatorId, entries }: Posting): Posting {
  const sum = entries.reduce((total, entry) => total + entry.amount, 0)
  if (sum !== 0 || !entries.every((entry) => Number.isSafeInteger(entry.amount))) {
    throw new Error(`Unbalanced ${kind} ${reference}: ${JSON.stringify(entries)}`)
  }
  return { kind, reference, creatorId, entries: entries.filter((entry) => entry.amount !== 0) }
}

/** The hash before the first posting. */
export const genesisHash = '0'.repeat(64)

type SealedPosting = Pick<Posting, 'kind' | 'reference'> & {
  entries: Array<Entry & { currency: string; at: string }>
}

/**
 * The string that is hashed with SHA-256 to seal a posting: the previous hash and all entries, `at` as ISO 8601 in
 * UTC. The order of the entries does not matter.
 */
export function canonicalPosting(previous: string, { kind, reference, entries }: SealedPosting): string {
  const written = entries
    .map(({ account, amount, currency, at }) => [account, amount, currency, at] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify([previous, kind, reference, written])
}

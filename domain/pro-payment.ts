import type { MinorUnits } from '../contract/money.ts'

/** Why Pro ends before its time. */
export const proEndReasons = ['refunded', 'disputed', 'withdrawn'] as const

/** What was returned, or may be, of a payment of Pro: a refund, or a bank's dispute. */
export type ProReversal = {
  kind: 'refund' | 'dispute'
  amount: MinorUnits
  /** Of a refund: `succeeded` or not. A dispute that is `open` or `lost` holds money. */
  state: 'requested' | 'pending' | 'succeeded' | 'failed' | 'inquiry' | 'open' | 'won' | 'lost'
}

/**
 * What each of the reversals returns of a payment, in their order: refunds what they refunded, then disputes what is left.
 * Together never more than the payment. A refund that does not fit returns nothing.
 */
export function dueReversals(amount: MinorUnits, reversals: ReadonlyArray<ProReversal>): Array<MinorUnits> {
  let remaining = amount
  const take = (due: MinorUnits): MinorUnits => {
    remaining -= due
    return due
  }
  const ofRefunds = reversals.map((one) =>
    one.kind === 'refund' && one.state === 'succeeded' && one.amount <= remaining ? take(one.amount) : 0,
  )
  return reversals.map((one, index) => {
    const holds = one.kind === 'dispute' && (one.state === 'open' || one.state === 'lost')
    return holds ? take(Math.min(one.amount, remaining)) : (ofRefunds[index] ?? 0)
  })
}

/**
 * Why the reversals of a payment end Pro at once; undefined when they don't. A full refund of an earlier month is a courtesy, and
 * a dispute that is open may still be won.
 */
export function proEndReason(
  { amount, periodEnd }: { amount: MinorUnits; periodEnd: Date | null },
  reversals: ReadonlyArray<ProReversal>,
  now: Date,
): 'refunded' | 'disputed' | undefined {
  if (reversals.some(({ kind, state }) => kind === 'dispute' && state === 'lost')) return 'disputed'
  const refunds = reversals.map((one) => (one.kind === 'refund' ? one : { ...one, state: 'won' as const }))
  const refunded = dueReversals(amount, refunds).reduce((total, due) => total + due, 0)
  return refunded === amount && periodEnd !== null && periodEnd > now ? 'refunded' : undefined
}

const msPerDay = 24 * 3_600_000
const withdrawalDays = 14

/** The words that a creator agrees to before paying for Pro, where consumers may withdraw. They are stored with the subscription. */
export const proConsentText =
  'Start Pro right away. I can cancel within 14 days of this payment and get my money back.'

/**
 * The last moment of the right to cancel Pro with a refund: 14 days after the day of the first payment have ended everywhere. Source:
 * Directive 2011/83/EU, article 9; Regulation 1182/71, article 3.
 */
export function withdrawalDeadline(firstPaidAt: Date): Date {
  return new Date(firstPaidAt.getTime() + (withdrawalDays + 1) * msPerDay)
}

type FirstPayment = {
  /** What is left of it after refunds and disputes. */
  amount: MinorUnits
  paidAt: Date
  periodEnd: Date
  /** Whether this creator has canceled Pro with a refund before. */
  hasWithdrawnBefore: boolean
}

/**
 * What is refunded to a creator who cancels Pro within 14 days, in minor units: everything, and from the second time on the days
 * that are left, rounded up. Undefined after the deadline.
 */
export function withdrawalRefund(
  { amount, paidAt, periodEnd, hasWithdrawnBefore }: FirstPayment,
  now: Date,
): MinorUnits | undefined {
  if (amount <= 0 || now >= withdrawalDeadline(paidAt)) return undefined
  if (!hasWithdrawnBefore) return amount
  const days = Math.max(1, Math.round((periodEnd.getTime() - paidAt.getTime()) / msPerDay))
  const usedDays = Math.min(days, Math.ceil((now.getTime() - paidAt.getTime()) / msPerDay))
  const refund = Math.ceil((amount * (days - usedDays)) / days)
  return refund > 0 ? refund : undefined
}

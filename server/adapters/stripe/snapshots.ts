import type Stripe from 'stripe'
import type { Cents } from '../../../contract/money.ts'
import type {
  DisputeSnapshot,
  PaymentRequest,
  PaymentSnapshot,
  RefundSnapshot,
} from '../../ports/payment-provider.ts'
import { disputeState, paymentState, refundState } from './states.ts'

/** What a payment must bring along to be read. */
export const withItsCharge = ['latest_charge.balance_transaction', 'latest_charge.refunds']

/** All that we leave with Stripe about a payment: two numbers of ours, nothing of a person. */
export function marksOf({ attemptId, contentId }: PaymentRequest): Stripe.MetadataParam {
  return { attempt: attemptId, content: String(contentId) }
}

export function snapshotOf(
  intent: Stripe.PaymentIntent,
  {
    refunds,
    disputes: [dispute, ...otherDisputes],
    unknown,
  }: { refunds: Array<Stripe.Refund>; disputes: Array<DisputeSnapshot>; unknown: Array<string> },
): PaymentSnapshot {
  const charge = chargeOf(intent)
  return {
    paymentId: intent.id,
    state: paymentState(intent.status),
    amount: intent.amount,
    amountReceived: intent.amount_received,
    currency: intent.currency.toUpperCase(),
    mode: intent.livemode ? 'live' : 'test',
    attemptId: intent.metadata.attempt,
    contentId: contentOf(intent.metadata.content),
    buyerEmail: intent.receipt_email ?? undefined,
    refunds: refunds.map((refund) => refundSnapshot(refund, intent.id)),
    dispute,
    ...(otherDisputes.length > 0 && { otherDisputes }),
    ...(unknown.length > 0 && { unknownDisputes: unknown }),
    fee: charge && feeOf(charge),
    failure: failureOf(intent.last_payment_error),
  }
}

/** The charge that was made last, when it was asked for. */
export function chargeOf({ latest_charge: charge }: Stripe.PaymentIntent): Stripe.Charge | undefined {
  return typeof charge === 'object' ? (charge ?? undefined) : undefined
}

export function refundSnapshot({ id, amount, status }: Stripe.Refund, paymentId: string): RefundSnapshot {
  return { refundId: id, paymentId, amount, state: refundState(status) }
}

/** Undefined for a dispute in a state we do not know. */
export function disputeSnapshot(
  dispute: Stripe.Dispute,
  intent: Stripe.PaymentIntent,
): DisputeSnapshot | undefined {
  const state = disputeState(dispute)
  if (!state) return undefined
  // In another currency the bank disputes what it converted; ours is what was paid.
  const amount = dispute.currency === intent.currency ? dispute.amount : intent.amount_received
  const fee = dispute.balance_transactions.reduce((total, booked) => total + feePart(booked, intent), 0)
  return { disputeId: dispute.id, amount, state, reason: dispute.reason, ...(fee > 0 && { fee }) }
}

/** In the payment's own currency alone: what was converted is on Stripe's statement. */
function feePart({ fee, currency }: Stripe.BalanceTransaction, intent: Stripe.PaymentIntent): Cents {
  return currency === intent.currency ? fee : 0
}

/** What Stripe kept, in the payment's currency: where it settles in another one, the same share of the charge. */
function feeOf({ amount, currency, balance_transaction: booked }: Stripe.Charge): Cents | undefined {
  if (booked === null || typeof booked === 'string') return undefined
  if (booked.currency === currency || booked.amount === 0) return booked.fee
  return Math.round((booked.fee * amount) / booked.amount)
}

function contentOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,16}$/.test(text) ? Number(text) : undefined
}

function failureOf(error: Stripe.PaymentIntent['last_payment_error']): PaymentSnapshot['failure'] {
  if (!error) return undefined
  return {
    code: error.decline_code ?? error.code ?? error.type,
    message: error.message ?? 'The payment did not go through.',
    // A declined card leaves a charge behind; a bank that was not convinced leaves only the card that was shown.
    reference: error.charge ?? error.payment_method?.id ?? error.code ?? error.type,
  }
}

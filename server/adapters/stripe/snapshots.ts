import type Stripe from 'stripe'
import type { MinorUnits } from '../../../contract/money.ts'
import type {
  DisputeSnapshot,
  PaymentRequest,
  PaymentSnapshot,
  RefundSnapshot,
} from '../../ports/payment-provider.ts'
import { toDisputeState, toPaymentState, toRefundState } from './status-mapping.ts'

/** The objects to expand when a payment is read. */
export const chargeExpansion = ['latest_charge.balance_transaction', 'latest_charge.refunds']

/** Our metadata of a payment at Stripe: two ids, nothing about a person. */
export function metadataOf({ checkoutId, contentId }: PaymentRequest): Stripe.MetadataParam {
  return { attempt: checkoutId, content: String(contentId) }
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
    state: toPaymentState(intent.status),
    amount: intent.amount,
    amountReceived: intent.amount_received,
    currency: intent.currency.toUpperCase(),
    mode: intent.livemode ? 'live' : 'test',
    checkoutId: intent.metadata.attempt,
    contentId: parseContentId(intent.metadata.content),
    buyerEmail: intent.receipt_email ?? undefined,
    ...cardOf(charge),
    refunds: refunds.map((refund) => refundSnapshot(refund, intent.id)),
    dispute,
    ...(otherDisputes.length > 0 && { otherDisputes }),
    ...(unknown.length > 0 && { unknownDisputes: unknown }),
    providerFeeAmount: charge && feeOf(charge),
    failure: failureOf(intent.last_payment_error),
  }
}

/** The card of a charge; nothing for other payment methods. */
function cardOf(charge: Stripe.Charge | undefined): Pick<PaymentSnapshot, 'card'> {
  const { brand, last4, country } = charge?.payment_method_details?.card ?? {}
  return brand && last4 ? { card: { brand, last4, ...(country && { country }) } } : {}
}

/** The newest charge, when it was expanded. */
export function chargeOf({ latest_charge: charge }: Stripe.PaymentIntent): Stripe.Charge | undefined {
  return typeof charge === 'object' ? (charge ?? undefined) : undefined
}

export function refundSnapshot({ id, amount, status }: Stripe.Refund, paymentId: string): RefundSnapshot {
  return { refundId: id, paymentId, amount, state: toRefundState(status) }
}

/** Undefined for a dispute in an unknown status. */
export function disputeSnapshot(
  dispute: Stripe.Dispute,
  intent: Stripe.PaymentIntent,
): DisputeSnapshot | undefined {
  const state = toDisputeState(dispute)
  if (!state) return undefined
  // In another currency the bank disputes the converted amount; ours is the paid one.
  const amount = dispute.currency === intent.currency ? dispute.amount : intent.amount_received
  const providerFeeAmount = dispute.balance_transactions.reduce(
    (total, balanceTransaction) => total + feeInPaymentCurrency(balanceTransaction, intent),
    0,
  )
  return {
    disputeId: dispute.id,
    amount,
    state,
    reason: dispute.reason,
    ...(providerFeeAmount > 0 && { providerFeeAmount }),
  }
}

/** Only fees in the payment's own currency; converted ones are on Stripe's statement. */
function feeInPaymentCurrency(
  { fee, currency }: Stripe.BalanceTransaction,
  intent: Stripe.PaymentIntent,
): MinorUnits {
  return currency === intent.currency ? fee : 0
}

/** Stripe's fee in the payment's currency; when Stripe settles in another one, the same share of the charge. */
function feeOf({
  amount,
  currency,
  balance_transaction: balanceTransaction,
}: Stripe.Charge): MinorUnits | undefined {
  if (balanceTransaction === null || typeof balanceTransaction === 'string') return undefined
  if (balanceTransaction.currency === currency || balanceTransaction.amount === 0)
    return balanceTransaction.fee
  return Math.round((balanceTransaction.fee * amount) / balanceTransaction.amount)
}

function parseContentId(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,16}$/.test(text) ? Number(text) : undefined
}

function failureOf(error: Stripe.PaymentIntent['last_payment_error']): PaymentSnapshot['failure'] {
  if (!error) return undefined
  return {
    code: error.decline_code ?? error.code ?? error.type,
    message: error.message ?? 'The payment didn’t go through.',
    // A declined card leaves a charge; a failed 3-D Secure leaves only the payment method.
    reference: error.charge ?? error.payment_method?.id ?? error.code ?? error.type,
  }
}

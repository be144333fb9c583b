import type Stripe from 'stripe'
import type { MinorUnits } from '../../../contract/money.ts'
import { site } from '../../../contract/site.ts'
import {
  type DisputeSnapshot,
  PaymentNotFoundError,
  type PaymentRequest,
  type PaymentSnapshot,
  RefundDeferredError,
  RefundFailedError,
  type RefundRequest,
  type RefundSnapshot,
} from '../../ports/payment-provider.ts'
import { chargeLimits, type StripeContext } from './client.ts'
import {
  isBalanceInsufficient,
  isBusy,
  isInvalidRequest,
  isPermissionError,
  isResourceMissing,
  isUnexpectedState,
  unwrapStripeErrors,
} from './errors.ts'
import { toDisputeState, toPaymentState, toRefundState } from './status-mapping.ts'

/** No charge has more. */
const maxRefunds = 1_000

/** The buyer's email is not sent: Stripe would email a receipt of its own. It is on the checkout. */
export async function createPayment(
  { client, currency }: StripeContext,
  request: PaymentRequest,
  idempotencyKey: string,
) {
  assertChargeable(request, currency)
  const intent = await unwrapStripeErrors(
    client.paymentIntents.create(
      {
        amount: request.amount,
        currency: request.currency.toLowerCase(),
        allowed_payment_method_types: ['card'],
        description: request.description,
        ...statementSuffix(site().name),
        metadata: metadataOf(request),
      },
      { idempotencyKey },
    ),
  )
  if (!intent.client_secret) throw new Error(`Payment ${intent.id} has no client secret`)
  return { paymentId: intent.id, clientSecret: intent.client_secret }
}

/**
 * What stands after the account's own prefix on a card statement: prefix (up to 10 characters), `* ` and suffix have 22
 * characters at most, of the Latin alphabet, with a letter in each (docs.stripe.com/get-started/account/statement-descriptors).
 */
export function statementSuffix(siteName: string): { statement_descriptor_suffix?: string } {
  const latin = siteName.normalize('NFKD').replace(/[^A-Za-z0-9 .&-]/g, '')
  const suffix = latin.trim().slice(0, 10).trim()
  return /[A-Za-z]/.test(suffix) ? { statement_descriptor_suffix: suffix } : {}
}

export async function getPayment(context: StripeContext, id: string): Promise<PaymentSnapshot> {
  return toSnapshot(context, await findIntent(context, id))
}

/** Throws PaymentNotFoundError. */
export async function findIntent({ client }: StripeContext, id: string): Promise<Stripe.PaymentIntent> {
  assertPaymentIntentId(id)
  return unwrapStripeErrors(client.paymentIntents.retrieve(id, { expand: chargeExpansion })).catch(
    throwUnknownPayment,
  )
}

/** Cancels a payment, or returns it unchanged when it is paid, canceled or processing. Throws PaymentNotFoundError. */
export async function cancelPayment(context: StripeContext, id: string): Promise<PaymentSnapshot> {
  assertPaymentIntentId(id)
  try {
    return await toSnapshot(
      context,
      await unwrapStripeErrors(context.client.paymentIntents.cancel(id, { expand: chargeExpansion })),
    )
  } catch (error) {
    if (isUnexpectedState(error)) return getPayment(context, id)
    return throwUnknownPayment(error)
  }
}

/** Refunds part of a payment, in minor units. Throws RefundFailedError when Stripe rejects it finally. */
export async function refund(
  { client }: StripeContext,
  { paymentId, amount, reason }: RefundRequest,
  idempotencyKey: string,
): Promise<RefundSnapshot> {
  assertPaymentIntentId(paymentId)
  if (!Number.isSafeInteger(amount) || amount < 1) throw new Error('A refund must be an integer above zero')
  const stripeReasons = {
    requested: 'requested_by_customer',
    duplicate: 'duplicate',
    undeliverable: undefined,
  } as const
  const params = { payment_intent: paymentId, amount, reason: stripeReasons[reason] }
  const created = await unwrapStripeErrors(client.refunds.create(params, { idempotencyKey })).catch(
    (error: unknown) => {
      if (isBalanceInsufficient(error))
        throw new RefundDeferredError(error.message, { reason: 'balance_insufficient', cause: error })
      if (isBusy(error))
        throw new RefundDeferredError('Stripe is busy', { reason: 'provider_busy', cause: error })
      if (isInvalidRequest(error) && !isResourceMissing(error))
        throw new RefundFailedError(error.message, { cause: error })
      return throwUnknownPayment(error)
    },
  )
  return refundSnapshot(created, paymentId)
}

async function toSnapshot(context: StripeContext, intent: Stripe.PaymentIntent): Promise<PaymentSnapshot> {
  const charge = chargeOf(intent)
  if (!charge?.paid) return snapshotOf(intent, { refunds: [], disputes: [], unknown: [] })
  const [refunds, { known, unknown }] = await Promise.all([
    refundsOf(context, charge),
    disputesOf(context, intent),
  ])
  return snapshotOf(intent, { refunds, disputes: known, unknown })
}

async function refundsOf(
  { client }: StripeContext,
  { id, refunds }: Stripe.Charge,
): Promise<Array<Stripe.Refund>> {
  if (refunds && !refunds.has_more) return refunds.data
  return unwrapStripeErrors(
    client.refunds.list({ charge: id, limit: 100 }).autoPagingToArray({ limit: maxRefunds }),
  )
}

/** The payment's disputes, newest first and real ones before inquiries; else its early fraud warning. */
async function disputesOf(
  context: StripeContext,
  intent: Stripe.PaymentIntent,
): Promise<{ known: Array<DisputeSnapshot>; unknown: Array<string> }> {
  const { client, log } = context
  const [disputes, warning] = await Promise.all([
    unwrapStripeErrors(client.disputes.list({ payment_intent: intent.id, limit: 100 })),
    earlyFraudWarningOf(context, intent),
  ])
  const known: Array<DisputeSnapshot> = []
  const unknown: Array<string> = []
  for (const dispute of disputes.data) {
    const snapshot = disputeSnapshot(dispute, intent)
    if (snapshot) known.push(snapshot)
    else {
      log.error({ disputeId: dispute.id, status: dispute.status }, 'stripe: a dispute has an unknown status')
      unknown.push(dispute.id)
    }
  }
  if (known.length === 0 && warning) known.push(warning)
  const isInquiry = ({ state }: DisputeSnapshot) => state === 'inquiry'
  return { known: [...known.filter((one) => !isInquiry(one)), ...known.filter(isInquiry)], unknown }
}

/** The card network's early fraud warning, before any dispute. None with a key without Radar permission. */
async function earlyFraudWarningOf(
  { client }: StripeContext,
  intent: Stripe.PaymentIntent,
): Promise<DisputeSnapshot | undefined> {
  const warnings = await unwrapStripeErrors(
    client.radar.earlyFraudWarnings.list({ payment_intent: intent.id, limit: 1 }),
  ).catch((error: unknown) => {
    if (isPermissionError(error)) return { data: [] }
    throw error
  })
  const [warning] = warnings.data
  if (!warning) return undefined
  const { id, fraud_type: reason } = warning
  return { disputeId: id, amount: intent.amount_received, state: 'inquiry', reason }
}

function assertChargeable({ amount, currency }: PaymentRequest, instanceCurrency: string): void {
  if (currency !== instanceCurrency) throw new Error(`This instance charges in ${instanceCurrency}`)
  const { min, max } = chargeLimits(currency)
  if (!Number.isSafeInteger(amount) || amount < min || amount > max)
    throw new Error(`The amount must be an integer from ${min} to ${max}`)
}

/** Ids of another form are not looked up at Stripe. */
function assertPaymentIntentId(id: string): void {
  if (!/^pi_\w{1,120}$/.test(id)) throw new PaymentNotFoundError('No such payment')
}

function throwUnknownPayment(error: unknown): never {
  if (isResourceMissing(error)) throw new PaymentNotFoundError('No such payment')
  throw error
}

/** The objects to expand when a payment is read. */
const chargeExpansion = ['latest_charge.balance_transaction', 'latest_charge.refunds']

/** Our metadata of a payment at Stripe: two ids, nothing about a person. */
function metadataOf({ checkoutId, contentId }: PaymentRequest): Stripe.MetadataParam {
  return { attempt: checkoutId, content: String(contentId) }
}

function snapshotOf(
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
  const { brand, last4, country, fingerprint } = charge?.payment_method_details?.card ?? {}
  if (!brand || !last4) return {}
  return { card: { brand, last4, ...(country && { country }), ...(fingerprint && { fingerprint }) } }
}

/** The newest charge, when it was expanded. */
function chargeOf({ latest_charge: charge }: Stripe.PaymentIntent): Stripe.Charge | undefined {
  return typeof charge === 'object' ? (charge ?? undefined) : undefined
}

function refundSnapshot({ id, amount, status }: Stripe.Refund, paymentId: string): RefundSnapshot {
  return { refundId: id, paymentId, amount, state: toRefundState(status) }
}

/** Undefined for a dispute in an unknown status. */
function disputeSnapshot(dispute: Stripe.Dispute, intent: Stripe.PaymentIntent): DisputeSnapshot | undefined {
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

import type Stripe from 'stripe'
import {
  type DisputeSnapshot,
  PaymentNotFoundError,
  type PaymentRequest,
  type PaymentSnapshot,
  RefundFailedError,
  type RefundRequest,
  type RefundSnapshot,
} from '../../ports/payment-provider.ts'
import { chargeLimits } from './charge-limits.ts'
import type { StripeContext } from './context.ts'
import {
  isInvalidRequest,
  isPermissionError,
  isResourceMissing,
  isUnexpectedState,
  unwrapStripeErrors,
} from './errors.ts'
import {
  chargeExpansion,
  chargeOf,
  disputeSnapshot,
  metadataOf,
  refundSnapshot,
  snapshotOf,
} from './snapshots.ts'

/** No charge has more. */
const maxRefunds = 1_000

/** The buyer's email is not sent: the browser sends it with the card. */
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
        metadata: metadataOf(request),
      },
      { idempotencyKey },
    ),
  )
  if (!intent.client_secret) throw new Error(`Payment ${intent.id} has no client secret`)
  return { paymentId: intent.id, clientSecret: intent.client_secret }
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

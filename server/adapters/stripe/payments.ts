import type Stripe from 'stripe'
import {
  type DisputeSnapshot,
  type PaymentRequest,
  type PaymentSnapshot,
  RefundRefused,
  type RefundRequest,
  type RefundSnapshot,
  UnknownPayment,
} from '../../ports/payment-provider.ts'
import type { Desk } from './desk.ts'
import { answerOf, isForbidden, isMissing, isRefusal, isTooLate } from './faults.ts'
import { chargeLimits } from './limits.ts'
import { chargeOf, disputeSnapshot, marksOf, refundSnapshot, snapshotOf, withItsCharge } from './snapshots.ts'

/** More than a charge ever has. */
const mostRefunds = 1_000

/** The buyer's address is not sent: it comes with the card, from the browser. */
export async function createPayment(
  { client, currency }: Desk,
  request: PaymentRequest,
  idempotencyKey: string,
) {
  refuseAmount(request, currency)
  const intent = await answerOf(
    client.paymentIntents.create(
      {
        amount: request.amount,
        currency: request.currency.toLowerCase(),
        allowed_payment_method_types: ['card'],
        description: request.description,
        metadata: marksOf(request),
      },
      { idempotencyKey },
    ),
  )
  if (!intent.client_secret) throw new Error(`Payment ${intent.id} came without its secret`)
  return { paymentId: intent.id, clientSecret: intent.client_secret }
}

export async function getPayment(desk: Desk, id: string): Promise<PaymentSnapshot> {
  return read(desk, await findIntent(desk, id))
}

/** Throws UnknownPayment. */
export async function findIntent({ client }: Desk, id: string): Promise<Stripe.PaymentIntent> {
  refuseId(id)
  return answerOf(client.paymentIntents.retrieve(id, { expand: withItsCharge })).catch(unknownIfMissing)
}

export async function cancelPayment(desk: Desk, id: string): Promise<PaymentSnapshot> {
  refuseId(id)
  try {
    return await read(desk, await answerOf(desk.client.paymentIntents.cancel(id, { expand: withItsCharge })))
  } catch (error) {
    if (isTooLate(error)) return getPayment(desk, id)
    return unknownIfMissing(error)
  }
}

export async function refund(
  { client }: Desk,
  { paymentId, amount, reason }: RefundRequest,
  idempotencyKey: string,
): Promise<RefundSnapshot> {
  refuseId(paymentId)
  if (!Number.isSafeInteger(amount) || amount < 1) throw new Error('A refund is a whole number above zero')
  const words = {
    requested: 'requested_by_customer',
    duplicate: 'duplicate',
    undeliverable: undefined,
  } as const
  const order = { payment_intent: paymentId, amount, reason: words[reason] }
  const made = await answerOf(client.refunds.create(order, { idempotencyKey })).catch((error: unknown) => {
    if (isRefusal(error) && !isMissing(error)) throw new RefundRefused(error.message, { cause: error })
    return unknownIfMissing(error)
  })
  return refundSnapshot(made, paymentId)
}

async function read(desk: Desk, intent: Stripe.PaymentIntent): Promise<PaymentSnapshot> {
  const charge = chargeOf(intent)
  if (!charge?.paid) return snapshotOf(intent, { refunds: [], disputes: [], unknown: [] })
  const [refunds, { known, unknown }] = await Promise.all([refundsOf(desk, charge), disputesOf(desk, intent)])
  return snapshotOf(intent, { refunds, disputes: known, unknown })
}

async function refundsOf({ client }: Desk, { id, refunds }: Stripe.Charge): Promise<Array<Stripe.Refund>> {
  if (refunds && !refunds.has_more) return refunds.data
  return answerOf(client.refunds.list({ charge: id, limit: 100 }).autoPagingToArray({ limit: mostRefunds }))
}

/** What the buyer's bank says: disputes that are more than a question first, the newest of them leading; else a warning. */
async function disputesOf(
  desk: Desk,
  intent: Stripe.PaymentIntent,
): Promise<{ known: Array<DisputeSnapshot>; unknown: Array<string> }> {
  const { client, log } = desk
  const [disputes, warning] = await Promise.all([
    answerOf(client.disputes.list({ payment_intent: intent.id, limit: 100 })),
    warningOf(desk, intent),
  ])
  const known: Array<DisputeSnapshot> = []
  const unknown: Array<string> = []
  for (const dispute of disputes.data) {
    const snapshot = disputeSnapshot(dispute, intent)
    if (snapshot) known.push(snapshot)
    else {
      log.error({ disputeId: dispute.id, status: dispute.status }, 'stripe: a dispute in no state we know')
      unknown.push(dispute.id)
    }
  }
  if (known.length === 0 && warning) known.push(warning)
  const isQuestion = ({ state }: DisputeSnapshot) => state === 'inquiry'
  return { known: [...known.filter((one) => !isQuestion(one)), ...known.filter(isQuestion)], unknown }
}

/** The card network's word that this may be fraud, before any dispute. A key without Radar sees none. */
async function warningOf(
  { client }: Desk,
  intent: Stripe.PaymentIntent,
): Promise<DisputeSnapshot | undefined> {
  const warnings = await answerOf(
    client.radar.earlyFraudWarnings.list({ payment_intent: intent.id, limit: 1 }),
  ).catch((error: unknown) => {
    if (isForbidden(error)) return { data: [] }
    throw error
  })
  const [warning] = warnings.data
  if (!warning) return undefined
  const { id, fraud_type: reason } = warning
  return { disputeId: id, amount: intent.amount_received, state: 'inquiry', reason }
}

function refuseAmount({ amount, currency }: PaymentRequest, ours: string): void {
  if (currency !== ours) throw new Error(`This instance charges in ${ours}`)
  const { min, max } = chargeLimits(currency)
  if (!Number.isSafeInteger(amount) || amount < min || amount > max)
    throw new Error(`An amount is a whole number from ${min} to ${max}`)
}

/** What cannot be an id of Stripe's is not asked for. */
function refuseId(id: string): void {
  if (!/^pi_\w{1,120}$/.test(id)) throw new UnknownPayment('There is no such payment')
}

function unknownIfMissing(error: unknown): never {
  if (isMissing(error)) throw new UnknownPayment('There is no such payment')
  throw error
}

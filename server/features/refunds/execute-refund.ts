import { and, asc, eq, isNull, lt, lte, or } from 'drizzle-orm'
import type { Tx } from '../../db/database.ts'
import { refundRequests } from '../../db/schema/index.ts'
import type { Ports } from '../../ports/index.ts'
import { RefundFailedError, type RefundSnapshot } from '../../ports/payment-provider.ts'
import { raiseAlert } from '../alerts/service.ts'
import type { RefundRequestRow } from '../purchases/refund-requests-repository.ts'
import { findPurchase } from '../purchases/repository.ts'
import { settlePurchase } from '../settlement/settle-purchase.ts'

const minuteMs = 60_000
/** Milliseconds after which a refund that was begun is taken up again, and the longest pause between two tries. */
const retryBaseDelayMs = minuteMs
const retryMaxDelayMs = 60 * minuteMs
/** Providers keep our key for a day: after that the same words could pay back twice. */
const idempotencyKeyTtlMs = 23 * 60 * minuteMs

/** Pays back what is decided; where the provider does not answer, the sweeper takes it up again. */
export async function executeRefund(
  ports: Ports,
  row: RefundRequestRow,
): Promise<'refunded' | 'refunding' | 'failed'> {
  try {
    return await attemptRefund(ports, row)
  } catch (error) {
    if (error instanceof RefundFailedError) return failRefund(ports, row, error.message)
    ports.log.error(
      { err: error, refundRequestId: row.id },
      'a refund could not be made yet; it is tried again',
    )
    return scheduleRetry(ports, row)
  }
}

/** Refunds that were begun and not finished: a crash, a provider that did not answer, or is still at it. */
export async function retryPendingRefunds(ports: Ports): Promise<void> {
  const now = ports.clock.now()
  const rows = await ports.db
    .select()
    .from(refundRequests)
    .where(
      and(
        eq(refundRequests.state, 'refunding'),
        or(
          lte(refundRequests.nextAttemptAt, now),
          and(
            isNull(refundRequests.nextAttemptAt),
            lt(refundRequests.decidedAt, new Date(now.getTime() - retryBaseDelayMs)),
          ),
        ),
      ),
    )
    .orderBy(asc(refundRequests.attemptCount), asc(refundRequests.decidedAt))
    .limit(100)
  for (const row of rows) await executeRefund(ports, row)
}

/**
 * Intention first: our row stands already, its id is the key, so asking the provider again never pays twice. Once it has
 * named its refund, that is looked at instead.
 */
async function attemptRefund(
  ports: Ports,
  row: RefundRequestRow,
): Promise<'refunded' | 'refunding' | 'failed'> {
  const { id, purchaseId } = row
  const bought = await findPurchase(ports.db, purchaseId)
  const paymentId = bought?.attempt.providerPaymentId
  if (!paymentId) throw new Error(`Purchase ${purchaseId} has no payment`)
  const age = ports.clock.now().getTime() - (row.decidedAt ?? row.createdAt).getTime()
  if (row.providerRefundId === null && age > idempotencyKeyTtlMs)
    return failRefund(
      ports,
      row,
      'The provider has not answered for a day; it may have made this refund or not.',
    )

  const refund = await createOrFetchRefund(ports, row, paymentId)
  await ports.db
    .update(refundRequests)
    .set({ providerRefundId: refund.refundId })
    .where(eq(refundRequests.id, id))
  await settlePurchase(ports, paymentId)
  if (refund.state === 'pending') return scheduleRetry(ports, row)
  const state = refund.state === 'succeeded' ? ('refunded' as const) : ('failed' as const)
  await completeRequest(ports.db, id, state)
  return state
}

async function createOrFetchRefund(
  { paymentProvider }: Ports,
  row: RefundRequestRow,
  paymentId: string,
): Promise<RefundSnapshot> {
  const { id, amount, providerRefundId, requestedBy } = row
  if (providerRefundId !== null) {
    const { refunds } = await paymentProvider.getPayment(paymentId)
    const known = refunds.find(({ refundId }) => refundId === providerRefundId)
    return known ?? { refundId: providerRefundId, paymentId, amount, state: 'pending' }
  }
  const reason = requestedBy === 'platform' ? 'undeliverable' : 'requested'
  return paymentProvider.refund({ paymentId, amount, reason }, `refund:${id}`)
}

/** A no that stays a no: asking again changes nothing, so a person decides. Access stays as it is until then. */
async function failRefund(
  ports: Ports,
  { id, purchaseId }: RefundRequestRow,
  why: string,
): Promise<'failed'> {
  await ports.db.transaction(async (tx) => {
    await completeRequest(tx, id, 'failed')
    const message = `The refund of purchase ${purchaseId} was not made: ${why}`
    await raiseAlert(tx, ports, { kind: 'refund-refused', target: `refund-request/${id}`, message })
  })
  return 'failed'
}

async function scheduleRetry(
  { db, clock }: Ports,
  { id, attemptCount }: RefundRequestRow,
): Promise<'refunding'> {
  const pause = Math.min(retryBaseDelayMs * 2 ** attemptCount, retryMaxDelayMs)
  await db
    .update(refundRequests)
    .set({ attemptCount: attemptCount + 1, nextAttemptAt: new Date(clock.now().getTime() + pause) })
    .where(eq(refundRequests.id, id))
  return 'refunding'
}

async function completeRequest(
  db: Tx | Ports['db'],
  id: number,
  state: 'refunded' | 'failed',
): Promise<void> {
  await db
    .update(refundRequests)
    .set({ state, nextAttemptAt: null })
    .where(and(eq(refundRequests.id, id), eq(refundRequests.state, 'refunding')))
}

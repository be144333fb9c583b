import { and, asc, eq, isNotNull, isNull, lt, lte, or } from 'drizzle-orm'
import { type MinorUnits, parseDecimal } from '../../../../contract/money.ts'
import type { RowId } from '../../../../contract/order-number.ts'
import { AppError } from '../../../../domain/errors.ts'
import { isFullRefund, resolveRefundAmount } from '../../../../domain/refund.ts'
import type { Tx } from '../../../db/database.ts'
import { updateRow } from '../../../db/rows.ts'
import { refundRequests } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'
import {
  RefundDeferredError,
  RefundFailedError,
  type RefundSnapshot,
} from '../../../ports/payment-provider.ts'
import { updateWaitingRefundsAlert } from '../../money/subscriptions/waiting-refunds.ts'
import { lockCreator } from '../../people/accounts/repository.ts'
import { raiseAlert } from '../../telling/alerts/service.ts'
import {
  insertRefundRequest,
  isRefundInProgress,
  type RefundRequestRow,
  updateDecision,
} from '../purchases/refund-requests-repository.ts'
import { findPurchase, lockSale, revokeGrant } from '../purchases/repository.ts'
import { settlePurchase } from '../settlement/settle-purchase.ts'

const minuteMs = 60_000
const retryBaseDelayMs = minuteMs
const retryMaxDelayMs = 60 * minuteMs
/** How long a refund is retried. Providers keep idempotency keys for a day; a later repetition could refund twice. */
const maxRetryAgeMs = 23 * 60 * minuteMs

/** Executes an approved refund; when the provider does not answer, the sweep retries. */
export async function executeRefund(
  ports: Ports,
  row: RefundRequestRow,
): Promise<'refunded' | 'processing' | 'failed'> {
  try {
    return await attemptRefund(ports, row)
  } catch (error) {
    if (error instanceof RefundFailedError) return failRefund(ports, row, error.message)
    if (error instanceof RefundDeferredError) return deferRefund(ports, row, error)
    ports.log.error({ err: error, refundRequestId: row.id }, 'refund could not be made, will retry')
    return scheduleRetry(ports, row)
  }
}

/** Retries unfinished refunds: after a crash, an unanswered call, or while the provider processes them. */
export async function retryPendingRefunds(ports: Ports): Promise<void> {
  const now = ports.clock.now()
  const rows = await ports.db
    .select()
    .from(refundRequests)
    .where(
      and(
        eq(refundRequests.state, 'processing'),
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
 * Our row exists already and its id is the idempotency key, so repeating the call never refunds twice. Once the
 * provider's refund id is known, that refund is read instead.
 */
async function attemptRefund(
  ports: Ports,
  row: RefundRequestRow,
): Promise<'refunded' | 'processing' | 'failed'> {
  const { id, purchaseId } = row
  const bought = await findPurchase(ports.db, purchaseId)
  const paymentId = bought?.checkout.providerPaymentId
  if (!paymentId) throw new Error(`Purchase ${purchaseId} has no payment`)
  const startedAt = await startAttempt(ports, row)
  if (row.providerRefundId === null && ports.clock.now().getTime() - startedAt.getTime() > maxRetryAgeMs)
    return failRefund(
      ports,
      row,
      'The provider hasn’t responded for a day, so this refund may or may not have gone through.',
    )

  const refund = await createOrFetchRefund(ports, row, paymentId)
  const answered = { providerRefundId: refund.refundId, attemptStartedAt: null, waitReason: null }
  await updateRow(ports.db, refundRequests, { id }, answered)
  if (row.waitReason !== null) await updateWaitingRefundsAlert(ports)
  await settlePurchase(ports, paymentId)
  if (refund.state === 'pending') return scheduleRetry(ports, row)
  const state = refund.state === 'succeeded' ? ('refunded' as const) : ('failed' as const)
  await ports.db.transaction((tx) => completeRequest(tx, row, state))
  return state
}

/** When this attempt was first sent: its key is good for a day from then. A new attempt begins now. */
async function startAttempt({ db, clock }: Ports, row: RefundRequestRow): Promise<Date> {
  if (row.attemptStartedAt) return row.attemptStartedAt
  const isFirst = row.refundAttempt === 0
  const attemptStartedAt = isFirst ? (row.decidedAt ?? row.createdAt) : clock.now()
  await updateRow(db, refundRequests, { id: row.id }, { attemptStartedAt })
  return attemptStartedAt
}

const balanceDelayMs = 5 * minuteMs

/**
 * The provider makes it later. After an answer about the balance the attempt is over there, so the next one has a key of its
 * own; it waits for the balance, and is repeated when that grows.
 */
async function deferRefund(
  ports: Ports,
  row: RefundRequestRow,
  { reason }: RefundDeferredError,
): Promise<'processing'> {
  if (reason === 'provider_busy') return scheduleRetry(ports, row)
  const { db, clock } = ports
  await updateRow(
    db,
    refundRequests,
    { id: row.id },
    {
      refundAttempt: row.refundAttempt + 1,
      attemptStartedAt: null,
      waitReason: reason,
      nextAttemptAt: new Date(clock.now().getTime() + balanceDelayMs),
    },
  )
  await updateWaitingRefundsAlert(ports)
  return 'processing'
}

/** Repeats at once the refunds that wait for the balance, because there is more of it. Oldest first. */
export async function retryRefundsWaitingForBalance(ports: Ports): Promise<void> {
  const rows = await ports.db
    .select()
    .from(refundRequests)
    .where(and(eq(refundRequests.state, 'processing'), isNotNull(refundRequests.waitReason)))
    .orderBy(asc(refundRequests.id))
    .limit(100)
  for (const row of rows) await executeRefund(ports, row)
}

async function createOrFetchRefund(
  { paymentProvider }: Ports,
  row: RefundRequestRow,
  paymentId: string,
): Promise<RefundSnapshot> {
  const { id, amount, providerRefundId, requestedBy, refundAttempt } = row
  if (providerRefundId !== null) {
    const { refunds } = await paymentProvider.getPayment(paymentId)
    const known = refunds.find(({ refundId }) => refundId === providerRefundId)
    return known ?? { refundId: providerRefundId, paymentId, amount, state: 'pending' }
  }
  const reason = requestedBy === 'system' ? 'undeliverable' : 'requested'
  const key = refundAttempt === 0 ? `refund:${id}` : `refund:${id}:${refundAttempt}`
  return paymentProvider.refund({ paymentId, amount, reason }, key)
}

/** A final rejection: a retry would not help, so a person decides. Access stays revoked until then. */
async function failRefund(ports: Ports, row: RefundRequestRow, why: string): Promise<'failed'> {
  await ports.db.transaction(async (tx) => {
    await completeRequest(tx, row, 'failed')
    const bought = await findPurchase(tx, row.purchaseId)
    const message = `Purchase ${bought?.purchase.orderNumber} wasn’t refunded: ${why}`
    await raiseAlert(tx, ports, { kind: 'refund-rejected', target: `refund-request/${row.id}`, message })
  })
  return 'failed'
}

async function scheduleRetry(
  { db, clock }: Ports,
  { id, attemptCount }: RefundRequestRow,
): Promise<'processing'> {
  const delayMs = Math.min(retryBaseDelayMs * 2 ** attemptCount, retryMaxDelayMs)
  const nextAttemptAt = new Date(clock.now().getTime() + delayMs)
  await updateRow(db, refundRequests, { id }, { attemptCount: attemptCount + 1, nextAttemptAt })
  return 'processing'
}

async function completeRequest(
  tx: Tx,
  { id, creatorId }: RefundRequestRow,
  state: 'refunded' | 'failed',
): Promise<void> {
  await lockCreator(tx, creatorId)
  await updateDecision(tx, { id, state: 'processing' }, { state, nextAttemptAt: null })
}

type IssueRefundInput = {
  purchaseId: RowId
  /** A decimal string; all that is refundable when omitted. */
  amount?: string | undefined
  /** The total refunded when this was decided, as a decimal string: more since then is a conflict. */
  refunded?: string | undefined
  /** The message to the buyer. */
  reason: string
  by: { role: 'creator' | 'admin'; userId: string }
  /** Writes the audit log entry in the same transaction. */
  audit?: (tx: Tx, amount: MinorUnits) => Promise<void>
}

/**
 * Refunds a buyer without a request; the caller authorizes. Throws AppError when the amount exceeds what is
 * refundable, and `conflict` when nothing is, or a refund is in progress.
 */
export async function issueRefund(
  ports: Ports,
  { purchaseId, amount, refunded, reason, by, audit }: IssueRefundInput,
): Promise<'refunded' | 'processing' | 'failed'> {
  const row = await findPurchase(ports.db, purchaseId)
  if (!row) throw new AppError('not_found', 'Purchase Not Found')
  const request = await ports.db.transaction(async (tx) => {
    const { purchase } = await lockSale(tx, { creatorId: row.purchase.creatorId, purchaseId })
    if (await isRefundInProgress(tx, purchaseId))
      throw new AppError('conflict', 'A refund for this purchase is already in progress.')
    if (refunded !== undefined && parseDecimal(refunded, purchase.currency) !== purchase.refundedAmount)
      throw new AppError('conflict', 'Part of this was just refunded. Check the amount and try again.')
    const refundAmount = resolveRefundAmount(purchase, amount)
    // Access is revoked with the decision, so that no one has both the content and the full refund.
    if (isFullRefund(purchase, refundAmount))
      await revokeGrant(tx, purchaseId, { now: ports.clock.now(), reason: 'refund' })
    await audit?.(tx, refundAmount)
    return insertRefundRequest(tx, ports, {
      purchaseId,
      creatorId: purchase.creatorId,
      amount: refundAmount,
      requestMessage: '',
      requestedBy: by.role,
      state: 'processing',
      decidedBy: by.userId,
      decisionMessage: reason,
    })
  })
  return executeRefund(ports, request)
}

import type { z } from 'zod'
import { limits } from '../../../../contract/limits.ts'
import { formatDecimal, type MinorUnits } from '../../../../contract/money.ts'
import type * as contract from '../../../../contract/refunds.ts'
import type { RefundRequest, RefundRequestDetail } from '../../../../contract/refunds.ts'
import { canDecideRefund } from '../../../../domain/access.ts'
import { AppError } from '../../../../domain/errors.ts'
import { creatorAccount } from '../../../../domain/ledger.ts'
import {
  creatorRefundShare,
  isFullRefund,
  refundableAmount,
  resolveRefundAmount,
  returnedFee,
  stateAfterDecision,
} from '../../../../domain/refund.ts'
import type { Tx } from '../../../db/database.ts'
import { forEachRow, rowsByKey } from '../../../db/pages-by-key.ts'
import type { Viewer } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { getBalance } from '../../money/ledger/repository.ts'
import {
  findPendingSummary,
  findRefundRequest,
  isRefundInProgress,
  type RefundRequestRow,
  type RefundRequestWithPurchase,
  selectRefundRequestsOf,
  selectRequestsInReview,
  selectUnansweredRequests,
  updateDecision,
} from '../purchases/refund-requests-repository.ts'
import { lockSale, revokeGrant } from '../purchases/repository.ts'
import { notifyBuyerOfRejection, notifyCreatorOfDecision, notifyOfObjection } from './emails.tsx'
import { executeRefund } from './execute-refund.ts'

const maxListed = limits.maxListed.refundRequests

export async function listRefundRequests({ db, config }: Ports, viewer: Viewer) {
  const rows = await selectRefundRequestsOf(db, viewer.id, maxListed)
  const { pendingAmount, ...pending } = await findPendingSummary(db, viewer.id)
  return {
    ...pending,
    pendingAmount: formatDecimal(pendingAmount, config.currency),
    currency: config.currency,
    requests: rows.map(presentRefundRequest),
  }
}

export async function listRefundReviews({ db }: Ports) {
  const rows = await selectRequestsInReview(db, maxListed)
  return { requests: rows.map((row) => ({ ...presentRefundRequest(row), creatorEmail: row.creatorEmail })) }
}

/** A request, and the balance after a refund of `amount` or of all that is refundable. */
export async function getRefundRequest(
  ports: Ports,
  viewer: Viewer,
  { id, amount }: { id: number; amount?: string | undefined },
): Promise<RefundRequestDetail> {
  const request = await requireDecidable(ports, viewer, id)
  const { purchase } = request
  const isClosed = !isDecidable(viewer, request) || refundableAmount(purchase) === 0
  return presentWithBalance(ports, viewer, request, isClosed ? 0 : resolveRefundAmount(purchase, amount))
}

type Decision = z.output<typeof contract.decideRefundRequest.body>

/**
 * Decides a request as its creator or admin. A creator's `reject` is an objection, which the admin decides. Throws
 * AppError `conflict` when it is decided already, and `invalid_input` for an objection without a reason.
 */
export async function decideRefundRequest(
  ports: Ports,
  viewer: Viewer,
  id: number,
  decision: Decision,
): Promise<RefundRequestDetail> {
  const request = await requireDecidable(ports, viewer, id)
  const decided = await saveDecision(ports, viewer, request, decision)
  if (decided.state === 'processing') await executeRefund(ports, decided)
  return presentWithBalance(ports, viewer, await requireDecidable(ports, viewer, id), 0)
}

/** Stores the decision with its revocation and emails before the provider is called. */
async function saveDecision(
  ports: Ports,
  viewer: Viewer,
  { request, purchase: { id: purchaseId, creatorId } }: RefundRequestWithPurchase,
  { decision, amount, reason }: Decision,
): Promise<RefundRequestRow> {
  const now = ports.clock.now()
  return ports.db.transaction(async (tx) => {
    const { purchase } = await lockSale(tx, { creatorId, purchaseId })
    const current = await findRefundRequest(tx, request.id)
    const by = deciderOf(viewer)
    const state = current && stateAfterDecision(effectiveState(current), { by, decision })
    if (!current || !state) throw new AppError('conflict', 'This request has already been decided.')
    if (state === 'in_review') return saveObjection(tx, ports, current, reason)
    const isRefund = decision === 'refund'
    if (isRefund && (await isRefundInProgress(tx, purchaseId)))
      throw new AppError('conflict', 'A refund for this purchase is already in progress.')
    const decidedAmount = isRefund ? resolveRefundAmount(purchase, amount) : request.amount
    const decided = await updateDecision(tx, current.request, {
      state,
      amount: decidedAmount,
      decidedAt: now,
      decidedBy: viewer.id,
      decisionMessage: reason,
    })
    if (!decided) throw new AppError('conflict', 'This request has already been decided.')
    if (!isRefund) await notifyBuyerOfRejection(tx, ports, decided, purchase)
    if (by === 'admin') await notifyCreatorOfDecision(tx, ports, decided, purchase)
    // Access is revoked with the decision, so that no one has both the content and the full refund.
    if (isRefund && isFullRefund(purchase, decidedAmount))
      await revokeGrant(tx, purchaseId, { now, reason: 'refund' })
    return decided
  })
}

/** The admin's decisions are final, also about the admin's own sales. */
function deciderOf({ isAdmin }: Viewer): 'creator' | 'admin' {
  return isAdmin ? 'admin' : 'creator'
}

function isDecidable(viewer: Viewer, request: RefundRequestWithPurchase): boolean {
  const by = deciderOf(viewer)
  return stateAfterDecision(effectiveState(request), { by, decision: 'refund' }) !== undefined
}

async function requireDecidable(
  { db }: Ports,
  viewer: Viewer,
  id: number,
): Promise<RefundRequestWithPurchase> {
  const request = await findRefundRequest(db, id)
  if (!request || !canDecideRefund(viewer, request.purchase))
    throw new AppError('not_found', 'Refund Request Not Found')
  return request
}

async function presentWithBalance(
  { db }: Ports,
  viewer: Viewer,
  request: RefundRequestWithPurchase,
  amount: MinorUnits,
): Promise<RefundRequestDetail> {
  const { creatorId, currency } = request.purchase
  const balance = await getBalance(db, creatorAccount(creatorId))
  const after = balance - creatorRefundShare(request.purchase, amount)
  return {
    ...presentRefundRequest(request),
    balance: formatDecimal(balance, currency),
    balanceAfter: formatDecimal(after, currency),
    feeReturned: formatDecimal(returnedFee(request.purchase, amount), currency),
    isCreator: viewer.id === creatorId,
  }
}

/**
 * Stores a creator's objection to a request, so that the admin decides, and emails the buyer and the admin. No money
 * moves; the amount stays reserved. The caller holds the creator's lock. Throws AppError `invalid_input` without a
 * reason.
 */
async function saveObjection(
  tx: Tx,
  ports: Ports,
  { request, purchase }: RefundRequestWithPurchase,
  reason: string,
): Promise<RefundRequestRow> {
  if (reason === '') {
    const message = 'Tell us why you decline the refund'
    throw new AppError('invalid_input', message, { reason: message })
  }
  const objected = await updateDecision(tx, request, {
    state: 'in_review',
    objectedAt: ports.clock.now(),
    objectionMessage: reason,
  })
  if (!objected) throw new AppError('conflict', 'This request has already been decided.')
  await notifyOfObjection(tx, ports, objected, purchase)
  return objected
}

function presentRefundRequest(row: RefundRequestWithPurchase): RefundRequest {
  const { request, purchase, title } = row
  const { currency } = purchase
  return {
    id: request.id,
    state: effectiveState(row),
    contentId: purchase.contentId,
    title,
    purchaseId: purchase.orderNumber,
    purchaseAmount: formatDecimal(purchase.amount, currency),
    amount: formatDecimal(request.amount, currency),
    refundableAmount: formatDecimal(refundableAmount(purchase), currency),
    currency,
    reason: request.requestMessage,
    creatorDeadlineAt:
      request.state === 'requested' ? (request.creatorDeadlineAt?.toISOString() ?? null) : null,
    objectionMessage: request.objectionMessage,
    decisionMessage: request.decisionMessage,
    createdAt: request.createdAt.toISOString(),
    decidedAt: request.decidedAt?.toISOString() ?? null,
  }
}

/** A request whose purchase was refunded in another way (at the provider, by a dispute) is no longer pending. */
function effectiveState({ request, purchase }: RefundRequestWithPurchase): RefundRequestRow['state'] {
  const isOpen = request.state === 'requested' || request.state === 'in_review'
  return isOpen && purchase.refundedAmount >= purchase.amount ? 'refunded' : request.state
}

const pageSize = 50

/** Refunds requests whose creator has neither refunded nor objected within 72 hours. Idempotent. */
export async function refundUnansweredRequests(ports: Ports, signal?: AbortSignal): Promise<void> {
  const now = ports.clock.now()
  const due = rowsByKey(
    (after: number | undefined, limit) => selectUnansweredRequests(ports.db, { now, after, limit }),
    {
      keyOf: ({ request }) => request.id,
      pageSize,
    },
  )
  const refund = async ({ request, purchase }: RefundRequestWithPurchase) => {
    if (signal?.aborted) return
    const approved = await approve(ports, request, purchase.creatorId)
    if (approved) await executeRefund(ports, approved)
  }
  await forEachRow(due, refund, {
    log: ports.log,
    message: 'an unanswered request could not be refunded, will retry',
    describe: ({ request }) => ({ refundRequestId: request.id }),
  })
}

/** Undefined when the creator or admin was faster, or another refund of the purchase is in progress. */
async function approve(
  ports: Ports,
  { id, purchaseId }: RefundRequestRow,
  creatorId: string,
): Promise<RefundRequestRow | undefined> {
  const now = ports.clock.now()
  return ports.db.transaction(async (tx) => {
    const { purchase } = await lockSale(tx, { creatorId, purchaseId })
    const current = await findRefundRequest(tx, id)
    const amount = refundableAmount(purchase)
    if (current?.request.state !== 'requested' || amount === 0) return undefined
    if (await isRefundInProgress(tx, purchaseId)) return undefined
    const approved = await updateDecision(tx, current.request, {
      state: 'processing',
      amount,
      decidedAt: now,
    })
    if (!approved) return undefined
    await notifyCreatorOfDecision(tx, ports, approved, purchase)
    // Access is revoked with the decision, so that no one has both the content and the full refund.
    if (isFullRefund(purchase, amount)) await revokeGrant(tx, purchaseId, { now, reason: 'refund' })
    return approved
  })
}

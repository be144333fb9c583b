import type { z } from 'zod'
import { limits } from '../../../contract/limits.ts'
import { formatDecimal, type MinorUnits } from '../../../contract/money.ts'
import type * as contract from '../../../contract/refunds.ts'
import type { RefundRequestDetail } from '../../../contract/refunds.ts'
import { canDecideRefund } from '../../../domain/access.ts'
import { AppError } from '../../../domain/errors.ts'
import { creatorAccount } from '../../../domain/ledger.ts'
import {
  creatorRefundShare,
  isFullRefund,
  refundableAmount,
  resolveRefundAmount,
} from '../../../domain/refund.ts'
import { stateAfterDecision } from '../../../domain/refund-decision.ts'
import type { Viewer } from '../../http/request-context.ts'
import type { Ports } from '../../ports/index.ts'
import { lockCreator } from '../accounts/repository.ts'
import { getBalance } from '../ledger/repository.ts'
import { revokeGrant } from '../purchases/grants-repository.ts'
import {
  findPendingSummary,
  findRefundRequest,
  isRefundInProgress,
  type RefundRequestRow,
  type RefundRequestWithPurchase,
  selectRefundRequestsOf,
  selectRequestsInReview,
  updateDecision,
} from '../purchases/refund-requests-repository.ts'
import { lockGrant } from '../purchases/repository.ts'
import { notifyBuyerOfRejection, notifyCreatorOfDecision } from './emails.ts'
import { executeRefund } from './execute-refund.ts'
import { saveObjection } from './object-to-refund.ts'
import { effectiveState, presentRefundRequest } from './present.ts'

const maxListed = limits.maxListed.refundRequests

/** Refund requests of the viewer's own sales. */
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

/** Requests that creators objected to, for the admin. */
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
    // Refunds are booked under this lock, so the refundable amount cannot change during the decision.
    await lockCreator(tx, creatorId)
    const { purchase } = await lockGrant(tx, purchaseId)
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
  const after = amount === 0 ? balance : balance - creatorRefundShare(request.purchase, amount)
  return {
    ...presentRefundRequest(request),
    balance: formatDecimal(balance, currency),
    balanceAfter: formatDecimal(after, currency),
    isCreator: viewer.id === creatorId,
  }
}

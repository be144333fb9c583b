import type { z } from 'zod'
import { formatDecimal, type MinorUnits } from '../../../contract/money.ts'
import type * as contract from '../../../contract/refunds.ts'
import type { RefundRequest, RefundRequestDetail } from '../../../contract/refunds.ts'
import { canDecideRefund } from '../../../domain/access.ts'
import { AppError } from '../../../domain/errors.ts'
import { creatorAccount } from '../../../domain/ledger.ts'
import {
  creatorRefundShare,
  isFullRefund,
  refundableAmount,
  resolveRefundAmount,
} from '../../../domain/refund.ts'
import type { Viewer } from '../../http/request-context.ts'
import type { Ports } from '../../ports/index.ts'
import { lockCreator } from '../accounts/repository.ts'
import { getBalance } from '../ledger/repository.ts'
import {
  findPendingSummary,
  findRefundRequest,
  isRefundInProgress,
  type RefundRequestRow,
  type RefundRequestWithPurchase,
  selectRefundRequestsOf,
  updateDecision,
} from '../purchases/refund-requests-repository.ts'
import { lockGrant, revokeGrant } from '../purchases/repository.ts'
import { notifyBuyerOfRejection } from './emails.ts'
import { executeRefund } from './execute-refund.ts'

const maxListed = 50

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

/** A request, and the balance after a refund of `amount` or of all that is refundable. */
export async function getRefundRequest(
  ports: Ports,
  viewer: Viewer,
  { id, amount }: { id: number; amount?: string | undefined },
): Promise<RefundRequestDetail> {
  const request = await requireDecidable(ports, viewer, id)
  const { purchase } = request
  const isClosed = effectiveState(request) !== 'requested' || refundableAmount(purchase) === 0
  return presentWithBalance(ports, viewer, request, isClosed ? 0 : resolveRefundAmount(purchase, amount))
}

type Decision = z.output<typeof contract.decideRefundRequest.body>

/** Decides a request as its creator or admin, once. Throws AppError `conflict` when it is decided already. */
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
    if (!current || effectiveState(current) !== 'requested')
      throw new AppError('conflict', 'This request has already been decided.')
    const isRefund = decision === 'refund'
    if (isRefund && (await isRefundInProgress(tx, purchaseId)))
      throw new AppError('conflict', 'A refund for this purchase is already in progress.')
    const decidedAmount = isRefund ? resolveRefundAmount(purchase, amount) : request.amount
    const decided = await updateDecision(tx, request.id, {
      state: isRefund ? 'processing' : 'rejected',
      amount: decidedAmount,
      decidedAt: now,
      decidedBy: viewer.id,
      decisionMessage: reason,
    })
    if (!decided) throw new AppError('conflict', 'This request has already been decided.')
    if (!isRefund) await notifyBuyerOfRejection(tx, ports, decided, purchase)
    // Access is revoked with the decision, so that no one has both the content and the full refund.
    if (isRefund && isFullRefund(purchase, decidedAmount))
      await revokeGrant(tx, purchaseId, { now, reason: 'refund' })
    return decided
  })
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

function presentRefundRequest(found: RefundRequestWithPurchase): RefundRequest {
  const { request, purchase, title } = found
  const { currency } = purchase
  return {
    id: request.id,
    state: effectiveState(found),
    contentId: purchase.contentId,
    title,
    purchaseId: purchase.orderNumber,
    purchaseAmount: formatDecimal(purchase.amount, currency),
    amount: formatDecimal(request.amount, currency),
    refundableAmount: formatDecimal(refundableAmount(purchase), currency),
    currency,
    reason: request.requestMessage,
    decisionMessage: request.decisionMessage,
    createdAt: request.createdAt.toISOString(),
    decidedAt: request.decidedAt?.toISOString() ?? null,
  }
}

/** A request whose purchase was refunded by another way (at the provider, by a dispute) is no longer pending. */
function effectiveState({ request, purchase }: RefundRequestWithPurchase): RefundRequestRow['state'] {
  return request.state === 'requested' && purchase.refundedAmount >= purchase.amount
    ? 'refunded'
    : request.state
}

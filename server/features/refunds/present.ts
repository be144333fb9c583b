import { formatDecimal } from '../../../contract/money.ts'
import type { RefundRequest } from '../../../contract/refunds.ts'
import { refundableAmount } from '../../../domain/refund.ts'
import type { RefundRequestRow, RefundRequestWithPurchase } from '../purchases/refund-requests-repository.ts'

export function presentRefundRequest(row: RefundRequestWithPurchase): RefundRequest {
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
export function effectiveState({ request, purchase }: RefundRequestWithPurchase): RefundRequestRow['state'] {
  const isOpen = request.state === 'requested' || request.state === 'in_review'
  return isOpen && purchase.refundedAmount >= purchase.amount ? 'refunded' : request.state
}

import type { RefundEligibility } from '../../../contract/access.ts'
import { formatDecimal } from '../../../contract/money.ts'
import { purchaseState, refundStatus } from '../../../domain/purchase.ts'
import type { Ports } from '../../ports/index.ts'
import { contentOfPurchase, requireActiveAccess } from '../access/active-access.ts'
import { latestBuyerRequestState } from '../access/record-access.ts'
import { isManuallyRevoked } from '../access/revocation.ts'
import { mayWithdraw, requirePurchaseByToken } from '../access/verify-purchase.ts'
import { sumInProgress } from '../purchases/refund-requests-repository.ts'
import type { PurchaseWithGrant } from '../purchases/repository.ts'

/** What a refund request would do now. Reading it does not count as access. */
export async function getRefundEligibility(ports: Ports, token: string): Promise<RefundEligibility> {
  const bought = await requirePurchaseByToken(ports, token)
  const { purchase, grant } = bought
  const isRefunded = purchaseState(purchase) === 'refunded'
  if (!isRefunded && !isManuallyRevoked(grant)) requireActiveAccess(bought)
  const row = await contentOfPurchase(ports, bought)
  const lastRequestState = await latestBuyerRequestState(ports.db, purchase.id)
  const refundedOrRefundable = isRefunded
    ? purchase.refundedAmount
    : purchase.amount - purchase.refundedAmount - (await sumInProgress(ports.db, purchase.id))
  return {
    title: row.content.title,
    amount: formatDecimal(refundedOrRefundable, purchase.currency),
    currency: purchase.currency,
    status: isRefunded ? 'refunded' : refundStatus(purchase, lastRequestState, ports.clock.now()),
    isInstant: isRefundInstant(ports, bought),
    purchaseId: purchase.orderNumber,
  }
}

/**
 * Whether a request is refunded without asking anyone: nothing was opened, the policy is unconditional, or it is a
 * withdrawal.
 */
export function isRefundInstant(
  ports: Ports,
  bought: Pick<PurchaseWithGrant, 'purchase' | 'grant' | 'checkout'>,
): boolean {
  if (bought.grant.firstAccessedAt === null || mayWithdraw(ports, bought)) return true
  return ports.settings.current().refundPolicy === 'unconditional'
}

import type { RefundEligibility } from '../../../contract/access.ts'
import { formatDecimal } from '../../../contract/money.ts'
import { purchaseState, refundStatus } from '../../../domain/purchase.ts'
import type { Ports } from '../../ports/index.ts'
import { latestRefundRequestState } from '../access/record-access.ts'
import { isManuallyRevoked } from '../access/revocation.ts'
import { contentOfPurchase, requireActiveAccess, requirePurchaseByToken } from '../access/verify-purchase.ts'

/** What a refund request would do now. Reading it does not count as access. */
export async function getRefundEligibility(ports: Ports, token: string): Promise<RefundEligibility> {
  const bought = await requirePurchaseByToken(ports, token)
  const { purchase, grant } = bought
  const isRefunded = purchaseState(purchase) === 'refunded'
  if (!isRefunded && !isManuallyRevoked(grant)) requireActiveAccess(bought)
  const row = await contentOfPurchase(ports, bought)
  const lastRequestState = await latestRefundRequestState(ports.db, purchase.id)
  const refundedOrRefundable = isRefunded
    ? purchase.refundedAmount
    : purchase.amount - purchase.refundedAmount
  return {
    title: row.content.title,
    amount: formatDecimal(refundedOrRefundable, purchase.currency),
    currency: purchase.currency,
    status: isRefunded ? 'refunded' : refundStatus(purchase, lastRequestState, ports.clock.now()),
    isInstant: isRefundInstant(ports, grant),
    purchaseId: purchase.orderNumber,
  }
}

/** Whether a request is refunded without asking anyone: nothing was opened, or the policy is unconditional. */
export function isRefundInstant(
  { settings }: Ports,
  { firstAccessedAt }: { firstAccessedAt: Date | null },
): boolean {
  return firstAccessedAt === null || settings.current().refundPolicy === 'unconditional'
}

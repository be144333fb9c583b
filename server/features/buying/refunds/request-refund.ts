import type { RefundEligibility } from '../../../../contract/access.ts'
import { formatDecimal } from '../../../../contract/money.ts'
import { AppError } from '../../../../domain/errors.ts'
import { purchaseState, refundStatus } from '../../../../domain/purchase.ts'
import { creatorDeadline } from '../../../../domain/refund.ts'
import { guaranteeStart, releaseState } from '../../../../domain/release.ts'
import type { Tx } from '../../../db/database.ts'
import { findRow } from '../../../db/rows.ts'
import { contentItems } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'
import { contentOfPurchase, requireActiveAccess } from '../access/active-access.ts'
import { latestBuyerRequestState } from '../access/repository.ts'
import { isManuallyRevoked } from '../access/revocation.ts'
import { mayWithdraw, requirePurchaseByToken } from '../access/verify-purchase.ts'
import { insertRefundRequest, sumInProgress } from '../purchases/refund-requests-repository.ts'
import { lockSale, type PurchaseRow, type PurchaseWithGrant, revokeGrant } from '../purchases/repository.ts'
import { publishSaleEvent } from '../purchases/sale-events.ts'
import { notifyCreatorOfRequest } from './emails.tsx'
import { executeRefund } from './execute-refund.ts'

/**
 * Requests a refund. It is made at once before the first access or by an unconditional policy; otherwise the creator
 * has 72 hours to refund or object. Throws AppError when it is too late, or was requested before.
 */
export async function requestRefund(ports: Ports, token: string, reason: string) {
  const bought = await requirePurchaseByToken(ports, token)
  // A revocation by a person refunds nothing, so the 30-day promise still holds.
  if (!isManuallyRevoked(bought.grant)) requireActiveAccess(bought)
  const request = await ports.db.transaction(async (tx) => {
    // Requested amounts are not paid out: a concurrent payout either comes first or sees the request.
    const { id: purchaseId, creatorId } = bought.purchase
    const { purchase, grant } = await lockSale(tx, { creatorId, purchaseId })
    const guaranteed = await guaranteedPurchase(tx, ports, purchase)
    const status = refundStatus(guaranteed, await latestBuyerRequestState(tx, purchase.id), ports.clock.now())
    if (status !== 'available') throw new AppError('conflict', ineligibleMessages[status])
    const isInstant = isRefundInstant(ports, { purchase, grant, checkout: bought.checkout })
    const state = isInstant ? ('processing' as const) : ('requested' as const)
    // Without a part that the creator is refunding already.
    const amount = purchase.amount - purchase.refundedAmount - (await sumInProgress(tx, purchase.id))
    if (amount <= 0) throw new AppError('conflict', ineligibleMessages.processing)
    // Access is revoked with the request and not with the provider's answer, so that no one has both the content and
    // the refund.
    if (state === 'processing')
      await revokeGrant(tx, purchase.id, { now: ports.clock.now(), reason: 'refund' })
    const newRequest = {
      purchaseId: purchase.id,
      creatorId: purchase.creatorId,
      amount,
      requestMessage: reason,
      requestedBy: 'buyer',
      state,
      creatorDeadlineAt: isInstant ? null : creatorDeadline(ports.clock.now()),
    } as const
    const row = await insertRefundRequest(tx, ports, newRequest)
    if (state === 'requested') await notifyCreatorOfRequest(tx, ports, row, purchase)
    return row
  })
  const { creatorId, orderNumber } = bought.purchase
  publishSaleEvent(ports, { creatorId, orderNumber, type: 'change' })
  if (request.state === 'requested') return { state: 'requested' as const }
  const state = await executeRefund(ports, request)
  // A refund that the provider rejected needs a person, like an objection.
  return { state: state === 'failed' ? ('in_review' as const) : state }
}

/** The purchase with the time from which its 30 days count. Who waits has them all. */
async function guaranteedPurchase(tx: Tx, { clock }: Ports, purchase: PurchaseRow): Promise<PurchaseRow> {
  if (purchase.promisedReleaseAt === null) return purchase
  const item = await findRow(tx, contentItems, { id: purchase.contentId })
  if (!item) throw new Error(`Content ${purchase.contentId} does not exist`)
  return { ...purchase, paidAt: guaranteeStart(purchase, item, clock.now()) }
}

const ineligibleMessages = {
  requested: 'You’ve already requested a refund. You’ll have an answer within 72 hours of your request.',
  in_review: 'You’ve already requested a refund. We’re reviewing it and we’ll email you the answer.',
  processing: 'Your refund is already on its way.',
  rejected: 'We reviewed your request and declined it. If you think that’s a mistake, contact us.',
  unavailable: 'The 30-day refund window has passed, or this purchase was already refunded.',
}

/** What a refund request would do now. Reading it does not count as access. */
export async function getRefundEligibility(ports: Ports, token: string): Promise<RefundEligibility> {
  const bought = await requirePurchaseByToken(ports, token)
  const { purchase, grant } = bought
  const isRefunded = purchaseState(purchase) === 'refunded'
  if (!isRefunded && !isManuallyRevoked(grant)) requireActiveAccess(bought)
  const row = await contentOfPurchase(ports, bought)
  const now = ports.clock.now()
  const guaranteed = { ...purchase, paidAt: guaranteeStart(purchase, row.content, now) }
  const lastRequestState = await latestBuyerRequestState(ports.db, purchase.id)
  const refundedOrRefundable = isRefunded
    ? purchase.refundedAmount
    : purchase.amount - purchase.refundedAmount - (await sumInProgress(ports.db, purchase.id))
  return {
    title: row.content.title,
    amount: formatDecimal(refundedOrRefundable, purchase.currency),
    currency: purchase.currency,
    status: isRefunded ? 'refunded' : refundStatus(guaranteed, lastRequestState, now),
    isBeforeRelease: releaseState(purchase, row.content, now) === 'waiting',
    isInstant: isRefundInstant(ports, bought),
    purchaseId: purchase.orderNumber,
  }
}

/**
 * Whether a request is refunded without asking anyone: nothing was opened, the policy is unconditional, or it is a
 * withdrawal.
 */
function isRefundInstant(
  ports: Ports,
  bought: Pick<PurchaseWithGrant, 'purchase' | 'grant' | 'checkout'>,
): boolean {
  if (bought.grant.firstAccessedAt === null || mayWithdraw(ports, bought)) return true
  return ports.settings.current().refundPolicy === 'unconditional'
}

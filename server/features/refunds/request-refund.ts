import { AppError } from '../../../domain/errors.ts'
import { refundStatus } from '../../../domain/purchase.ts'
import type { Ports } from '../../ports/index.ts'
import { latestRefundRequestState } from '../access/record-access.ts'
import { isManuallyRevoked } from '../access/revocation.ts'
import { requireActiveAccess, requirePurchaseByToken } from '../access/verify-purchase.ts'
import { lockCreator } from '../accounts/repository.ts'
import { insertRefundRequest } from '../purchases/refund-requests-repository.ts'
import { lockGrant, revokeGrant } from '../purchases/repository.ts'
import { publishSaleEvent } from '../purchases/sale-events.ts'
import { notifyCreatorOfRequest } from './emails.ts'
import { executeRefund } from './execute-refund.ts'

/**
 * The buyer asks for their money back. While nothing was opened it goes back at once; otherwise the creator is asked.
 * Throws AppError when it is too late, or was asked before.
 */
export async function requestRefund(ports: Ports, token: string, reason: string) {
  const bought = await requirePurchaseByToken(ports, token)
  // Who closed it has not paid it back: the promise of 30 days stands.
  if (!isManuallyRevoked(bought.grant)) requireActiveAccess(bought)
  const request = await ports.db.transaction(async (tx) => {
    // What is asked back is not paid out: a payout that decides at this moment comes before, or sees it.
    await lockCreator(tx, bought.purchase.creatorId)
    // What was opened or paid back is read under the lock: nobody opens the content while we decide.
    const { purchase, grant } = await lockGrant(tx, bought.purchase.id)
    const status = refundStatus(purchase, await latestRefundRequestState(tx, purchase.id), ports.clock.now())
    if (status !== 'possible') throw new AppError('conflict', ineligibleMessages[status])
    const state = grant.firstAccessedAt ? ('asked' as const) : ('refunding' as const)
    const amount = purchase.amount - purchase.refundedAmount
    // Closed with the intention, not with the provider's answer: nobody has both the content and the money.
    if (state === 'refunding')
      await revokeGrant(tx, purchase.id, { now: ports.clock.now(), reason: 'refund' })
    const newRequest = {
      purchaseId: purchase.id,
      creatorId: purchase.creatorId,
      amount,
      requestMessage: reason,
      requestedBy: 'buyer',
      state,
    } as const
    const row = await insertRefundRequest(tx, ports, newRequest)
    if (state === 'asked') await notifyCreatorOfRequest(tx, ports, row, purchase)
    return row
  })
  const { creatorId, orderNumber } = bought.purchase
  publishSaleEvent(ports, { creatorId, orderNumber, what: 'change' })
  if (request.state === 'asked') return { state: 'asked' as const }
  const state = await executeRefund(ports, request)
  // What the provider refuses waits for a person, as what was asked for does.
  return { state: state === 'failed' ? ('asked' as const) : state }
}

const ineligibleMessages = {
  asked: 'You have asked already. The creator decides, and you get a mail.',
  refunding: 'Your refund is on its way already.',
  refused: 'The creator has decided on this already. Write to us if that is not right.',
  over: 'The 30 days for a refund are over, or nothing is left to pay back.',
}

import { getAccess, verifyPurchase } from '../../contract/purchases.ts'
import {
  closeAccess,
  getSale,
  previewRefund,
  refundSale,
  reopenAccess,
  resendAccess,
} from '../../contract/sales.ts'
import { world } from '../world.ts'

/** A ten dollar file, sold. */
export async function sold({ price = '10.00' } = {}) {
  const w = await world()
  const creator = await w.creator()
  const item = await creator.publishesFile({ price })
  const fan = w.visitor()
  const { paymentIntentId, purchaseId } = await fan.buys(item.id)
  const { body } = await fan.call(verifyPurchase, {
    query: { payment_intent: paymentIntentId, content_id: item.id },
  })
  const token = body.accessUrl.split('/').at(-1) ?? ''
  const params = { id: purchaseId }
  return {
    w,
    creator,
    fan,
    purchaseId,
    params,
    token,
    access: () => fan.call(getAccess, { params: { token } }),
    read: async () => (await creator.call(getSale, { params })).body,
    preview: (amount?: string) =>
      creator.call(previewRefund, { params, query: { ...(amount && { amount }) } }),
    refunds: (body: Record<string, unknown>) =>
      creator.call(refundSale, { params, body: { refunded: '0.00', ...body } }),
    closes: (reason = 'Shared with others') => creator.call(closeAccess, { params, body: { reason } }),
    reopens: () => creator.call(reopenAccess, { params }),
    resends: () => creator.call(resendAccess, { params }),
  }
}

import { getAccess, verifyPurchase } from '../../contract/purchases.ts'
import {
  getSale,
  previewRefund,
  refundSale,
  resendAccessEmail,
  restoreAccess,
  revokeAccess,
} from '../../contract/sales.ts'
import { createTestApp } from './test-app.ts'

/** A sold file for ten dollars. */
export async function saleFixture({ price = '10.00' } = {}) {
  const w = await createTestApp()
  const creator = await w.creator()
  const item = await creator.publishFile({ price })
  const fan = w.visitor()
  const { paymentIntentId, purchaseId } = await fan.purchase(item.id)
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
    revokeAccess: (reason = 'Shared with others') => creator.call(revokeAccess, { params, body: { reason } }),
    restoreAccess: () => creator.call(restoreAccess, { params }),
    resends: () => creator.call(resendAccessEmail, { params }),
  }
}

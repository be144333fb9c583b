import { eq } from 'drizzle-orm'
import { requestRefund } from '../../contract/access.ts'
import { downloadContent, getAccess, verifyPurchase } from '../../contract/purchases.ts'
import { decideRefundRequest, getRefundRequest } from '../../contract/refunds.ts'
import { checkouts, purchases, refundRequests } from '../../server/db/schema/index.ts'
import { createTestApp, type TestApp, type Visitor } from './test-app.ts'

/** A ten dollar purchase whose file was opened, with a refund request. */
export async function refundRequestFixture({ price = '10.00' } = {}) {
  const w = await createTestApp()
  const creator = await w.creator()
  const item = await creator.publishFile({ price })
  const sale = await requestRefundAs(w, item.id)
  const account = `creator_balance/${creator.id}` as const
  return { w, creator, item, account, ...sale, ...decideRequests(creator, sale.id) }
}

/** A buyer purchases an item, opens it and requests a refund. */
export async function requestRefundAs(w: TestApp, contentId: number) {
  const fan = w.visitor()
  const { paymentIntentId } = await fan.purchase(contentId)
  const query = { payment_intent: paymentIntentId, content_id: contentId }
  const { body } = await fan.call(verifyPurchase, { query })
  const params = { token: body.accessUrl.split('/').at(-1) ?? '' }
  await fan.call(downloadContent, { params: { id: contentId } })
  const ask = () => fan.call(requestRefund, { params, body: { reason: 'It is too quiet' } })
  await ask()
  const id = await requestOf(w, paymentIntentId)
  return { fan, ask, id, paymentIntentId, access: () => fan.call(getAccess, { params }) }
}

async function requestOf(w: TestApp, paymentIntentId: string): Promise<number> {
  const [request] = await w.db
    .select({ id: refundRequests.id })
    .from(refundRequests)
    .innerJoin(purchases, eq(purchases.id, refundRequests.purchaseId))
    .innerJoin(checkouts, eq(checkouts.id, purchases.checkoutId))
    .where(eq(checkouts.providerPaymentId, paymentIntentId))
  return request?.id ?? 0
}

/** The actions on a refund request. */
export function decideRequests(who: Visitor, id: number) {
  return {
    decides: (body: Record<string, unknown>) => who.call(decideRefundRequest, { params: { id }, body }),
    reads: (query: Record<string, unknown> = {}) => who.call(getRefundRequest, { params: { id }, query }),
  }
}

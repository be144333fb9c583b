import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { getRefundEligibility, requestRefund } from '../../../../contract/access.ts'
import { verifyPurchase } from '../../../../contract/purchases.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import { refundRequests } from '../../../db/schema/index.ts'
import { ProviderUnavailableError, RefundFailedError } from '../../../ports/payment-provider.ts'
import { issueRefund } from './execute-refund.ts'

/** A ten dollar purchase, of which the creator refunds one dollar; the provider answers that with an error. */
async function creatorRefundFixture(error: Error) {
  const w = await createTestApp()
  const creator = await w.creator()
  const item = await creator.publishFile({ price: '10.00' })
  const fan = w.visitor()
  const { paymentIntentId } = await fan.purchase(item.id)
  const { body } = await fan.call(verifyPurchase, {
    query: { payment_intent: paymentIntentId, content_id: item.id },
  })
  const params = { token: body.accessUrl.split('/').at(-1) ?? '' }
  const [purchase] = await w.probe.purchases()
  const { refund } = w.sandbox
  w.sandbox.refund = () => Promise.reject(error)
  await issueRefund(w.ports, {
    purchaseId: purchase?.id ?? 0,
    amount: '1.00',
    reason: '',
    by: { role: 'creator', userId: creator.id },
  })
  w.sandbox.refund = refund
  return {
    w,
    eligibility: async () => (await fan.call(getRefundEligibility, { params })).body,
    asks: () => fan.call(requestRefund, { params, body: { reason: 'Too quiet' } }),
  }
}

test('a failed refund by the creator leaves the buyer the whole guarantee', async () => {
  const { w, eligibility, asks } = await creatorRefundFixture(new RefundFailedError('The card is closed'))

  const before = await eligibility()
  const answer = await asks()

  expect(before).toMatchObject({ status: 'available', amount: '10.00' })
  expect(answer).toMatchObject({ status: 200, body: { state: 'refunded' } })
  expect(await w.probe.purchases()).toMatchObject([{ refundedAmount: 1000 }])
})

test('beside a pending refund by the creator, the buyer is refunded the rest', async () => {
  const { w, eligibility, asks } = await creatorRefundFixture(new ProviderUnavailableError('no answer'))

  const before = await eligibility()
  const answer = await asks()
  w.clock.advance(120_000)
  await w.runPeriodicTasks()

  expect(before).toMatchObject({ status: 'available', amount: '9.00' })
  expect(answer).toMatchObject({ status: 200, body: { state: 'refunded' } })
  expect(await w.probe.purchases()).toMatchObject([{ refundedAmount: 1000 }])
  expect(
    await w.db
      .select({ amount: refundRequests.amount, state: refundRequests.state })
      .from(refundRequests)
      .where(eq(refundRequests.requestedBy, 'buyer')),
  ).toEqual([{ amount: 900, state: 'refunded' }])
})

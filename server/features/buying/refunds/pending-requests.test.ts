import { expect, test } from 'vitest'
import { listRefundRequests } from '../../../../contract/refunds.ts'
import {
  decideRequests,
  refundRequestFixture,
  requestRefundAs,
} from '../../../../tests/support/refund-request-fixture.ts'

test('pending requests are listed first, and the oldest one is named', async () => {
  const { w, creator, item, id, decides } = await refundRequestFixture()
  const [second, third] = [await later(), await later()]
  async function later() {
    w.clock.advance(60_000)
    return (await requestRefundAs(w, item.id)).id
  }
  const before = (await creator.call(listRefundRequests)).body

  await decideRequests(creator, third).decides({ decision: 'reject', reason: 'As described' })
  const after = (await creator.call(listRefundRequests)).body
  await decides({ decision: 'refund' })

  expect(before).toMatchObject({ pendingCount: 3, pendingAmount: '30.00', oldestPendingId: id })
  expect(before.requests.map((request) => request.id)).toEqual([third, second, id])
  expect(after).toMatchObject({ pendingCount: 2, pendingAmount: '20.00', oldestPendingId: id })
  expect(after.requests.map((request) => request.id)).toEqual([second, id, third])
  expect((await creator.call(listRefundRequests)).body).toMatchObject({
    pendingCount: 1,
    oldestPendingId: second,
  })
})

test('a request whose purchase was refunded at the provider is no longer pending', async () => {
  const { w, creator, decides, reads, paymentIntentId } = await refundRequestFixture()
  await w.sandbox.refund({ paymentId: paymentIntentId, amount: 1000, reason: 'requested' }, 'by hand')
  await w.deliverWebhooks()

  const answer = await decides({ decision: 'reject' })

  expect(answer.status).toBe(409)
  expect((await reads()).body).toMatchObject({ state: 'refunded', refundableAmount: '0.00', balance: '0.00' })
  expect((await creator.call(listRefundRequests)).body.pendingCount).toBe(0)
})

test('an approved refund without an answer revokes access at once and is made once by the sweep', async () => {
  const { w, decides, reads, access, account } = await refundRequestFixture()
  const refund = w.ports.paymentProvider.refund
  Object.assign(w.ports.paymentProvider, { refund: () => Promise.reject(new Error('no response')) })

  const answer = await decides({ decision: 'refund' })
  const closed = await access()
  Object.assign(w.ports.paymentProvider, { refund })
  w.clock.advance(61_000)
  await w.runPeriodicTasks()
  await w.runPeriodicTasks()

  expect(answer.body).toMatchObject({ state: 'processing', amount: '10.00' })
  expect(closed.status).toBe(403)
  expect((await reads()).body).toMatchObject({ state: 'refunded' })
  expect(await w.probe.balance(account)).toBe(0)
})

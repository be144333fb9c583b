import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { getRefundEligibility, requestRefund } from '../../../../contract/access.ts'
import {
  completePayment,
  downloadContent,
  getAccess,
  verifyPurchase,
} from '../../../../contract/purchases.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'
import { refundRequests } from '../../../db/schema/index.ts'
import { computeBalance } from '../../money/ledger/repository.ts'

const dayMs = 24 * 3_600_000

async function purchaseFixture(w: TestApp, kind: 'File' | 'Text' = 'File') {
  const creator = await w.creator()
  const item = kind === 'File' ? await creator.publishFile() : await creator.publishText()
  return { creator, item, ...(await purchaseAs(w, item.id)) }
}

/** A buyer of an item with its access token. */
async function purchaseAs(w: TestApp, contentId: number) {
  const fan = w.visitor()
  const { clientSecret, paymentIntentId } = await fan.starts(contentId)
  await fan.presents('paid', clientSecret)
  await fan.call(completePayment, { params: { paymentIntentId } })
  const query = { payment_intent: paymentIntentId, content_id: contentId }
  const { body } = await fan.call(verifyPurchase, { query })
  const token = body.accessUrl.split('/').at(-1) ?? ''
  const requestsRefund = () =>
    fan.call(requestRefund, { params: { token }, body: { reason: 'Not what I hoped for' } })
  return { fan, token, requestsRefund, paymentIntentId }
}

test('an unopened purchase is refunded at once and fully, and access is revoked', async () => {
  const w = await createTestApp()
  const { requestsRefund, creator, fan, token } = await purchaseFixture(w)

  const answer = await requestsRefund()

  expect(answer.body).toEqual({ state: 'refunded' })
  expect(await computeBalance(w.db, `creator_balance/${creator.id}`)).toBe(0)
  expect(await computeBalance(w.db, 'platform_revenue')).toBe(0)
  expect(await fan.call(getAccess, { params: { token } })).toMatchObject({
    status: 403,
    body: { code: 'purchase_refunded' },
  })
})

test('a request for an opened purchase waits for the creator, and nothing changes until then', async () => {
  const w = await createTestApp()
  const { requestsRefund, creator, fan, item, token } = await purchaseFixture(w)
  await fan.call(downloadContent, { params: { id: item.id } })

  const answer = await requestsRefund()
  const again = await requestsRefund()

  expect(answer.body).toEqual({ state: 'requested' })
  expect(again).toMatchObject({ status: 409, body: { code: 'conflict' } })
  expect(await computeBalance(w.db, `creator_balance/${creator.id}`)).toBe(800)
  const { body } = await fan.call(getAccess, { params: { token } })
  expect(body.purchase.refundStatus).toBe('requested')
})

test('showing a text counts as access', async () => {
  const w = await createTestApp()
  const { requestsRefund } = await purchaseFixture(w, 'Text')

  expect((await requestsRefund()).body).toEqual({ state: 'requested' })
})

test('a refund is possible on day 30 and not after', async () => {
  const w = await createTestApp()
  const early = await purchaseFixture(w)
  const late = await purchaseFixture(w)
  w.clock.advance(30 * dayMs)
  expect((await early.requestsRefund()).body).toEqual({ state: 'refunded' })

  w.clock.advance(1)

  expect(await late.requestsRefund()).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('30-day') },
  })
})

test('eight clicks on refund make one refund', async () => {
  const w = await createTestApp()
  const { requestsRefund, creator } = await purchaseFixture(w)

  const answers = await Promise.all(Array.from({ length: 8 }, requestsRefund))

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await computeBalance(w.db, `creator_balance/${creator.id}`)).toBe(0)
  expect(await computeBalance(w.db, 'cash_clearing')).toBe(0)
})

test('a refund without an answer of the provider is made once by the sweep', async () => {
  const w = await createTestApp()
  const { requestsRefund, creator } = await purchaseFixture(w)
  const refund = w.ports.paymentProvider.refund
  Object.assign(w.ports.paymentProvider, { refund: () => Promise.reject(new Error('no response')) })
  expect((await requestsRefund()).body).toEqual({ state: 'processing' })
  Object.assign(w.ports.paymentProvider, { refund })

  w.clock.advance(61_000)
  await w.runPeriodicTasks()
  await w.runPeriodicTasks()

  expect(await computeBalance(w.db, `creator_balance/${creator.id}`)).toBe(0)
  const [request] = await w.db.select().from(refundRequests).where(eq(refundRequests.state, 'refunded'))
  expect(request).toMatchObject({
    amount: 1000,
    requestMessage: 'Not what I hoped for',
    requestedBy: 'buyer',
  })
})

test('an unknown token can request nothing', async () => {
  const w = await createTestApp()
  const token = 'A'.repeat(43)

  const answer = await w.visitor().call(requestRefund, { params: { token }, body: {} })

  expect(answer).toMatchObject({ status: 404, body: { message: 'Purchase Not Found' } })
})

test('the effect of a request is shown before, and reading it does not count as access', async () => {
  const w = await createTestApp()
  const { fan, item, token, requestsRefund } = await purchaseFixture(w)
  const eligibility = async () => (await fan.call(getRefundEligibility, { params: { token } })).body

  const unopened = [await eligibility(), await eligibility()]
  await fan.call(downloadContent, { params: { id: item.id } })
  const opened = await eligibility()
  await requestsRefund()

  expect(unopened.map(({ status, isInstant }) => [status, isInstant])).toEqual([
    ['available', true],
    ['available', true],
  ])
  expect(opened).toMatchObject({ status: 'available', isInstant: false, amount: '10.00' })
  expect(await eligibility()).toMatchObject({ status: 'requested' })
})

test('a refunded purchase shows its refunded amount', async () => {
  const w = await createTestApp()
  const { fan, token, requestsRefund } = await purchaseFixture(w)
  await requestsRefund()

  const { body } = await fan.call(getRefundEligibility, { params: { token } })

  expect(body).toMatchObject({ status: 'refunded', amount: '10.00' })
})

test('no buyer gets both the content and a full refund, however close the two requests are', async () => {
  const w = await createTestApp()
  const { item } = await purchaseFixture(w)
  for (let i = 0; i < 12; i++) {
    const { requestsRefund, fan } = await purchaseAs(w, item.id)

    const [file, refund] = await Promise.all([
      fan.call(downloadContent, { params: { id: item.id } }),
      requestsRefund(),
    ])

    const hasBytes = file.status === 200
    const hasMoney = refund.body.state === 'refunded'
    expect([hasBytes, hasMoney]).not.toEqual([true, true])
    expect([hasBytes, refund.body.state]).not.toEqual([false, 'requested'])
  }
})

test('while a refund is in progress, access is revoked', async () => {
  const w = await createTestApp()
  const { requestsRefund, fan, token } = await purchaseFixture(w)
  Object.assign(w.ports.paymentProvider, { refund: () => Promise.reject(new Error('no response')) })

  expect((await requestsRefund()).body).toEqual({ state: 'processing' })

  expect((await fan.call(getAccess, { params: { token } })).status).toBe(403)
})

test('a HEAD request does not count as access', async () => {
  const w = await createTestApp()
  const { requestsRefund, fan, token } = await purchaseFixture(w)
  const { body } = await fan.call(getAccess, { params: { token } })
  await fan.send('HEAD', body.content.fileUrl ?? '')
  await fan.send('GET', body.content.fileUrl ?? '', { headers: { range: 'bytes=999999-' } })

  expect((await requestsRefund()).body).toEqual({ state: 'refunded' })
})

import { expect, test } from 'vitest'
import { previewRefund, refundSale } from '../../../../contract/sales.ts'
import { payoutFixture } from '../../../../tests/support/payout-fixture.ts'
import { refundRequestFixture } from '../../../../tests/support/refund-request-fixture.ts'
import { saleFixture } from '../../../../tests/support/sale-fixture.ts'
import { sentEmailsTo } from '../../../../tests/support/sent-emails.ts'

test('the effect of a refund is previewed to the cent, and reading it changes nothing', async () => {
  const { preview, w, creator } = await saleFixture({ price: '9.99' })

  const part = await preview('3.33')
  const whole = await preview()

  expect(part.body).toEqual({
    currency: 'USD',
    amount: '3.33',
    refundableAmount: '9.99',
    balance: '8.00',
    balanceAfter: '5.33',
    feeReturned: '0.66',
    revokesAccess: false,
  })
  expect(whole.body).toMatchObject({
    amount: '9.99',
    balanceAfter: '0.00',
    feeReturned: '1.99',
    revokesAccess: true,
  })
  expect(await w.probe.balance(`creator_balance/${creator.id}`)).toBe(800)
})

test('a partial refund keeps access, emails the buyer the reason, and results in the previewed balance', async () => {
  const { refunds, access, w, creator } = await saleFixture()

  const answer = await refunds({ amount: '2.50', reason: 'One file was broken' })

  expect(answer).toMatchObject({
    status: 200,
    body: { state: 'partially_refunded', netAmount: '6.00', access: 'active' },
  })
  expect((await access()).status).toBe(200)
  expect(await w.probe.balance(`creator_balance/${creator.id}`)).toBe(600)
  const email = (await sentEmailsTo(w, 'fan@example.com')).find(({ subject }) => subject.includes('$2.50'))
  expect(email?.text).toContain('Reason: One file was broken')
})

test('a full refund reverses the sale exactly and revokes access', async () => {
  const { refunds, access, w, creator } = await saleFixture()

  const answer = await refunds({})

  expect(answer.body).toMatchObject({
    state: 'refunded',
    netAmount: '0.00',
    refundableAmount: '0.00',
    canRestoreAccess: false,
  })
  expect(answer.body.revocation).toMatchObject({ by: 'refund' })
  expect(await access()).toMatchObject({ status: 403, body: { code: 'purchase_refunded' } })
  expect(await w.probe.balance(`creator_balance/${creator.id}`)).toBe(0)
  expect(await w.probe.balance('platform_revenue')).toBe(0)
  expect(await w.probe.sum()).toBe(0)
})

test('a repeated request, also eight concurrent ones, refunds once', async () => {
  const { refunds, w, creator } = await saleFixture()

  const answers = await Promise.all(Array.from({ length: 8 }, () => refunds({ amount: '2.00' })))
  const again = await refunds({ amount: '2.00' })

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect([...answers.slice(1), again].every(({ status }) => status === 200 || status === 409)).toBe(true)
  expect(again.status).toBe(409)
  expect(await w.probe.balance(`creator_balance/${creator.id}`)).toBe(640)
})

test.each([
  ['more than was paid', { amount: '10.01' }],
  ['zero', { amount: '0' }],
  ['a negative amount', { amount: '-1' }],
  ['a fraction of a cent', { amount: '0.001' }],
  ['text', { amount: 'all' }],
])('a refund of %s is rejected at its field', async (_, body) => {
  const { refunds, w, creator } = await saleFixture()

  const answer = await refunds(body)

  expect(answer).toMatchObject({ status: 400, body: { fields: { amount: expect.any(String) } } })
  expect(await w.probe.balance(`creator_balance/${creator.id}`)).toBe(800)
})

test('a refund cannot exceed the paid amount', async () => {
  const { refunds, preview } = await saleFixture()
  await refunds({})

  const again = await refunds({ refunded: '10.00' })

  expect(again).toMatchObject({ status: 409, body: { message: 'There’s nothing left to refund.' } })
  expect((await preview()).status).toBe(409)
})

test('a refund after the payout leaves a negative balance, as previewed', async () => {
  const { w, seller, processes } = await payoutFixture()
  const mara = await seller('mara@example.com')
  const { purchaseId } = await mara.sells('40.00')
  await processes()
  const params = { id: purchaseId }

  const before = await mara.call(previewRefund, { params })
  await mara.call(refundSale, { params, body: { refunded: '0.00' } })

  expect(before.body).toMatchObject({ balance: '0.00', balanceAfter: '-32.00' })
  expect(await w.probe.balance(`creator_balance/${mara.id}`)).toBe(-3_200)
  expect(await mara.earnings()).toMatchObject({ availableBalance: -32 })
})

test('a sale with a refund request is refunded by deciding the request', async () => {
  const { creator, w } = await refundRequestFixture()
  const [purchase] = await w.probe.purchases()

  const answer = await creator.call(refundSale, {
    params: { id: purchase?.orderNumber },
    body: { refunded: '0.00', amount: '1.00' },
  })

  expect(answer).toMatchObject({
    status: 409,
    body: { message: 'The buyer requested a refund for this sale. Review that request first.' },
  })
})

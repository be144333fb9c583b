import { describe, expect, test } from 'vitest'
import { deleteContent } from '../../contract/content.ts'
import { createPaymentIntent } from '../../contract/purchases.ts'
import { contentItems } from '../../server/db/schema/index.ts'
import { checkoutFixture, saleAmounts, zeroAmounts } from '../support/checkout-fixture.ts'

const order = (contentId: number, more: object = {}) => ({
  body: { contentId, buyerEmail: 'fan@example.com', ...more },
})

test('double click on pay, two tabs, same intent', async () => {
  const { w, item, fan, complete, ledgerBalances } = await checkoutFixture()
  const { clientSecret, paymentIntentId } = await fan.starts(item.id)
  const tab = await fan.starts(item.id)

  const clicks = await Promise.all([
    fan.presents('paid', clientSecret),
    fan.presents('paid', tab.clientSecret),
  ])
  const both = await Promise.all([complete(paymentIntentId), complete(tab.paymentIntentId)])

  expect(clicks).toMatchObject([{ status: 'redirect' }, { status: 'redirect' }])
  expect(both.map(({ body }) => body.state)).toEqual(['paid', 'paid'])
  expect(await w.probe.purchases()).toHaveLength(1)
  expect(await ledgerBalances()).toEqual(saleAmounts)
})

test('create-payment-intent called twice, nothing changed', async () => {
  const { w, item, fan } = await checkoutFixture()

  const [first, second] = [await fan.starts(item.id), await fan.starts(item.id)]

  expect(second).toEqual(first)
  expect(await w.probe.payments()).toHaveLength(1)
  expect(await w.probe.checkouts()).toHaveLength(1)
})

test('two tabs, two intents, both paid', async () => {
  const { w, item, fan, complete, ledgerBalances } = await checkoutFixture()
  const first = await fan.pays(item.id)
  await complete(first.paymentIntentId)

  const second = await fan.call(createPaymentIntent, order(item.id))
  await fan.presents('paid', second.body.clientSecret)
  await complete(second.body.paymentIntentId)

  expect(second.body).toMatchObject({ alreadyOwned: true })
  expect(await w.probe.purchases()).toHaveLength(2)
  expect(await w.probe.grants()).toHaveLength(2)
  expect(await ledgerBalances()).toEqual([-2000, 1600, 400])
})

describe('amount tampering (`0`, `-1`, `0.001`, `1e309`, `"1,00"`, NaN, arrays, a lower amount)', () => {
  // JSON has no NaN; it is sent as null.
  const tampered = ['0', '-1', '0.001', '1e309', '1,00', 'NaN', Number.NaN, ['10'], [], '4.99', {}]
  test.each(tampered.map((amount) => [amount]))(
    '%j is 400, and the provider is not called',
    async (customAmount) => {
      const { w, creator, fan } = await checkoutFixture()
      const item = await creator.publishFile({ pricingModel: 'pay_what_you_want', minimumPrice: '5.00' })

      const answer = await fan.call(createPaymentIntent, order(item.id, { customAmount }))

      expect(answer.status).toBe(400)
      expect(await w.probe.payments()).toEqual([])
    },
  )

  test('the provider gets exactly the stored amount, whatever else is sent', async () => {
    const { w, item, fan } = await checkoutFixture()

    await fan.call(createPaymentIntent, order(item.id, { customAmount: '1.00', amount: 1, price: '0.01' }))

    expect(await w.probe.payments()).toMatchObject([{ amount: 1000, currency: 'USD' }])
    expect(await w.probe.checkouts()).toMatchObject([{ amount: 1000, currency: 'USD' }])
  })
})

test('price changed during checkout', async () => {
  const { w, item, fan, complete, ledgerBalances } = await checkoutFixture()
  const { clientSecret, paymentIntentId } = await fan.starts(item.id)
  await w.db.update(contentItems).set({ priceAmount: 2_000, version: 2 })

  const fresh = await w.visitor().starts(item.id)
  await fan.presents('paid', clientSecret)
  await complete(paymentIntentId)

  expect(fresh.amount).toBe('20.00')
  expect(await ledgerBalances()).toEqual(saleAmounts)
})

test('content deleted between pay and unlock', async () => {
  const { w, creator, item, fan, complete, download } = await checkoutFixture()
  const open = await w.visitor().starts(item.id)
  const { paymentIntentId } = await fan.pays(item.id)

  await creator.call(deleteContent, { params: { id: item.id } })
  await complete(paymentIntentId)
  await w.settleDueCheckouts()
  const refused = await w.visitor().call(createPaymentIntent, order(item.id))

  expect((await download()).bytes.toString()).toBe('the very bytes')
  expect(refused.status).toBe(404)
  expect(await w.sandbox.getPayment(open.paymentIntentId)).toMatchObject({ state: 'canceled' })
})

describe("an intent of content A used for content B; somebody else's intent id", () => {
  test('404 with the same text as unknown, and nothing is settled', async () => {
    const { w, creator, item, fan, verify, complete, ledgerBalances } = await checkoutFixture()
    const other = await creator.publishFile()
    const { paymentIntentId } = await fan.pays(other.id)
    const stranger = w.visitor()

    const answers = await Promise.all([
      verify(paymentIntentId),
      verify(paymentIntentId, stranger),
      verify('pi_sbx_nobodys'),
      complete(paymentIntentId, stranger),
      complete('pi_sbx_nobodys'),
    ])

    expect(item.id).not.toBe(other.id)
    for (const { status, body } of answers)
      expect([status, body]).toEqual([404, { code: 'not_found', message: 'Purchase Not Found' }])
    expect(await ledgerBalances()).toEqual(zeroAmounts)
  })
})

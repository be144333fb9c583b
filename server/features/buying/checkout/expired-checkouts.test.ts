import { expect, test } from 'vitest'
import { deleteContent } from '../../../../contract/content.ts'
import { completePayment } from '../../../../contract/purchases.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** A file for ten dollars, on a site whose webhooks are all lost. */
async function saleFixture() {
  const w = await createTestApp({ faults: { dropRate: 1 } })
  const creator = await w.creator()
  const item = await creator.publishFile({ price: '10.00' })
  const fan = w.visitor()
  const expectOneSale = async () => {
    expect(await w.probe.purchases()).toHaveLength(1)
    expect(await w.probe.grants()).toHaveLength(1)
    expect(await w.probe.balance('cash_clearing')).toBe(-1000)
  }
  return { w, creator, item, fan, expectOneSale }
}

test('a payment after the checkout expired is settled', async () => {
  const { w, item, fan, expectOneSale } = await saleFixture()
  const { clientSecret } = await fan.starts(item.id)
  w.clock.advance(dayMs + minuteMs)
  await fan.presents('paid', clientSecret)

  await w.settleDueCheckouts()

  await expectOneSale()
})

test('a payment of a canceled checkout is settled', async () => {
  const { w, item, fan, expectOneSale } = await saleFixture()
  const { paymentIntentId } = await fan.pays(item.id)
  await w.probe.updateCheckouts({ state: 'canceled', nextCheckAt: null })

  await fan.call(completePayment, { params: { paymentIntentId } })

  await expectOneSale()
})

test('an abandoned checkout is canceled after a day, and its card form accepts no payment', async () => {
  const { w, item, fan } = await saleFixture()
  const { clientSecret } = await fan.starts(item.id)
  w.clock.advance(dayMs - minuteMs)
  await w.settleDueCheckouts()
  expect(await w.probe.payments()).toMatchObject([{ state: 'open' }])

  w.clock.advance(dayMs)
  await w.settleDueCheckouts()
  const late = await fan.presents('paid', clientSecret)

  expect(await w.probe.payments()).toMatchObject([{ state: 'canceled' }])
  expect(await w.probe.checkouts()).toMatchObject([{ state: 'canceled', nextCheckAt: null }])
  expect(late).toMatchObject({ status: 'failed', message: expect.stringContaining('you weren’t charged') })
  expect(await w.settleDueCheckouts()).toBe(0)
})

test('a checkout of a deleted item is canceled, and a paid one is delivered', async () => {
  const { w, creator, item, fan, expectOneSale } = await saleFixture()
  const other = w.visitor()
  await fan.pays(item.id)
  const { clientSecret } = await other.starts(item.id)
  await creator.call(deleteContent, { params: { id: item.id } })

  w.clock.advance(2 * minuteMs)
  await w.settleDueCheckouts()
  const late = await other.presents('paid', clientSecret)

  expect((await w.probe.payments()).map(({ state }) => state).sort()).toEqual(['canceled', 'paid'])
  expect(late).toMatchObject({ status: 'failed' })
  await expectOneSale()
})

test('a new checkout can follow an expired one', async () => {
  const { w, item, fan } = await saleFixture()
  const old = await fan.starts(item.id)
  w.clock.advance(2 * dayMs)
  await w.settleDueCheckouts()

  const renewed = await fan.starts(item.id)

  expect(renewed.paymentIntentId).not.toBe(old.paymentIntentId)
})

test('the sweep does not read settled checkouts', async () => {
  const { w, item, fan } = await saleFixture()
  await fan.purchase(item.id)

  w.clock.advance(100 * dayMs)

  expect(await w.settleDueCheckouts()).toBe(0)
})

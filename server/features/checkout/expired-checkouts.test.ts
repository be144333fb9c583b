import { expect, test } from 'vitest'
import { deleteContent } from '../../../contract/content.ts'
import { completePayment } from '../../../contract/purchases.ts'
import { createTestApp } from '../../../tests/support/test-app.ts'

const minute = 60_000
const day = 24 * 60 * minute

/** Nobody tells us anything: webhooks are lost. */
async function shop() {
  const w = await createTestApp({ faults: { dropRate: 1 } })
  const creator = await w.creator()
  const item = await creator.publishFile({ price: '10.00' })
  const fan = w.visitor()
  const soldOnce = async () => {
    expect(await w.books.purchases()).toHaveLength(1)
    expect(await w.books.grants()).toHaveLength(1)
    expect(await w.books.balance('cash_clearing')).toBe(-1000)
  }
  return { w, creator, item, fan, soldOnce }
}

test('paid after we gave the attempt up: money wins', async () => {
  const { w, item, fan, soldOnce } = await shop()
  const { clientSecret } = await fan.starts(item.id)
  w.clock.advance(day + minute)
  await fan.presents('paid', clientSecret)

  await w.settleDueCheckouts()

  await soldOnce()
})

test('paid although our books say canceled: money wins', async () => {
  const { w, item, fan, soldOnce } = await shop()
  const { paymentIntentId } = await fan.pays(item.id)
  await w.books.updateCheckouts({ state: 'canceled', nextCheckAt: null })

  await fan.call(completePayment, { params: { paymentIntentId } })

  await soldOnce()
})

test('an abandoned attempt is canceled after a day, and its card form takes no more money', async () => {
  const { w, item, fan } = await shop()
  const { clientSecret } = await fan.starts(item.id)
  w.clock.advance(day - minute)
  await w.settleDueCheckouts()
  expect(await w.books.payments()).toMatchObject([{ state: 'open' }])

  w.clock.advance(day)
  await w.settleDueCheckouts()
  const late = await fan.presents('paid', clientSecret)

  expect(await w.books.payments()).toMatchObject([{ state: 'canceled' }])
  expect(await w.books.attempts()).toMatchObject([{ state: 'canceled', nextCheckAt: null }])
  expect(late).toMatchObject({ status: 'failed', message: expect.stringContaining('nothing was charged') })
  expect(await w.settleDueCheckouts()).toBe(0)
})

test('an attempt at an item that was deleted is canceled, one that is paid already is delivered', async () => {
  const { w, creator, item, fan, soldOnce } = await shop()
  const other = w.visitor()
  await fan.pays(item.id)
  const { clientSecret } = await other.starts(item.id)
  await creator.call(deleteContent, { params: { id: item.id } })

  w.clock.advance(2 * minute)
  await w.settleDueCheckouts()
  const late = await other.presents('paid', clientSecret)

  expect((await w.books.payments()).map(({ state }) => state).sort()).toEqual(['canceled', 'paid'])
  expect(late).toMatchObject({ status: 'failed' })
  await soldOnce()
})

test('a new attempt follows one that was given up', async () => {
  const { w, item, fan } = await shop()
  const old = await fan.starts(item.id)
  w.clock.advance(2 * day)
  await w.settleDueCheckouts()

  const fresh = await fan.starts(item.id)

  expect(fresh.paymentIntentId).not.toBe(old.paymentIntentId)
})

test('a settled attempt costs the sweeper nothing', async () => {
  const { w, item, fan } = await shop()
  await fan.purchase(item.id)

  w.clock.advance(100 * day)

  expect(await w.settleDueCheckouts()).toBe(0)
})

import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  createDiscount,
  getDiscountOffer,
  pauseDiscount,
  updateDiscount,
} from '../../../../contract/discounts.ts'
import { completePayment, createPaymentIntent, getCheckout } from '../../../../contract/purchases.ts'
import { refundSale } from '../../../../contract/sales.ts'
import { confirmSandboxPayment } from '../../../../contract/sandbox.ts'
import { checkLedger } from '../../../../tests/support/check-ledger.ts'
import { discountFixture } from '../../../../tests/support/discount-fixture.ts'
import { isLongRun } from '../../../../tests/support/long-run.ts'
import type { TestApp, Visitor } from '../../../../tests/support/test-app.ts'
import { whenAvailable } from '../../../../tests/support/when-available.ts'
import { counters, reservations } from '../../../db/schema/index.ts'

const minuteMs = 60_000
const buyerCount = 64

async function starts(who: Visitor, contentId: number, code: string) {
  return who.call(createPaymentIntent, { body: { contentId, code } })
}

async function counterOf(w: TestApp) {
  const [row] = await w.db.select().from(counters)
  return { used: row?.used, reserved: row?.reserved, soldAmount: row?.soldAmount }
}

/** A buyer's whole way to a purchase. True when it is paid. */
async function buys(w: TestApp, contentId: number, code: string): Promise<boolean> {
  const fan = w.visitor()
  const { status, body } = await whenAvailable(() => starts(fan, contentId, code))
  if (status !== 200) return false
  const { clientSecret, paymentIntentId } = body
  await whenAvailable(() => confirms(fan, clientSecret))
  const done = await whenAvailable(() => fan.call(completePayment, { params: { paymentIntentId } }))
  return done.body.purchaseId !== null
}

function confirms(fan: Visitor, clientSecret: string) {
  const body = { clientSecret, card: 'paid', receiptEmail: '', returnUrl: '/success' }
  return fan.call(confirmSandboxPayment, { body })
}

test('a code reduces what is charged, and the sale keeps price and discount', async () => {
  const { w, item, listed } = await discountFixture()
  const fan = w.visitor()

  const { paymentIntentId, amount } = await fan.purchase(item.id, { code: ' spring ' })

  expect(amount).toBe('9.60')
  const [payment] = await w.probe.payments()
  expect(payment).toMatchObject({ id: paymentIntentId, amount: 960 })
  expect(await w.probe.purchases()).toMatchObject([
    { listAmount: 1_200, discountAmount: 240, amount: 960, platformFeeAmount: 192, netAmount: 768 },
  ])
  expect(await listed()).toMatchObject({ used: 1, reserved: 0, soldAmount: '9.60' })
  expect(await checkLedger(w)).toEqual([])
})

test('the checkout has the code, the price and the discount', async () => {
  const { w, item } = await discountFixture()
  const fan = w.visitor()
  const { clientSecret } = await fan.starts(item.id, { code: 'SPRING' })

  const { body } = await fan.call(getCheckout, {
    params: { id: item.id },
    headers: fan.clientSecretHeaders(clientSecret),
  })

  expect(body).toMatchObject({
    listAmount: '12.00',
    discount: { code: 'SPRING', amount: '2.40' },
    amount: '9.60',
  })
})

test('a call again with the code gets the same payment and holds one use', async () => {
  const { w, item, listed } = await discountFixture({ discount: { maxUses: 1 } })
  const fan = w.visitor()
  const first = await fan.starts(item.id, { code: 'SPRING' })

  const again = await fan.starts(item.id, { code: 'spring' })

  expect(again).toEqual(first)
  expect(await listed()).toMatchObject({ used: 0, reserved: 1 })
})

test('the same browser without the code gets another payment for the full price', async () => {
  const { w, item } = await discountFixture()
  const fan = w.visitor()
  const reduced = await fan.starts(item.id, { code: 'SPRING' })

  const full = await fan.starts(item.id)

  expect(full.paymentIntentId).not.toBe(reduced.paymentIntentId)
  expect([reduced.amount, full.amount]).toEqual(['9.60', '12.00'])
})

test('two codes that make the same price are two payments', async () => {
  const { w, mara, item } = await discountFixture()
  await mara.call(createDiscount, { body: { code: 'OTHER', kind: 'amount', amount: '2.40' } })
  const fan = w.visitor()

  const first = await fan.starts(item.id, { code: 'SPRING' })
  const second = await fan.starts(item.id, { code: 'OTHER' })

  expect([first.amount, second.amount]).toEqual(['9.60', '9.60'])
  expect(second.paymentIntentId).not.toBe(first.paymentIntentId)
})

test.each(isLongRun ? [1, 5, 50] : [5])(
  `of ${buyerCount} buyers at once with a code for %i uses exactly so many pay the reduced price`,
  { tags: ['scaled'], timeout: 120_000 },
  async (maxUses) => {
    const { w, item, listed } = await discountFixture({ discount: { maxUses } })

    const paid = await Promise.all(Array.from({ length: buyerCount }, () => buys(w, item.id, 'SPRING')))

    expect(paid.filter(Boolean)).toHaveLength(maxUses)
    expect(await w.probe.purchases()).toHaveLength(maxUses)
    expect(await listed()).toMatchObject({ used: maxUses, reserved: 0, state: 'used_up' })
    expect(await checkLedger(w)).toEqual([])
  },
)

test('who comes too late learns the full price and is not charged', async () => {
  const { w, item } = await discountFixture({ discount: { maxUses: 2 } })
  await w.visitor().purchase(item.id, { code: 'SPRING' })
  await w.visitor().starts(item.id, { code: 'SPRING' })

  const late = await starts(w.visitor(), item.id, 'SPRING')

  expect(late).toMatchObject({
    status: 400,
    body: { fields: { code: 'All 2 uses of SPRING are taken.' } },
  })
  expect(await w.probe.checkouts()).toHaveLength(2)
})

test('a hold that lapses while the card is typed goes to the next buyer', async () => {
  const { w, item, listed } = await discountFixture({ discount: { maxUses: 1 } })
  const slow = w.visitor()
  const { clientSecret, paymentIntentId } = await slow.starts(item.id, { code: 'SPRING' })
  w.clock.advance(29 * minuteMs)
  expect((await starts(w.visitor(), item.id, 'SPRING')).status).toBe(400)
  w.clock.advance(2 * minuteMs)

  await w.visitor().purchase(item.id, { code: 'SPRING' })
  await slow.presents('paid', clientSecret)
  const answer = await slow.call(completePayment, { params: { paymentIntentId } })

  expect(answer.body).toMatchObject({ state: 'canceled', purchaseId: null })
  expect(await w.probe.purchases()).toHaveLength(1)
  expect(await listed()).toMatchObject({ used: 1, reserved: 0 })
  expect(await checkLedger(w)).toEqual([])
})

test('a hold that lapses after the card was charged is a sale and stays used', async () => {
  const { w, item, listed } = await discountFixture({ discount: { maxUses: 1 } })
  const slow = w.visitor()
  const { clientSecret } = await slow.starts(item.id, { code: 'SPRING' })
  await slow.presents('paid', clientSecret)
  w.clock.advance(31 * minuteMs)

  const late = await starts(w.visitor(), item.id, 'SPRING')

  expect(late.body).toMatchObject({
    fields: { code: 'SPRING has been used. The price is $12.00 now.' },
  })
  expect(await w.probe.purchases()).toMatchObject([{ amount: 960 }])
  expect(await listed()).toMatchObject({ used: 1, reserved: 0 })
  expect(await checkLedger(w)).toEqual([])
})

test('a hold that lapsed is still the buyer’s while nobody else needs it', async () => {
  const { w, item, listed } = await discountFixture({ discount: { maxUses: 1 } })
  const slow = w.visitor()
  const { clientSecret, paymentIntentId } = await slow.starts(item.id, { code: 'SPRING' })
  w.clock.advance(5 * 60 * minuteMs)

  await slow.presents('paid', clientSecret)
  await slow.call(completePayment, { params: { paymentIntentId } })

  expect(await listed()).toMatchObject({ used: 1, reserved: 0 })
})

test('the same browser with another amount is not stopped by its own hold', async () => {
  const { w, item, listed } = await discountFixture({
    fields: { pricingModel: 'pay_what_you_want', minimumPrice: '5.00' },
    discount: { maxUses: 1 },
  })
  const fan = w.visitor()
  await fan.starts(item.id, { code: 'SPRING', customAmount: '4.00' })

  await fan.purchase(item.id, { code: 'SPRING', customAmount: '4.50' })

  expect(await w.probe.purchases()).toMatchObject([{ listAmount: 500, discountAmount: 50, amount: 450 }])
  expect(await listed()).toMatchObject({ used: 1, reserved: 0 })
})

test('pay what you want with enough for the price uses no code', async () => {
  const { w, item, listed } = await discountFixture({
    fields: { pricingModel: 'pay_what_you_want', minimumPrice: '5.00' },
    discount: { maxUses: 1 },
  })

  await w.visitor().purchase(item.id, { code: 'SPRING', customAmount: '20' })

  expect(await w.probe.purchases()).toMatchObject([
    { listAmount: 2_000, discountAmount: 0, discountId: null },
  ])
  expect(await listed()).toMatchObject({ used: 0, reserved: 0 })
})

test('a full refund gives the use back, and another buyer can use it', async () => {
  const { w, mara, item, listed } = await discountFixture({ discount: { maxUses: 1 } })
  const { purchaseId } = await w.visitor().purchase(item.id, { code: 'SPRING' })
  await mara.call(refundSale, { params: { id: purchaseId }, body: { amount: '1.00', refunded: '0' } })
  await w.deliverWebhooks()
  expect(await listed()).toMatchObject({ used: 1 })

  await mara.call(refundSale, { params: { id: purchaseId }, body: { refunded: '1.00' } })
  await w.deliverWebhooks()

  expect(await listed()).toMatchObject({ used: 0, reserved: 0, soldAmount: '0.00' })
  await w.visitor().purchase(item.id, { code: 'SPRING' })
  expect(await listed()).toMatchObject({ used: 1, soldAmount: '9.60' })
  expect(await checkLedger(w)).toEqual([])
})

test('a refund that the bank returns takes the use again', async () => {
  const { w, mara, item, listed } = await discountFixture({ discount: { maxUses: 1 } })
  const { purchaseId } = await w.visitor().purchase(item.id, { code: 'SPRING', card: 'refund_fails' })
  await mara.call(refundSale, { params: { id: purchaseId }, body: { refunded: '0' } })
  expect(await listed()).toMatchObject({ used: 0 })

  w.clock.advance(minuteMs)
  await w.deliverWebhooks()

  expect(await listed()).toMatchObject({ used: 1 })
  expect(await checkLedger(w)).toEqual([])
})

test('a dispute keeps the use', async () => {
  const { w, item, listed } = await discountFixture({ discount: { maxUses: 1 } })
  await w.visitor().purchase(item.id, { code: 'SPRING', card: 'disputed' })

  w.clock.advance(minuteMs)
  await w.deliverWebhooks()

  expect(await w.probe.purchases()).toMatchObject([{ disputedAmount: 960 }])
  expect(await listed()).toMatchObject({ used: 1 })
  expect(await checkLedger(w)).toEqual([])
})

test('a checkout that was abandoned for a day gives its hold back', async () => {
  const { w, item, listed } = await discountFixture({ discount: { maxUses: 1 } })
  await w.visitor().starts(item.id, { code: 'SPRING' })
  w.clock.advance(25 * 60 * minuteMs)

  await w.settleDueCheckouts()

  expect(await listed()).toMatchObject({ used: 0, reserved: 0 })
  expect(await w.db.select().from(reservations)).toMatchObject([{ state: 'released' }])
})

test('after a crash between hold and provider the payment is made once, and the hold is its own', async () => {
  const { w, item, listed } = await discountFixture({ discount: { maxUses: 1 } })
  const { createPayment } = w.ports.paymentProvider
  const fan = w.visitor()
  w.ports.paymentProvider.createPayment = async () => {
    throw new Error('The process died')
  }
  expect((await starts(fan, item.id, 'SPRING')).status).toBe(500)
  expect(await listed()).toMatchObject({ reserved: 1 })
  w.ports.paymentProvider.createPayment = createPayment

  await fan.purchase(item.id, { code: 'SPRING' })

  expect(await w.probe.checkouts()).toHaveLength(1)
  expect(await listed()).toMatchObject({ used: 1, reserved: 0 })
  expect(await checkLedger(w)).toEqual([])
})

test('after such a crash without the buyer the hold is free half an hour later', async () => {
  const { w, item, listed } = await discountFixture({ discount: { maxUses: 1 } })
  const { createPayment } = w.ports.paymentProvider
  w.ports.paymentProvider.createPayment = async () => {
    throw new Error('The process died')
  }
  await starts(w.visitor(), item.id, 'SPRING')
  w.ports.paymentProvider.createPayment = createPayment
  w.clock.advance(31 * minuteMs)

  await w.visitor().purchase(item.id, { code: 'SPRING' })

  expect(await listed()).toMatchObject({ used: 1, reserved: 0 })
})

test('a payment that was canceled and is paid all the same is a sale', async () => {
  const { w, item } = await discountFixture({ discount: { maxUses: 1 } })
  const slow = w.visitor()
  const { paymentIntentId } = await slow.starts(item.id, { code: 'SPRING' })
  w.clock.advance(31 * minuteMs)
  await w.visitor().purchase(item.id, { code: 'SPRING' })
  await w.probe.updateProviderPayment(paymentIntentId, { state: 'paid' })

  const { body } = await slow.call(completePayment, { params: { paymentIntentId } })

  expect(body.state).toBe('paid')
  expect(await w.probe.purchases()).toHaveLength(2)
  expect(await counterOf(w)).toEqual({ used: 1, reserved: 0, soldAmount: 960 })
  expect(await checkLedger(w)).toEqual([])
})

test('a payment that has started keeps its price when the code is changed, paused or full', async () => {
  const { w, mara, item, spring } = await discountFixture()
  const fan = w.visitor()
  const { clientSecret, paymentIntentId } = await fan.starts(item.id, { code: 'SPRING' })
  const change = { code: 'SPRING', kind: 'percent', percentBps: 1_000, maxUses: 1 }
  await mara.call(updateDiscount, { params: { id: spring.id }, body: change })
  await mara.call(pauseDiscount, { params: { id: spring.id }, body: { isPaused: true } })

  await fan.presents('paid', clientSecret)
  await fan.call(completePayment, { params: { paymentIntentId } })

  expect(await w.probe.purchases()).toMatchObject([{ amount: 960, discountAmount: 240 }])
})

test('the eleventh code is refused, also a right one, until ten minutes later', async () => {
  const { w, item } = await discountFixture()
  const fan = w.visitor()
  await fan.starts(item.id)
  const tries = async (code: string) => (await starts(fan, item.id, code)).body

  for (let wrong = 1; wrong < 10; wrong++)
    expect(await tries(`WRONG${wrong}`)).toMatchObject({
      fields: { code: 'We don’t know this code. The price stays $12.00.' },
    })
  const message = 'That was the tenth code. Try again in 10 minutes, or pay without one.'
  expect(await tries('WRONG10')).toMatchObject({ code: 'rate_limited', fields: { code: message } })
  expect(await tries('SPRING')).toMatchObject({ code: 'rate_limited' })
  expect(
    (await fan.call(getDiscountOffer, { params: { id: item.id }, query: { code: 'SPRING' } })).body,
  ).toEqual({
    offer: null,
    refusal: message,
  })
  w.clock.advance(10 * minuteMs + 1)

  expect(await tries('SPRING')).toMatchObject({ amount: '9.60' })
})

test('a network that guesses without cookies is stopped too', async () => {
  const { w, item } = await discountFixture({
    env: {
      PUBLIC_URL: 'https://tips.example.com',
      SESSION_SECRET: '0123456789abcdef'.repeat(2),
      DEMO_MODE: 'true',
    },
  })
  const offerFor = async (code: string) =>
    (await w.visitor().call(getDiscountOffer, { params: { id: item.id }, query: { code } })).body

  for (let wrong = 1; wrong <= 10; wrong++) await offerFor(`WRONG${wrong}`)

  expect(await offerFor('SPRING')).toMatchObject({ offer: null, refusal: expect.stringContaining('tenth') })
})

test('a plain checkout reads and writes nothing of codes', async () => {
  const { w, item } = await discountFixture()

  await w.visitor().purchase(item.id)

  expect(await w.probe.checkouts()).toMatchObject([{ hasExtras: false, discountId: null, discountAmount: 0 }])
  expect(await w.db.select().from(reservations)).toEqual([])
  expect(await w.db.select().from(counters).where(eq(counters.used, 0))).toHaveLength(1)
})

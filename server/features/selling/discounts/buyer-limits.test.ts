import { expect, test } from 'vitest'
import { setBuyerEmail } from '../../../../contract/checkout.ts'
import { createDiscount, getDiscountOffer, readDiscount } from '../../../../contract/discounts.ts'
import { completePayment, createPaymentIntent } from '../../../../contract/purchases.ts'
import { getSale, listSales, refundSale } from '../../../../contract/sales.ts'
import type { TestCard } from '../../../../contract/sandbox.ts'
import { discountFixture } from '../../../../tests/support/discount-fixture.ts'
import type { TestApp } from '../../../../tests/support/test-app.ts'
import { purchases } from '../../../db/schema/index.ts'
import { registered } from '../../index.ts'
import { applyRetention } from '../../operating/privacy/retention.ts'

const once = 'You’ve used SPRING already.'

test('a browser uses a code once, others may use it too, and a full refund gives it back', async () => {
  const { w, mara, item } = await discountFixture({ discount: { maxPerBuyer: 1 } })
  const other = await mara.publishText({ title: 'Night Ferry', price: '10.00' })
  const fan = w.visitor()
  const { purchaseId } = await fan.purchase(item.id, { code: 'SPRING' })

  const again = await fan.call(createPaymentIntent, { body: { contentId: other.id, code: 'SPRING' } })
  const offer = await fan.call(getDiscountOffer, { params: { id: other.id }, query: { code: 'SPRING' } })
  const stranger = await w.visitor().starts(other.id, { code: 'SPRING', email: 'other@example.com' })
  await mara.call(refundSale, { params: { id: purchaseId }, body: { refunded: '0' } })
  await w.deliverWebhooks()

  expect(again).toMatchObject({ status: 400, body: { fields: { code: once } } })
  expect(offer.body).toEqual({ offer: null, refusal: once })
  expect(stranger.amount).toBe('8.00')
  expect(await fan.starts(other.id, { code: 'SPRING' })).toMatchObject({ amount: '8.00' })
})

test('a code for the first purchase does not work for who has bought something', async () => {
  const { w, mara, item } = await discountFixture({ discount: { firstPurchaseOnly: true } })
  const other = await mara.publishText({ title: 'Night Ferry', price: '10.00' })
  const fan = w.visitor()
  await fan.purchase(item.id)

  const answer = await fan.call(createPaymentIntent, { body: { contentId: other.id, code: 'SPRING' } })

  expect(answer.body).toMatchObject({
    fields: { code: 'SPRING is for a first purchase, and you’ve bought from this creator before.' },
  })
  expect(await w.visitor().starts(other.id, { code: 'SPRING' })).toMatchObject({ amount: '8.00' })
})

test('the limits are kept, and a number outside 1 to 100 is refused with a sentence', async () => {
  const { mara, spring } = await discountFixture({ discount: { maxPerBuyer: 2, firstPurchaseOnly: true } })

  const { body } = await mara.call(readDiscount, { params: { id: spring.id } })
  const answers = await Promise.all(
    [0, 101, 1.5].map((maxPerBuyer) =>
      mara.call(createDiscount, {
        body: { code: 'OTHER', kind: 'amount', amount: '1.00', maxPerBuyer },
      }),
    ),
  )

  expect(body).toMatchObject({ maxPerBuyer: 2, firstPurchaseOnly: true })
  for (const answer of answers)
    expect(answer).toMatchObject({
      status: 400,
      body: { fields: { maxPerBuyer: 'Enter a number from 1 to 100' } },
    })
})

const usedByAddress = 'With this address SPRING can’t be used again.'

/** A new browser that pays with the code and leaves its address with the card. */
async function paysWithCode(w: TestApp, contentId: number, email: string, card: TestCard = 'paid') {
  const fan = w.visitor()
  const started = await fan.starts(contentId, { code: 'SPRING', email: '' })
  await fan.presents(card, started.clientSecret, { email })
  const { body } = await fan.call(completePayment, { params: { paymentIntentId: started.paymentIntentId } })
  if (body.purchaseId === null) throw new Error('Not bought')
  return body.purchaseId
}

test('an address uses a code once, however it is written, and gets the price without it', async () => {
  const { w, mara, item } = await discountFixture({ discount: { maxPerBuyer: 1 } })
  const other = await mara.publishText({ title: 'Night Ferry', price: '10.00' })
  const first = await paysWithCode(w, item.id, 'Sam.Ortiz@example.com')
  const tries = async (email: string) => {
    const fan = w.visitor()
    const { paymentIntentId } = await fan.starts(other.id, { code: 'SPRING', email: '' })
    return fan.call(setBuyerEmail, { params: { paymentIntentId }, body: { email } })
  }

  for (const email of ['sam.ortiz@example.com', 'SAM.ORTIZ+two@example.com'])
    expect(await tries(email)).toMatchObject({
      status: 400,
      body: { fields: { code: `${usedByAddress} The price is $10.00 now.` } },
    })
  for (const email of ['sam.ortizz@example.com', 'sam.orti@example.com', 'sam.ortiz@example.org'])
    expect((await tries(email)).status).toBe(200)
  const withEmail = { contentId: other.id, code: 'SPRING', buyerEmail: 'sam.ortiz@example.com' }
  const answer = await w.visitor().call(createPaymentIntent, { body: withEmail })
  expect(answer).toMatchObject({ status: 400, body: { fields: { code: usedByAddress } } })
  await mara.call(refundSale, { params: { id: first }, body: { refunded: '0' } })
  await w.deliverWebhooks()
  expect((await tries('sam.ortiz@example.com')).status).toBe(200)
})

test('who tries the addresses of others is stopped like who guesses codes', async () => {
  const { w, item } = await discountFixture({ discount: { maxPerBuyer: 1 } })
  await paysWithCode(w, item.id, 'sam@example.com')
  const guesser = w.visitor()
  const { paymentIntentId } = await guesser.starts(item.id, { code: 'SPRING', email: '' })
  const tries = (email: string) =>
    guesser.call(setBuyerEmail, { params: { paymentIntentId }, body: { email } })

  for (let count = 1; count < 10; count += 1) expect((await tries('sam@example.com')).status).toBe(400)

  expect((await tries('sam@example.com')).status).toBe(429)
  expect(
    await guesser.call(createPaymentIntent, { body: { contentId: item.id, code: 'SPRING' } }),
  ).toMatchObject({
    status: 429,
  })
})

test('a code without a limit per buyer asks nothing about an address', async () => {
  const { w, item } = await discountFixture()
  await paysWithCode(w, item.id, 'sam@example.com')
  const fan = w.visitor()
  const { paymentIntentId } = await fan.starts(item.id, { code: 'SPRING', email: '' })

  const answer = await fan.call(setBuyerEmail, {
    params: { paymentIntentId },
    body: { email: 'sam@example.com' },
  })

  expect(answer.status).toBe(200)
})

test('a paid sale is never refused, and the list says that the same card or address used the code twice', async () => {
  const { w, mara, item } = await discountFixture({ discount: { maxPerBuyer: 1 } })
  const first = await paysWithCode(w, item.id, 'sam@example.com')
  const sameCard = await paysWithCode(w, item.id, 'priya@example.com')
  const otherCard = await paysWithCode(w, item.id, 'yuki@example.com', 'paid_japan')
  const sameAddress = await paysWithCode(w, item.id, 'sam+2@example.com', 'paid_germany')
  await w.visitor().purchase(item.id, { email: 'plain@example.com' })
  const usesOf = async () => {
    const { body } = await mara.call(listSales)
    return new Map(body.sales.map(({ id, codeUses }) => [id, codeUses]))
  }

  const uses = await usesOf()
  expect([first, sameCard, otherCard, sameAddress].map((id) => uses.get(id))).toEqual([null, 2, null, 2])
  expect((await mara.call(getSale, { params: { id: sameCard } })).body).toMatchObject({ codeUses: 2 })
  await mara.call(refundSale, { params: { id: first }, body: { refunded: '0' } })
  await w.deliverWebhooks()
  expect((await usesOf()).get(sameCard)).toBe(null)
})

test('only a hash of the card is kept, only for sales with a code, and for 400 days', async () => {
  const { w, item } = await discountFixture()
  await paysWithCode(w, item.id, 'sam@example.com')
  await w.visitor().purchase(item.id)
  const hashes = async () =>
    (await w.db.select().from(purchases).orderBy(purchases.id)).map(
      ({ cardFingerprintHash }) => cardFingerprintHash,
    )

  const [withCode, withoutCode] = await hashes()
  expect(withCode).toMatch(/^[\w-]{43}$/)
  expect(withoutCode).toBe(null)
  w.clock.advance(401 * 24 * 3_600_000)
  await applyRetention(w.ports, registered.storedData)
  expect(await hashes()).toEqual([null, null])
})

import { expect, test } from 'vitest'
import { createDiscount, getDiscountOffer, readDiscount } from '../../../../contract/discounts.ts'
import { createPaymentIntent } from '../../../../contract/purchases.ts'
import { refundSale } from '../../../../contract/sales.ts'
import { discountFixture } from '../../../../tests/support/discount-fixture.ts'

const once = 'You’ve used SPRING already.'

test('a browser uses a code once, others may use it too, and a full refund gives it back', async () => {
  const { w, mara, item } = await discountFixture({ discount: { maxPerBuyer: 1 } })
  const other = await mara.publishText({ title: 'Night Ferry', price: '10.00' })
  const fan = w.visitor()
  const { purchaseId } = await fan.purchase(item.id, { code: 'SPRING' })

  const again = await fan.call(createPaymentIntent, { body: { contentId: other.id, code: 'SPRING' } })
  const offer = await fan.call(getDiscountOffer, { params: { id: other.id }, query: { code: 'SPRING' } })
  const stranger = await w.visitor().starts(other.id, { code: 'SPRING' })
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

import { expect, test } from 'vitest'
import { getContent } from '../../../../contract/content.ts'
import { completePayment, createPaymentIntent } from '../../../../contract/purchases.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'

async function payAmounts(w: TestApp, contentId: number, amounts: Array<string>) {
  for (const customAmount of amounts) {
    const fan = w.visitor()
    const { body } = await fan.call(createPaymentIntent, { body: { contentId, customAmount } })
    await fan.presents('paid', body.clientSecret)
    await fan.call(completePayment, { params: { paymentIntentId: body.paymentIntentId } })
    w.clock.advance(1_000)
  }
}

async function publishTipItem(w: TestApp) {
  const creator = await w.creator()
  return creator.publishText({ pricingModel: 'pay_what_you_want', minimumPrice: '2.00' })
}

const typicalAmountOf = async (w: TestApp, id: number) =>
  (await w.visitor().call(getContent, { params: { id } })).body.typicalAmount

test('the typical amount is the median of the sales, from five sales on', async () => {
  const w = await createTestApp()
  const { id } = await publishTipItem(w)

  await payAmounts(w, id, ['2.00', '90.00', '8.00', '4.00'])
  expect(await typicalAmountOf(w, id)).toBeNull()
  await payAmounts(w, id, ['9.00'])

  expect(await typicalAmountOf(w, id)).toBe('8.00')
})

test('without amounts of the creator, those beside the field come from what people pay', async () => {
  const w = await createTestApp()
  const { id } = await publishTipItem(w)
  const amountsOf = async () => {
    const { suggestedAmounts, isPaidByMost } = (await w.visitor().call(getContent, { params: { id } })).body
    return { suggestedAmounts, isPaidByMost }
  }

  await payAmounts(w, id, ['8.00', '8.00', '8.00', '5.00'])
  expect(await amountsOf()).toEqual({ suggestedAmounts: [], isPaidByMost: false })
  await payAmounts(w, id, ['20.00'])

  expect(await amountsOf()).toEqual({
    suggestedAmounts: ['2.00', '8.00', '12.00', '20.00'],
    isPaidByMost: true,
  })
})

test('there is no typical amount when it would equal the minimum', async () => {
  const w = await createTestApp()
  const { id } = await publishTipItem(w)

  await payAmounts(w, id, ['2.00', '2.00', '2.00', '8.00', '9.00'])

  expect(await typicalAmountOf(w, id)).toBeNull()
})

import { expect, test } from 'vitest'
import { createPaymentIntent, getCheckout, verifyPurchase } from '../../../../contract/purchases.ts'
import { getReceipt } from '../../../../contract/receipts.ts'
import { listSales, refundSale } from '../../../../contract/sales.ts'
import { checkLedger } from '../../../../tests/support/check-ledger.ts'
import { discountFixture } from '../../../../tests/support/discount-fixture.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'

async function tipJar(fields: Record<string, string> = {}) {
  const w = await createTestApp()
  const mara = await w.creator('mara@example.com')
  const item = await mara.publishText({ price: '12.00', offersTip: 'true', ...fields })
  return { w, mara, item, fan: w.visitor() }
}

test('a tip is paid on top, with the same fee, and the sale keeps it', async () => {
  const { w, item, mara, fan } = await tipJar()

  const { amount } = await fan.purchase(item.id, { tip: '5.00' })

  expect(amount).toBe('17.00')
  expect(await w.probe.purchases()).toMatchObject([
    { listAmount: 1_200, tipAmount: 500, amount: 1_700, platformFeeAmount: 340, netAmount: 1_360 },
  ])
  const { body } = await mara.call(listSales)
  expect(body.sales).toMatchObject([{ listAmount: '12.00', tip: '5.00', amount: '17.00' }])
  expect(await checkLedger(w)).toEqual([])
})

test('the checkout offers a tenth and a fifth, and none is chosen', async () => {
  const { item, fan } = await tipJar()
  const { clientSecret } = await fan.starts(item.id)
  const tipped = await fan.starts(item.id, { tip: '2.40' })

  const read = async (secret: string) => {
    const headers = fan.clientSecretHeaders(secret)
    return (await fan.call(getCheckout, { params: { id: item.id }, headers })).body
  }

  const suggestions = ['1.20', '2.40']
  expect(await read(clientSecret)).toMatchObject({ amount: '12.00', tip: { amount: '0.00', suggestions } })
  expect(await read(tipped.clientSecret)).toMatchObject({
    listAmount: '12.00',
    amount: '14.40',
    tip: { amount: '2.40', suggestions },
  })
})

test('a changed tip is another payment, and the first one again has the price without it', async () => {
  const { item, fan } = await tipJar()
  const plain = await fan.starts(item.id)

  const tipped = await fan.starts(item.id, { tip: '1.20' })
  const again = await fan.starts(item.id, { tip: '0' })

  expect(tipped.paymentIntentId).not.toBe(plain.paymentIntentId)
  expect(again).toEqual(plain)
})

test.each([
  ['an item that does not ask for one', { offersTip: 'false' }, '12.00'],
  ['pay what you want', { pricingModel: 'pay_what_you_want', minimumPrice: '12.00' }, '12.00'],
])('a tip for %s is not charged', async (_name, fields, amount) => {
  const { item, fan } = await tipJar(fields)

  expect(await fan.starts(item.id, { tip: '5.00' })).toMatchObject({ amount })
})

test.each([
  ['1.234', 'Enter a tip in USD'],
  ['-1', 'Enter an amount like 5.00'],
  ['five', 'Enter an amount like 5.00'],
  ['999999999999', 'Enter a tip up to $999,987.99'],
])('a tip of %s is refused with a sentence', async (tip, message) => {
  const { item, fan } = await tipJar()

  const answer = await fan.call(createPaymentIntent, { body: { contentId: item.id, tip } })

  expect(answer.status).toBe(400)
  expect(answer.body).toMatchObject({ fields: { tip: message } })
})

test('a tip comes on top of the price with a code, and goes back with a full refund', async () => {
  const { w, mara, item } = await discountFixture({ fields: { offersTip: 'true' } })
  const fan = w.visitor()

  const { amount, purchaseId } = await fan.purchase(item.id, { code: 'SPRING', tip: '1.00' })
  await mara.call(refundSale, { params: { id: purchaseId }, body: { refunded: '0' } })
  await w.deliverWebhooks()

  expect(amount).toBe('10.60')
  expect(await w.probe.purchases()).toMatchObject([
    { listAmount: 1_200, discountAmount: 240, tipAmount: 100, amount: 1_060, refundedAmount: 1_060 },
  ])
  expect(await checkLedger(w)).toEqual([])
})

test('the receipt and the email have the tip on its own line', async () => {
  const { w, item, fan } = await tipJar()
  const { paymentIntentId } = await fan.purchase(item.id, { tip: '5.00' })
  const query = { payment_intent: paymentIntentId, content_id: item.id }
  const bought = await fan.call(verifyPurchase, { query })

  const token = bought.body.accessUrl.split('/').at(-1) ?? ''
  const { body } = await fan.call(getReceipt, { params: { token } })
  await w.runJobs()
  const [email] = (await w.mailbox.list()).filter(({ subject }) => subject.endsWith(' is yours'))

  expect(body).toMatchObject({ listAmount: '12.00', tip: '5.00', amount: '17.00' })
  expect((await w.mailbox.read(email?.id ?? ''))?.text).toMatch(
    /: \$12\.00\nTip: \$5\.00\nTotal, Visa ••4242: \$17\.00/,
  )
})

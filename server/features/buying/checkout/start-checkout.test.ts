import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { deleteContent } from '../../../../contract/content.ts'
import { completePayment, createPaymentIntent, verifyPurchase } from '../../../../contract/purchases.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import { contentItems } from '../../../db/schema/index.ts'

async function checkoutFixture(fields: Record<string, string> = {}) {
  const w = await createTestApp()
  const creator = await w.creator()
  const item = await creator.publishText(fields)
  const fan = w.visitor()
  const startCheckout = (customAmount?: unknown, contentId = item.id) =>
    fan.call(createPaymentIntent, { body: { contentId, buyerEmail: 'fan@example.com', customAmount } })
  return { w, creator, item, fan, startCheckout }
}

const payWhatYouWant = { pricingModel: 'pay_what_you_want', minimumPrice: '5.00' }

test('a repeated request for the same unpaid item returns the same checkout and secret', async () => {
  const { w, item, fan } = await checkoutFixture()

  const first = await fan.starts(item.id)
  const second = await fan.starts(item.id)

  expect(second).toEqual(first)
  expect(await w.probe.checkouts()).toHaveLength(1)
  expect(await w.probe.payments()).toHaveLength(1)
})

test('eight concurrent tabs get one checkout and one payment', async () => {
  const { w, item, fan } = await checkoutFixture()
  await fan.starts((await (await w.creator('nils@example.com')).publishText()).id)

  const responses = await Promise.all(Array.from({ length: 8 }, () => fan.starts(item.id)))

  expect(new Set(responses.map(({ paymentIntentId }) => paymentIntentId)).size).toBe(1)
  expect(new Set(responses.map(({ clientSecret }) => clientSecret)).size).toBe(1)
  expect((await w.probe.payments()).filter(({ contentId }) => contentId === item.id)).toHaveLength(1)
})

test('two browsers never share a checkout', async () => {
  const { w, item, fan } = await checkoutFixture()

  const mine = await fan.starts(item.id)
  const theirs = await w.visitor().starts(item.id)

  expect(theirs.paymentIntentId).not.toBe(mine.paymentIntentId)
  expect(theirs.clientSecret).not.toBe(mine.clientSecret)
})

test('after a crash between the provider’s response and our update, the same payment is found', async () => {
  const { w, item, fan } = await checkoutFixture()
  const before = await fan.starts(item.id)
  await w.probe.updateCheckouts({ providerPaymentId: null, clientSecretEncrypted: null })

  const after = await fan.starts(item.id)

  expect(after).toEqual(before)
  expect(await w.probe.payments()).toHaveLength(1)
})

test('after such a crash the provider gets the same request, although the item was renamed', async () => {
  const { w, item, fan } = await checkoutFixture()
  await fan.starts(item.id)
  await w.probe.updateCheckouts({ providerPaymentId: null, clientSecretEncrypted: null })
  await w.db.update(contentItems).set({ title: 'Renamed meanwhile' })
  const requests: Array<string> = []
  const { createPayment } = w.ports.paymentProvider
  w.ports.paymentProvider.createPayment = (request, key) => {
    requests.push(`${key} ${request.description}`)
    return createPayment(request, key)
  }

  await fan.starts(item.id)

  const [checkout] = await w.probe.checkouts()
  expect(requests).toEqual([`pi:${checkout?.id} ${item.title}`])
})

test('a changed email receives the access email', async () => {
  const { w, item, fan } = await checkoutFixture()
  await fan.starts(item.id, { email: 'typo@example.con' })

  const { clientSecret, paymentIntentId } = await fan.starts(item.id, { email: 'right@example.com' })
  await fan.presents('paid', clientSecret, { email: '' })
  await fan.call(completePayment, { params: { paymentIntentId } })

  expect(await w.probe.checkouts()).toHaveLength(1)
  expect(await w.probe.purchases()).toMatchObject([{ buyerEmail: 'right@example.com' }])
})

// JSON has no NaN and Infinity; they are sent as null.
test.each([
  '0',
  '-1',
  '0.001',
  '4.99',
  '1e309',
  '1,00',
  'NaN',
  '5.001',
  '9999999999999',
  0,
  -1,
  4.99,
  1e21,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  true,
  ['9.00'],
  { amount: 9 },
])('the amount %j is rejected and no checkout starts', async (amount) => {
  const { w, startCheckout } = await checkoutFixture(payWhatYouWant)

  const response = await startCheckout(amount)

  expect(response.status).toBe(400)
  expect(response.body).toMatchObject({ code: 'invalid_input', message: expect.stringMatching(/\w+ \w+/) })
  expect(await w.probe.payments()).toEqual([])
})

test('an amount beyond number precision is rejected as typed', async () => {
  const { w, item, fan } = await checkoutFixture(payWhatYouWant)
  const payload = `{"contentId":${item.id},"buyerEmail":"","customAmount":1e309}`

  const response = await fan.send('POST', createPaymentIntent.path, {
    payload,
    headers: { 'content-type': 'application/json' },
  })

  expect(response.statusCode).toBe(400)
  expect(await w.probe.payments()).toEqual([])
})

test('an amount below the minimum is rejected with the minimum', async () => {
  const { startCheckout } = await checkoutFixture(payWhatYouWant)

  const { body } = await startCheckout('4.99')

  expect(body).toMatchObject({
    message: 'Minimum amount is $5.00',
    fields: { customAmount: 'Minimum amount is $5.00' },
  })
})

test.each([
  ['7', 700],
  ['7.25', 725],
  [7.25, 725],
  [undefined, 500],
  ['5.00', 500],
])('of %j the provider gets exactly %i cents', async (amount, cents) => {
  const { w, startCheckout } = await checkoutFixture(payWhatYouWant)

  await startCheckout(amount)

  expect(await w.probe.payments()).toMatchObject([{ amount: cents, currency: 'USD' }])
  expect(await w.probe.checkouts()).toMatchObject([{ amount: cents, platformFeeBps: 2000 }])
})

test('a fixed price ignores the sent amount', async () => {
  const { w, startCheckout } = await checkoutFixture({ price: '10.00' })

  await startCheckout('0.01')
  await startCheckout('9999')

  expect(await w.probe.payments()).toMatchObject([{ amount: 1000 }])
})

test('a price change during a checkout keeps the quoted price, and the next checkout has the new one', async () => {
  const { w, item, fan } = await checkoutFixture({ price: '10.00' })
  const quoted = await fan.starts(item.id)
  await w.db.update(contentItems).set({ priceAmount: 1500, version: 2 }).where(eq(contentItems.id, item.id))

  const renewed = await fan.starts(item.id)
  await fan.presents('paid', quoted.clientSecret)
  await fan.call(completePayment, { params: { paymentIntentId: quoted.paymentIntentId } })

  expect(quoted.amount).toBe('10.00')
  expect(renewed.amount).toBe('15.00')
  expect(renewed.paymentIntentId).not.toBe(quoted.paymentIntentId)
  expect(await w.probe.purchases()).toMatchObject([{ amount: 1000, platformFeeAmount: 200 }])
})

test('an item deleted between payment and access is delivered and no longer sold', async () => {
  const { creator, item, fan, startCheckout } = await checkoutFixture()
  const { paymentIntentId } = await fan.pays(item.id)
  await creator.call(deleteContent, { params: { id: item.id } })

  const unlocked = await fan.call(verifyPurchase, {
    query: { payment_intent: paymentIntentId, content_id: item.id },
  })
  const another = await startCheckout()

  expect(unlocked.status).toBe(200)
  expect(unlocked.body.content.textContent).toBe('Salt, flour, water.')
  expect(another.status).toBe(404)
  expect(another.body).toMatchObject({ message: 'Content Not Found' })
})

test('a buyer who owns the item is warned and may buy again', async () => {
  const { w, item, fan } = await checkoutFixture()

  const first = await fan.purchase(item.id)
  const second = await fan.purchase(item.id)

  expect(first).toMatchObject({ alreadyOwned: false, existingAccessUrl: null })
  expect(second).toMatchObject({
    alreadyOwned: true,
    existingAccessUrl: expect.stringMatching(/\/access\/[\w-]{43}$/),
  })
  expect(second.paymentIntentId).not.toBe(first.paymentIntentId)
  expect(await w.probe.purchases()).toHaveLength(2)
  expect(await w.probe.balance('cash_clearing')).toBe(-2000)
})

test.each(['draft', 'unknown'])('a %s item starts no payment', async (kind) => {
  const { w, creator, startCheckout } = await checkoutFixture()
  const draft = await creator.publishText({ status: 'draft' })

  const response = await startCheckout(undefined, kind === 'draft' ? draft.id : 12_345)

  expect(response.status).toBe(404)
  expect(await w.probe.payments()).toEqual([])
})

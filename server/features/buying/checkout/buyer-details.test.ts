import { expect, test } from 'vitest'
import { setBuyerEmail } from '../../../../contract/checkout.ts'
import { createTestApp, type TestApp, type Visitor } from '../../../../tests/support/test-app.ts'

const dayMs = 24 * 3_600_000

async function itemsFixture() {
  const w = await createTestApp()
  const creator = await w.creator()
  const item = await creator.publishText({ pricingModel: 'pay_what_you_want', minimumPrice: '2.00' })
  return { w, item, other: await creator.publishText() }
}

async function enterEmail(client: Visitor, paymentIntentId: string, email: string) {
  const { status, body } = await client.call(setBuyerEmail, { params: { paymentIntentId }, body: { email } })
  return [status, body]
}

/** A new browser starts a checkout and enters an email. */
async function enterEmailInNewCheckout(w: TestApp, contentId: number, email: string) {
  const visitor = w.visitor()
  const { paymentIntentId } = await visitor.starts(contentId, { email: '' })
  return enterEmail(visitor, paymentIntentId, email)
}

async function ownerEmails(w: TestApp) {
  await w.runOwnerNotices()
  await w.runJobs()
  const emails = await w.mailbox.list()
  return emails.filter(({ subject }) => subject.startsWith('You already own ')).map(({ to }) => to)
}

test('the response is the same for an email that owns the item, one that is paying for it, and an unknown one', async () => {
  const { w, item } = await itemsFixture()
  await w.visitor().purchase(item.id, { email: 'owner@example.com' })
  const paying = w.visitor()
  const slow = await paying.starts(item.id, { email: '' })
  await enterEmail(paying, slow.paymentIntentId, 'paying@example.com')
  await paying.presents('slow', slow.clientSecret, { email: 'paying@example.com' })
  await w.deliverWebhooks()
  expect((await w.probe.checkouts()).map(({ state }) => state).toSorted()).toEqual(['paid', 'processing'])

  const responses = []
  for (const email of [
    'owner@example.com',
    'OWNER@example.com',
    'paying@example.com',
    'stranger@example.com',
  ]) {
    const visitor = w.visitor()
    const { paymentIntentId } = await visitor.starts(item.id, { email: '' })
    const response = await visitor.send('POST', `/api/payments/${paymentIntentId}/email`, {
      payload: { email },
    })
    const { date: _, 'x-request-id': __, ...headers } = response.headers
    responses.push({ status: response.statusCode, headers, body: response.payload })
  }

  expect(responses[0]).toMatchObject({
    status: 200,
    body: JSON.stringify({ ownership: 'new', existingAccessUrl: null }),
  })
  expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBe(1)
})

test('an email that owns the item can pay again without a warning', async () => {
  const { w, item } = await itemsFixture()
  await w.visitor().purchase(item.id, { email: 'owner@example.com' })
  const second = w.visitor()
  const { paymentIntentId, clientSecret } = await second.starts(item.id, { email: '' })
  await enterEmail(second, paymentIntentId, 'owner@example.com')

  await second.presents('paid', clientSecret, { email: 'owner@example.com' })
  await w.deliverWebhooks()

  expect(await w.probe.purchases()).toHaveLength(2)
})

test('the owner gets an email with the link to their purchase, and no one else does', async () => {
  const { w, item, other } = await itemsFixture()
  const owner = w.visitor()
  await owner.purchase(item.id, { email: 'Owner@example.com' })
  await w.visitor().purchase(other.id, { email: 'reader@example.com' })

  await enterEmailInNewCheckout(w, item.id, 'owner@Example.com')
  await enterEmailInNewCheckout(w, item.id, 'reader@example.com')
  await enterEmailInNewCheckout(w, item.id, 'stranger@example.com')

  expect(await ownerEmails(w)).toEqual(['Owner@example.com'])
  const [email] = (await w.mailbox.list()).filter(({ subject }) => subject.startsWith('You already own '))
  const link = /\/access\/[\w-]{43}/.exec((await w.mailbox.read(email?.id ?? ''))?.text ?? '')?.[0]
  expect((await w.visitor().send('GET', `/api${link}`)).statusCode).toBe(200)
})

test('an owner gets one such email per purchase in 24 hours, however often the email is entered', async () => {
  const { w, item } = await itemsFixture()
  await w.visitor().purchase(item.id, { email: 'owner@example.com' })

  for (let i = 0; i < 3; i++) {
    await enterEmailInNewCheckout(w, item.id, 'owner@example.com')
    await w.runOwnerNotices()
  }
  const first = await ownerEmails(w)
  w.clock.advance(dayMs + 1)
  await enterEmailInNewCheckout(w, item.id, 'owner@example.com')

  expect(first).toEqual(['owner@example.com'])
  expect(await ownerEmails(w)).toHaveLength(2)
})

test('an email that owns many items gets at most five such emails in 24 hours', async () => {
  const w = await createTestApp()
  const creator = await w.creator()
  for (let i = 0; i < 6; i++) {
    const { id } = await creator.publishText()
    await w.visitor().purchase(id, { email: 'owner@example.com' })
    await enterEmailInNewCheckout(w, id, 'owner@example.com')
  }

  expect(await ownerEmails(w)).toHaveLength(5)
})

test('a refunded purchase sends no such email', async () => {
  const { w, item } = await itemsFixture()
  const { paymentIntentId: sold } = await w.visitor().purchase(item.id, { email: 'fan@example.com' })
  const { amount } = await w.ports.paymentProvider.getPayment(sold)
  await w.ports.paymentProvider.refund({ paymentId: sold, amount, reason: 'requested' }, 'refund:1')
  await w.deliverWebhooks()

  await enterEmailInNewCheckout(w, item.id, 'fan@example.com')

  expect(await ownerEmails(w)).toEqual([])
})

test('a buyer who pays after entering their email gets no such email', async () => {
  const { w, item } = await itemsFixture()
  const fan = w.visitor()
  const { paymentIntentId, clientSecret } = await fan.starts(item.id, { email: '' })
  await enterEmail(fan, paymentIntentId, 'fan@example.com')
  await fan.presents('paid', clientSecret)
  await w.deliverWebhooks()

  expect(await w.probe.purchases()).toHaveLength(1)
  expect(await ownerEmails(w)).toEqual([])
})

test('a browser that bought the item in another tab is warned, whatever the email, and gets its own link', async () => {
  const { w, item } = await itemsFixture()
  const fan = w.visitor()
  const second = await fan.starts(item.id, { customAmount: '3.00', email: '' })
  await fan.purchase(item.id, { customAmount: '2.00', email: 'fan@example.com' })

  const response = await enterEmail(fan, second.paymentIntentId, 'another@example.com')

  const existingAccessUrl = expect.stringMatching(/\/access\/[\w-]{43}$/)
  expect(response).toEqual([200, { ownership: 'already_owned', existingAccessUrl }])
})

test('a browser whose payment in another tab is processing is warned until it is paid', async () => {
  const { w, item } = await itemsFixture()
  const fan = w.visitor()
  const second = await fan.starts(item.id, { customAmount: '3.00', email: '' })
  await fan.pays(item.id, { card: 'slow', customAmount: '2.00' })
  await w.deliverWebhooks()

  const during = await enterEmail(fan, second.paymentIntentId, 'fan@example.com')
  w.clock.advance(11_000)
  const after = await enterEmail(fan, second.paymentIntentId, 'fan@example.com')

  expect(during).toEqual([200, { ownership: 'processing', existingAccessUrl: null }])
  expect(after).toMatchObject([200, { ownership: 'already_owned' }])
})

test('the client secret alone does not reveal what the browser that started the payment owns', async () => {
  const { w, item } = await itemsFixture()
  const fan = w.visitor()
  const { paymentIntentId, clientSecret } = await fan.starts(item.id, { customAmount: '3.00', email: '' })
  await fan.purchase(item.id, { customAmount: '2.00' })
  const other = w.visitor()

  const { body } = await other.call(setBuyerEmail, {
    params: { paymentIntentId },
    body: { email: 'fan@example.com' },
    headers: other.clientSecretHeaders(clientSecret),
  })

  expect(body).toEqual({ ownership: 'new', existingAccessUrl: null })
})

test('the email is stored with the payment, and only its owner can set it', async () => {
  const { w, item } = await itemsFixture()
  const fan = w.visitor()
  const { paymentIntentId } = await fan.starts(item.id, { email: '' })

  const stranger = await enterEmail(w.visitor(), paymentIntentId, 'thief@example.com')
  await enterEmail(fan, paymentIntentId, 'fan@example.com')

  expect(stranger).toMatchObject([404, { message: 'Purchase Not Found' }])
  expect(await w.probe.checkouts()).toMatchObject([{ buyerEmail: 'fan@example.com' }])
})

test('one payment accepts ten emails per hour', async () => {
  const { w, item } = await itemsFixture()
  const fan = w.visitor()
  const { paymentIntentId } = await fan.starts(item.id, { email: '' })
  const responses: Array<unknown> = []

  for (let i = 0; i < 11; i++)
    responses.push((await enterEmail(fan, paymentIntentId, `fan${i}@example.com`))[0])

  expect(responses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 200))
  expect(responses[10]).toBe(429)
})

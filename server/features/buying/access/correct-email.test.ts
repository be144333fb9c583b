import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { getRefundEligibility, sendAccessLinks } from '../../../../contract/access.ts'
import { eraseBuyerData } from '../../../../contract/buyer-data.ts'
import {
  completePayment,
  correctPurchaseEmail,
  getAccess,
  redirectToFile,
  sendAccessEmail,
  verifyPurchase,
} from '../../../../contract/purchases.ts'
import { getReceipt } from '../../../../contract/receipts.ts'
import { getSale, refundSale } from '../../../../contract/sales.ts'
import { sentEmailsTo } from '../../../../tests/support/sent-emails.ts'
import { createTestApp, type TestApp, type Visitor } from '../../../../tests/support/test-app.ts'
import { buyerDataToken } from '../../operating/privacy/buyer-data.ts'

const mistyped = 'fan@gmial.com'
const correct = 'fan@gmail.com'

/** A file whose buyer mistyped the address; a stranger has the email. */
async function mistypedPurchase(email = mistyped) {
  const w = await createTestApp()
  const creator = await w.creator()
  const item = await creator.publishFile({ price: '10.00' })
  const fan = w.visitor()
  const bought = await fan.purchase(item.id, { email })
  const { paymentIntentId, purchaseId } = bought
  const query = { payment_intent: paymentIntentId, content_id: item.id }
  const corrects = (email = correct, who: Visitor = fan, headers = {}) =>
    who.call(correctPurchaseEmail, { body: { paymentIntentId, contentId: item.id, email }, headers })
  return { w, creator, item, fan, bought, purchaseId, query, corrects }
}

async function tokenEmailedTo(w: TestApp, address: string): Promise<string> {
  const emails = await sentEmailsTo(w, address)
  return emails.map(({ text }) => /\/access\/([\w-]{43})/.exec(text)?.[1]).findLast(Boolean) ?? ''
}

const status = async (call: Promise<{ status: number }>) => (await call).status

test('the buyer corrects the address: a new link goes there, and the stranger’s link is dead', async () => {
  const { w, fan, query, corrects } = await mistypedPurchase()
  const strangersToken = await tokenEmailedTo(w, mistyped)
  const stranger = w.visitor()
  const strangersFile = (await stranger.call(getAccess, { params: { token: strangersToken } })).body.content
  w.clock.advance(1_000)

  const { status: corrected, body } = await corrects()

  expect([corrected, body.email]).toEqual([200, correct])
  const token = await tokenEmailedTo(w, correct)
  expect(body.accessUrl.split('/').at(-1)).toBe(token)
  expect(await status(w.visitor().call(getAccess, { params: { token } }))).toBe(200)
  expect((await fan.call(verifyPurchase, { query })).body).toMatchObject({
    accessUrl: body.accessUrl,
    purchase: { email: correct },
  })
  expect((await fan.call(getReceipt, { params: { token } })).body.email).toBe(correct)
  for (const route of [getAccess, getReceipt, getRefundEligibility, redirectToFile])
    expect(await status(stranger.call(route, { params: { token: strangersToken } })), route.path).toBe(404)
  expect((await stranger.send('GET', strangersFile.fileUrl ?? '')).statusCode).toBe(403)
  const ownFile = (await fan.call(verifyPurchase, { query })).body.content.fileUrl ?? ''
  expect((await fan.send('GET', ownFile)).statusCode).toBe(200)
})

test('the old address is told without the new one and without a link, and gets nothing later', async () => {
  const { w, fan, bought, purchaseId, item, corrects } = await mistypedPurchase()
  await corrects()
  w.clock.advance(120_000)
  const body = { paymentIntentId: bought.paymentIntentId, contentId: item.id }
  expect(await status(fan.call(sendAccessEmail, { body }))).toBe(200)
  await w.visitor().call(sendAccessLinks, { body: { email: mistyped } })

  const notices = (await sentEmailsTo(w, mistyped)).filter(
    ({ subject }) => !subject.startsWith('Your access'),
  )

  expect(notices.map(({ subject }) => subject)).toEqual([
    `The email address of order ${purchaseId} was changed`,
  ])
  expect(notices[0]?.text).not.toContain(correct)
  expect(notices[0]?.text).not.toContain('/access/')
})

test('emails that wait when the address is corrected go to the new address only', async () => {
  const { w, corrects } = await mistypedPurchase()

  await corrects()

  const toStranger = (await sentEmailsTo(w, mistyped)).map(({ text }) => text).join('\n')
  expect(toStranger).toContain('no longer works')
  expect(toStranger).not.toContain('/access/')
})

test('the buyer can correct the address once', async () => {
  const { w, corrects } = await mistypedPurchase()

  const answers = await Promise.all([
    corrects(),
    corrects('other@example.com'),
    corrects('third@example.com'),
  ])

  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
    message: 'You’ve already corrected this address once. Contact us, and we’ll help you.',
  })
  const { rows } = await w.db.execute(sql`select 1 from access_links`)
  expect(rows).toHaveLength(1)
})

test('only the paying browser or the client secret corrects an address', async () => {
  const { w, bought, corrects } = await mistypedPurchase()
  const other = w.visitor()

  expect(await status(corrects(correct, other))).toBe(404)
  expect(await status(corrects(correct, other, other.clientSecretHeaders('wrong')))).toBe(404)
  expect(await sentEmailsTo(w, correct)).toEqual([])
  expect(await status(corrects(correct, other, other.clientSecretHeaders(bought.clientSecret)))).toBe(200)
})

test.each([mistyped, 'FAN@Gmial.com'])('%s is no correction', async (email) => {
  const { corrects } = await mistypedPurchase()

  const { status, body } = await corrects(email)

  expect([status, body]).toMatchObject([
    400,
    { code: 'invalid_input', fields: { email: expect.any(String) } },
  ])
})

test('a purchase without an address, or with an erased one, has none to correct', async () => {
  const without = await mistypedPurchase('')
  const erased = await mistypedPurchase()
  const params = { token: buyerDataToken(erased.w.ports, mistyped) }
  await erased.w.visitor().call(eraseBuyerData, { params })

  expect(await status(without.corrects())).toBe(409)
  const secret = erased.fan.clientSecretHeaders(erased.bought.clientSecret)
  expect(await status(erased.corrects(correct, erased.fan, secret))).toBe(409)
})

test('the address of a refunded purchase is corrected, without an access link', async () => {
  const { w, creator, purchaseId, corrects } = await mistypedPurchase()
  await creator.call(refundSale, { params: { id: purchaseId }, body: { refunded: '0.00', reason: 'x' } })
  await w.runJobs()

  expect(await status(corrects())).toBe(200)
  expect(await tokenEmailedTo(w, correct)).toBe('')
  expect((await creator.call(getSale, { params: { id: purchaseId } })).body.buyerEmail).toBe(correct)
})

test('the creator sees the correction with masked addresses', async () => {
  const { w, creator, purchaseId, corrects } = await mistypedPurchase()

  await corrects()

  const { body } = await creator.call(getSale, { params: { id: purchaseId } })
  expect(body.emailCorrections).toEqual([
    { at: w.clock.now().toISOString(), by: 'buyer', from: 'f•••@gmial.com', to: 'f•••@gmail.com' },
  ])
})

test('an erasure of the new address empties the corrections', async () => {
  const { w, creator, purchaseId, corrects } = await mistypedPurchase()
  await corrects()
  await w.runJobs()

  await w.visitor().call(eraseBuyerData, { params: { token: buyerDataToken(w.ports, correct) } })

  const { body } = await creator.call(getSale, { params: { id: purchaseId } })
  expect(body.emailCorrections).toMatchObject([{ by: 'buyer', from: '', to: '' }])
})

test('an unpaid checkout has no address to correct', async () => {
  const w = await createTestApp()
  const item = await (await w.creator()).publishText()
  const fan = w.visitor()
  const { paymentIntentId } = await fan.starts(item.id, { email: mistyped })
  const body = { paymentIntentId, contentId: item.id, email: correct }

  expect(await status(fan.call(correctPurchaseEmail, { body }))).toBe(402)
  expect(await status(fan.call(completePayment, { params: { paymentIntentId } }))).toBe(200)
  expect(await sentEmailsTo(w, correct)).toEqual([])
})

test('corrections of one purchase are limited', async () => {
  const { corrects } = await mistypedPurchase()
  for (let i = 0; i < 10; i++) await corrects(mistyped)

  expect(await status(corrects())).toBe(429)
})

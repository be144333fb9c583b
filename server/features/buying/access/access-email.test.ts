import { expect, test } from 'vitest'
import { completePayment, getAccess, sendAccessEmail } from '../../../../contract/purchases.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'

const dayMs = 24 * 3_600_000

async function saleFixture(env: Record<string, string> = {}) {
  const w = await createTestApp({ env })
  const item = await (await w.creator()).publishText()
  const fan = w.visitor()
  const { paymentIntentId } = await fan.purchase(item.id)
  return { w, item, fan, paymentIntentId }
}

async function accessEmails(w: TestApp) {
  await w.runJobs()
  const emails = (await w.mailbox.list()).filter(({ subject }) => subject.endsWith(' is yours'))
  return Promise.all(emails.map(async ({ id, to }) => ({ to, text: (await w.mailbox.read(id))?.text ?? '' })))
}

function tokenIn(text: string): string {
  return /\/access\/([\w-]{43})/.exec(text)?.[1] ?? ''
}

test('the access email arrives once, at the purchase’s email, and its link works', async () => {
  const { w, fan, paymentIntentId } = await saleFixture()
  await fan.call(completePayment, { params: { paymentIntentId } })
  await w.deliverWebhooks()

  const emails = await accessEmails(w)
  const opened = await w.visitor().call(getAccess, { params: { token: tokenIn(emails[0]?.text ?? '') } })

  expect(emails.map(({ to }) => to)).toEqual(['fan@example.com'])
  expect(await accessEmails(w)).toHaveLength(1)
  expect(opened.status).toBe(200)
})

test('the access email explains the refund policy of the site', async () => {
  const [review] = await accessEmails((await saleFixture()).w)
  const [unconditional] = await accessEmails((await saleFixture({ REFUND_POLICY: 'unconditional' })).w)

  expect(review?.text).toContain('the creator can ask us to decide')
  expect(unconditional?.text).toContain('Full refund within 30 days, no questions asked')
})

test('the email entered with the card becomes the purchase’s email', async () => {
  const w = await createTestApp()
  const item = await (await w.creator()).publishText()
  const fan = w.visitor()
  const { clientSecret, paymentIntentId } = await fan.starts(item.id, { email: 'typed@example.com' })
  await fan.presents('paid', clientSecret, { email: 'real@example.com' })

  await fan.call(completePayment, { params: { paymentIntentId } })

  expect((await accessEmails(w)).map(({ to }) => to)).toEqual(['real@example.com'])
})

test('resending the access email of a purchase without an email is a conflict', async () => {
  const w = await createTestApp()
  const item = await (await w.creator()).publishText()
  const fan = w.visitor()
  const { paymentIntentId } = await fan.purchase(item.id, { email: '' })

  const response = await fan.call(sendAccessEmail, { body: { paymentIntentId, contentId: item.id } })

  expect(response.status).toBe(409)
  expect(await accessEmails(w)).toEqual([])
})

test('the access email can be sent again once a minute and five times a day', async () => {
  const { w, item, fan, paymentIntentId } = await saleFixture()
  const resend = () => fan.call(sendAccessEmail, { body: { paymentIntentId, contentId: item.id } })

  const first = await resend()
  const tooSoon = await resend()
  for (let i = 0; i < 4; i++) {
    w.clock.advance(61_000)
    expect((await resend()).status).toBe(200)
  }
  w.clock.advance(61_000)
  const sixth = await resend()
  w.clock.advance(dayMs)
  const nextDay = await resend()

  expect(first.body).toEqual({ sent: true })
  expect([tooSoon.status, sixth.status, nextDay.status]).toEqual([429, 429, 200])
  expect(tooSoon.body).toMatchObject({ code: 'rate_limited' })
  const emails = await accessEmails(w)
  expect(emails.map(({ to }) => to)).toEqual(Array(7).fill('fan@example.com'))
})

test('eight concurrent resend requests send one email', async () => {
  const { w, item, fan, paymentIntentId } = await saleFixture()

  const responses = await Promise.all(
    Array.from({ length: 8 }, () =>
      fan.call(sendAccessEmail, { body: { paymentIntentId, contentId: item.id } }),
    ),
  )

  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await accessEmails(w)).toHaveLength(2)
})

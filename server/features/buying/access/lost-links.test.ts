import { expect, test } from 'vitest'
import { sendAccessLinks } from '../../../../contract/access.ts'
import { completePayment, getAccess } from '../../../../contract/purchases.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'

test('every access link of an email is sent to it, and each works in another browser', async () => {
  const w = await createTestApp()
  const creator = await w.creator()
  const fan = w.visitor()
  for (const title of ['First', 'Second']) {
    const item = await creator.publishText({ title })
    const { clientSecret, paymentIntentId } = await fan.starts(item.id)
    await fan.presents('paid', clientSecret)
    await fan.call(completePayment, { params: { paymentIntentId } })
  }
  const stranger = w.visitor()

  const response = await stranger.call(sendAccessLinks, { body: { email: 'FAN@example.com' } })
  await w.runJobs()

  const emails = (await w.mailbox.list()).filter(({ subject }) => subject === 'Your Tipdrop access links')
  expect(response.body).toEqual({ sent: true })
  expect(emails.map(({ to }) => to)).toEqual(['FAN@example.com'])
  const { text = '' } = (await w.mailbox.read(emails[0]?.id ?? '')) ?? {}
  const tokens = [...text.matchAll(/\/access\/([\w-]{43})/g)].map((match) => match[1])
  expect(tokens).toHaveLength(2)
  const opened = await Promise.all(tokens.map((token) => stranger.call(getAccess, { params: { token } })))
  expect(opened.map(({ body }) => body.content.title).sort()).toEqual(['First', 'Second'])
  // The number of the purchase page and the receipt, by which the buyer can ask about it.
  const numbers = [...text.matchAll(/order (\d+)/g)].map((match) => Number(match[1]))
  expect(numbers.toSorted()).toEqual(opened.map(({ body }) => body.purchase.id).toSorted())
})

test('an email without purchases gets the same response and no email', async () => {
  const w = await createTestApp()

  const response = await w.visitor().call(sendAccessLinks, { body: { email: 'nobody@example.com' } })
  await w.runJobs()

  expect(response).toMatchObject({ status: 200, body: { sent: true } })
  expect(await w.mailbox.list()).toEqual([])
})

test('the sixth request for an email within an hour is refused, from any browser', async () => {
  const w = await createTestApp()
  const requestLinks = (email: string) => w.visitor().call(sendAccessLinks, { body: { email } })
  for (let i = 0; i < 5; i++) await requestLinks('fan@example.com')

  const sixth = await requestLinks('Fan@Example.com')
  w.clock.advance(3_600_001)
  const later = await requestLinks('fan@example.com')

  expect(sixth.status).toBe(429)
  expect(sixth.body).toMatchObject({ code: 'rate_limited' })
  expect(later.status).toBe(200)
})

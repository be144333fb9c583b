import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sendAccessLinks } from '../contract/access.ts'
import { requestSignInCode, signInWithCode } from '../contract/accounts.ts'
import { sendFeedback } from '../contract/feedback.ts'
import { createPaymentIntent, sendAccessEmail } from '../contract/purchases.ts'
import { createTestApp } from './support/test-app.ts'

/** A public instance, where every client has its own IP address. */
const env = {
  PUBLIC_URL: 'https://tips.example.com',
  SESSION_SECRET: '0123456789abcdef'.repeat(2),
  DEMO_MODE: 'true',
}

/** Headers that a client may set to appear as another client. */
const spoofedHeaders: Array<Record<string, string>> = [
  { 'x-forwarded-for': '198.51.100.1' },
  { 'x-forwarded-for': '198.51.100.2, 10.0.0.1' },
  { 'x-real-ip': '198.51.100.3' },
  { forwarded: 'for=198.51.100.4' },
  { 'cf-connecting-ip': '198.51.100.5' },
  { 'user-agent': 'Somebody else' },
]

test('checkouts from one IP address are limited, whatever its headers claim', async () => {
  const w = await createTestApp({ env })
  const item = await (await w.creator()).publishText()
  const body = { contentId: item.id, buyerEmail: '' }
  for (let i = 0; i < 120; i++) await w.visitor().call(createPaymentIntent, { body })

  for (const headers of spoofedHeaders)
    expect((await w.visitor().call(createPaymentIntent, { body, headers })).status).toBe(429)
  const other = { ...body, amount: 1, browser: 'x', caller: 'y', ip: '198.51.100.6' }
  expect((await w.visitor().call(createPaymentIntent, { body: other })).status).toBe(429)
})

test('another spelling of a path does not bypass its limit', async () => {
  const w = await createTestApp({ env })
  const item = await (await w.creator()).publishText()
  const payload = { contentId: item.id, buyerEmail: '' }
  for (let i = 0; i < 120; i++) await w.visitor().call(createPaymentIntent, { body: payload })

  for (const path of [
    '/api/create-payment-intent/',
    '//api/create-payment-intent',
    '/api//create-payment-intent',
    '/API/create-payment-intent',
    '/api/create-payment-intent?x=1',
    '/api/create-payment-intent;x',
    '/api/%63reate-payment-intent',
  ]) {
    const { statusCode } = await w.visitor().send('POST', path, { payload })
    expect([404, 429], path).toContain(statusCode)
  }
  expect(await w.probe.checkouts()).toHaveLength(120)
})

test('the form without scripts counts for the same limit as the API call', async () => {
  const w = await createTestApp({ env })
  const item = await (await w.creator()).publishText()
  for (let i = 0; i < 120; i++)
    await w.visitor().call(createPaymentIntent, { body: { contentId: item.id, buyerEmail: '' } })

  const answer = await w.visitor().send('POST', `/p/${item.id}`, {
    payload: 'amount=10',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://tips.example.com' },
  })

  expect(answer.statusCode).toBe(303)
  expect(answer.headers.location).toContain('problem=rate_limited')
})

test('the limit of lost links ignores case and spaces in the email', async () => {
  const w = await createTestApp({ env })
  const spellings = [
    'fan@example.com',
    'FAN@example.com',
    ' fan@example.com',
    'Fan@Example.Com ',
    'fan@EXAMPLE.com',
  ]
  for (const email of spellings) await w.visitor().call(sendAccessLinks, { body: { email } })

  for (const email of spellings)
    expect((await w.visitor().call(sendAccessLinks, { body: { email } })).status, email).toBe(429)
  const mixedCase = { email: 'fan@example.com', Email: 'other@example.com', to: 'other@example.com' }
  for (const headers of spoofedHeaders)
    expect((await w.visitor().call(sendAccessLinks, { body: mixedCase, headers })).status).toBe(429)
})

test('an email has twenty code attempts, in any spelling', async () => {
  const w = await createTestApp({ env })
  const guess = (email: string) => w.visitor().call(signInWithCode, { body: { email, code: '000000' } })
  for (let i = 0; i < 20; i++) await guess(i % 2 ? 'mara@example.com' : 'MARA@Example.com')

  expect((await guess('Mara@example.com')).status).toBe(429)
  expect((await guess('somebody@example.com')).status).not.toBe(429)
})

test('codes are sent five times in ten minutes to one email', async () => {
  const w = await createTestApp({ env })
  const requestCode = (email: string) => w.visitor().call(requestSignInCode, { body: { email } })
  for (let i = 0; i < 5; i++) await requestCode(i % 2 ? 'mara@example.com' : 'MARA@example.com')

  expect((await requestCode('Mara@Example.com')).status).toBe(429)
})

test('one email gets at most twenty access emails a day, however many purchases it has', async () => {
  const w = await createTestApp()
  const creator = await w.creator()
  const item = await creator.publishText()
  const statuses: Array<number> = []
  for (let i = 0; i < 5; i++) {
    const fan = w.visitor()
    const { paymentIntentId } = await fan.purchase(item.id)
    for (let email = 0; email < 5; email++) {
      const body = { paymentIntentId, contentId: item.id }
      statuses.push((await fan.call(sendAccessEmail, { body })).status)
      w.clock.advance(61_000)
    }
  }

  expect(statuses).toEqual([...Array(20).fill(200), ...Array(5).fill(429)])
})

test('limits count the IP address that a trusted proxy reports', async () => {
  const w = await createTestApp({ env: { ...env, TRUST_PROXY: '127.0.0.1' } })
  const item = await (await w.creator()).publishText()
  const body = { contentId: item.id, buyerEmail: '' }
  const from = (ip: string) =>
    w.visitor().call(createPaymentIntent, { body, headers: { 'x-forwarded-for': ip } })
  for (let i = 0; i < 120; i++) await from('198.51.100.1')

  expect((await from('198.51.100.1')).status).toBe(429)
  expect((await from('203.0.113.50, 198.51.100.1')).status).toBe(429)
  expect((await from('198.51.100.2')).status).toBe(200)
})

test('feedback is limited by IPv6 /64, not by address', async () => {
  const w = await createTestApp({ env: { ...env, TRUST_PROXY: '127.0.0.1' } })
  const body = { type: 'bug', subject: 'It crawls', message: 'Every evening.' } as const
  const from = async (ip: string) =>
    (await w.visitor().call(sendFeedback, { body, headers: { 'x-forwarded-for': ip } })).status
  for (let i = 1; i <= 20; i++) await from(`2001:db8:1:1::${i}`)

  expect(await from('2001:db8:1:1:ffff::21')).toBe(429)
  expect(await from('2001:db8:1:2::1')).toBe(200)
})

test('no rate limit has an IP address instead of its network in its key', () => {
  const files = readdirSync('server', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.ts$/.test(file),
  )

  const filesWithBareIp = files.filter((file) =>
    /key: `[^`]*\$\{(call\.)?ip\}/.test(readFileSync(join('server', file), 'utf8')),
  )

  expect(filesWithBareIp).toEqual([])
})

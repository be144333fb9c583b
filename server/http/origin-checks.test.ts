import { expect, test } from 'vitest'
import { sendFeedback } from '../../contract/feedback.ts'
import { createTestApp } from '../../tests/support/test-app.ts'

const message = { type: 'bug', subject: 'A bug', message: 'It crawls.', email: '', priority: 'low' }

async function post(headers: Record<string, string>, payload: object | string = message) {
  const w = await createTestApp()
  const { statusCode, headers: answered } = await w
    .visitor()
    .send('POST', sendFeedback.path, { payload, headers })
  return { status: statusCode, headers: answered }
}

test.each([
  [{}],
  [{ origin: 'http://localhost:3000' }],
  [{ origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' }],
  [{ 'sec-fetch-site': 'none' }],
  [{ origin: 'http://127.0.0.1:4000', host: '127.0.0.1:4000' }],
])('a request from our own page is accepted: %j', async (headers) => {
  expect((await post(headers as Record<string, string>)).status).toBe(200)
})

test.each([
  [{ origin: 'https://evil.example' }],
  [{ origin: 'null' }],
  [{ origin: 'http://localhost:3001' }],
  [{ origin: 'https://localhost:3000' }],
  [{ origin: 'http://localhost:3000.evil.example' }],
  [{ 'sec-fetch-site': 'cross-site' }],
  [{ 'sec-fetch-site': 'same-site' }],
  [{ origin: 'http://localhost:3000', 'sec-fetch-site': 'cross-site' }],
  [{ origin: 'http://evil.example', host: 'evil.example' }],
])('a request from another site is rejected: %j', async (headers) => {
  const response = await post(headers as Record<string, string>)

  expect(response.status).toBe(403)
  expect(response.headers['access-control-allow-origin']).toBeUndefined()
})

test.each(['text/plain', 'text/plain;charset=utf-8', 'application/x-www-form-urlencoded', 'TEXT/PLAIN'])(
  'JSON sent as %s, which needs no CORS preflight, is rejected',
  async (type) => {
    expect((await post({ 'content-type': type }, JSON.stringify(message))).status).toBe(403)
  },
)

test('no GET route has side effects that a link on another site could cause', async () => {
  const w = await createTestApp()
  const item = await (await w.creator()).publishText()

  for (const path of [
    `/api/content/${item.id}/process-recent-purchase`,
    '/api/create-payment-intent',
    '/api/payments/x/complete',
    '/api/feedback',
  ])
    expect((await w.visitor().send('GET', path)).statusCode, path).toBe(404)
})

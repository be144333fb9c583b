import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import * as contract from '../../../contract/sandbox.ts'
import { sandboxFixture } from '../../../tests/support/test-sandbox.ts'
import { readConfig } from '../../config.ts'
import type { DatabaseHealth } from '../../db/health.ts'
import { createApi } from '../../http/api.ts'
import { createServer } from '../../http/create-server.ts'
import { sandboxRoutes } from './routes.ts'

const healthy: DatabaseHealth = { recordWriteError: () => undefined, isUnavailable: async () => false }

async function site() {
  const { sandbox, db, clock } = await sandboxFixture()
  const config = readConfig({})
  const app = await createServer(config, pino({ level: 'silent' }), healthy)
  onTestFinished(() => app.close())
  sandboxRoutes(
    createApi(app, { config, db, clock }, async () => undefined),
    sandbox,
  )
  const order = { checkoutId: '1', contentId: 2, amount: 500, currency: 'USD', description: 'Sunset pack' }
  const { clientSecret } = await sandbox.createPayment(order, 'pi:1')
  const post = (path: string, body: object) =>
    app.inject({ method: 'POST', url: `/api/sandbox/${path}`, payload: body })
  const good = { clientSecret, card: 'paid', receiptEmail: 'fan@example.com', returnUrl: '/success' }
  return { post, good, clientSecret }
}

test('the card form pays over HTTP', async () => {
  const { post, good } = await site()

  const response = await post('confirm', good)

  expect(response.statusCode).toBe(200)
  expect(response.json()).toMatchObject({
    status: 'redirect',
    url: expect.stringMatching(/^\/success\?payment_/),
  })
})

test('a declined card is a response, not an error', async () => {
  const { post, good } = await site()

  const response = await post('confirm', { ...good, card: 'declined' })

  expect(response.statusCode).toBe(200)
  expect(response.json()).toMatchObject({ status: 'failed', code: 'declined' })
})

test('3-D Secure works over HTTP', async () => {
  const { post, good, clientSecret } = await site()

  expect((await post('confirm', { ...good, card: 'authenticate' })).json().url).toMatch(
    /^\/sandbox\/authenticate\?/,
  )
  const response = await post('authenticate', { clientSecret, outcome: 'complete' })

  expect(response.json().url).toContain('redirect_status=succeeded')
})

test.each([
  [{ card: '4242424242424242' }, 400],
  [{ card: undefined }, 400],
  [{ returnUrl: '//evil.example' }, 400],
  [{ returnUrl: 'https://evil.example' }, 400],
  [{ receiptEmail: 'nobody' }, 400],
  [{ clientSecret: '' }, 400],
  [{ clientSecret: ['a'] }, 400],
  [{ clientSecret: 'pi_sbx_1_secret_2' }, 404],
  [{ clientSecret: '\0' }, 400],
])('a form with %o is rejected with %d and a message', async (changes, status) => {
  const { post, good } = await site()

  const response = await post('confirm', { ...good, ...changes })

  expect(response.statusCode).toBe(status)
  expect(response.json().message).toMatch(/\w+ \w+/)
})

test('with another provider the sandbox’s routes do not exist, also for the admin', async () => {
  const { db, clock } = await sandboxFixture()
  const config = readConfig({})
  const app = await createServer(config, pino({ level: 'silent' }), healthy)
  onTestFinished(() => app.close())
  const admin = {
    id: '1',
    email: 'admin@example.com',
    isAdmin: true,
    sessionId: '',
    signedInAt: clock.now(),
  }
  const api = createApi(app, { config, db, clock }, async () => admin)
  sandboxRoutes(api, undefined)

  for (const [name, value] of Object.entries(contract)) {
    if (!('transport' in value)) continue
    const response = await app.inject({ method: value.method, url: value.path.replace(':id', 'x') })
    expect(response.statusCode, name).toBe(404)
  }
})

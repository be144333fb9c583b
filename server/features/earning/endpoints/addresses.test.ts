import { expect, test } from 'vitest'
import {
  createWebhookEndpoint,
  testWebhookAddress,
  updateWebhookEndpoint,
} from '../../../../contract/webhook-endpoints.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import { startReceiver } from '../../../../tests/support/webhook-fixture.ts'
import { createOutside } from '../../../adapters/outside/outside.ts'
import { webhookEndpoints, webhookTries } from '../../../db/schema/index.ts'

const dayMs = 24 * 3_600_000
const types = ['sale.created']

test.each([
  ['http://hooks.example.com/', 'Use an https address.'],
  ['https://hooks.example.com:8080/', 'Use port 443 or 8443. We call no others.'],
  ['https://10.0.0.7/in', '10.0.0.7 is on a private network. We only call public addresses.'],
  ['https://nas.local/in', 'nas.local is on a private network. We only call public addresses.'],
  ['https://2130706433/', '127.0.0.1 is on a private network. We only call public addresses.'],
  ['https://[::ffff:127.0.0.1]/', '[::ffff:7f00:1] is on a private network. We only call public addresses.'],
  ['http://[::ffff:127.0.0.1]/', 'Use an https address.'],
  ['https://localhost/', 'localhost is on a private network. We only call public addresses.'],
])('on a public site %s is refused', async (url, message) => {
  const { w, mara } = await publicSite('10.0.0.7')
  const { status, body } = await mara.call(createWebhookEndpoint, { body: { url, format: 'json', types } })

  expect([status, body]).toMatchObject([400, { message }])
  expect((await mara.call(testWebhookAddress, { body: { url, format: 'json' } })).body).toMatchObject({
    status: null,
    problem: message,
  })
  expect(await w.db.$count(webhookEndpoints)).toBe(0)
})

/** Whose name server answers with these addresses, one after the other. */
async function publicSite(...each: Array<string>) {
  const w = await createTestApp()
  const mara = await w.creator()
  w.ports.config.isLocal = false
  let asked = 0
  const lookup = async () => {
    const address = each[Math.min(asked++, each.length - 1)] ?? ''
    return [{ address, family: 4 }]
  }
  w.ports.outside = createOutside({ allowedOrigins: [], lookup, timeoutMs: 2_000 })
  return { w, mara }
}

test('a name that gets a private address after its check is never called', async () => {
  const inside = await startReceiver()
  const { w, mara } = await publicSite('93.184.216.34', '127.0.0.1')
  const url = 'https://rebinding.invalid:8443/'
  const made = await mara.call(createWebhookEndpoint, {
    body: { url, format: 'json', types: ['item.published'] },
  })
  expect(made.status).toBe(200)

  await mara.publishFile()
  await w.runJobs()

  expect(inside.received).toEqual([])
  expect(await w.db.select().from(webhookTries)).toMatchObject([
    { status: null, problem: 'rebinding.invalid is on a private network. We only call public addresses.' },
  ])
})

test('30 new addresses a day are looked up for a creator, whether added or changed', async () => {
  const { w, mara } = await publicSite('93.184.216.34')
  const urlOf = (nth: number) => `https://hooks${nth}.example.com/`
  const made = await mara.call(createWebhookEndpoint, { body: { url: urlOf(0), format: 'json', types } })
  const params = { id: made.body.endpoint.id }
  const change = async (url: string) =>
    (await mara.call(updateWebhookEndpoint, { params, body: { url } })).status

  for (let nth = 1; nth < 30; nth++) expect(await change(urlOf(nth))).toBe(200)
  expect(await change(urlOf(30))).toBe(429)
  expect(await change(urlOf(29))).toBe(200)
  w.clock.advance(dayMs)

  expect(await change(urlOf(30))).toBe(200)
})

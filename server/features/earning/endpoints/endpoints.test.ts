import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { limits } from '../../../../contract/limits.ts'
import {
  countWebhookResend,
  getWebhookDelivery,
  listWebhookDeliveries,
  resendWebhookDeliveries,
  resendWebhookDelivery,
} from '../../../../contract/webhook-deliveries.ts'
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  getWebhookEndpoint,
  listWebhookEndpoints,
  revealWebhookSecret,
  rotateWebhookSecret,
  testWebhookAddress,
  testWebhookEndpoint,
  updateWebhookEndpoint,
} from '../../../../contract/webhook-endpoints.ts'
import { programOf } from '../../../../tests/support/api-key-fixture.ts'
import { sentEmailsTo } from '../../../../tests/support/sent-emails.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import {
  type Answer,
  addEndpoint,
  startReceiver,
  verifyWith,
} from '../../../../tests/support/webhook-fixture.ts'
import { idBefore, nextId } from '../../../db/schema/columns.ts'
import { deliveries, webhookEndpoints, webhookTries } from '../../../db/schema/index.ts'
import { encryptStoredDetails } from '../../money/payout-methods/encrypt-details.ts'
import { problemOf } from './post-event.ts'

const dayMs = 24 * 3_600_000
const types = ['sale.created']

async function selling(answer?: Answer) {
  const w = await createTestApp()
  const mara = await w.creator()
  const receiver = await startReceiver(answer)
  const endpoint = await addEndpoint(mara, receiver, { types })
  const item = await mara.publishFile()
  const sells = async (email = 'fan@example.com') => {
    const bought = await w.visitor().purchase(item.id, { email })
    await w.runJobs()
    return bought
  }
  const params = { id: endpoint.id }
  const list = async () => (await mara.call(listWebhookDeliveries, { params })).body.deliveries
  const detail = async () =>
    (await mara.call(getWebhookDelivery, { params: { id: (await list())[0]?.id ?? 0 } })).body
  return { w, mara, receiver, endpoint, params, sells, list, detail }
}

test('an endpoint is listed as working, with what was sent to it and what it answered', async () => {
  const { mara, params, sells, list, detail } = await selling((response) =>
    response.writeHead(200).end('thanks'),
  )
  expect((await mara.call(getWebhookEndpoint, { params })).body).toMatchObject({
    state: 'working',
    isNew: true,
  })
  await sells()

  expect((await mara.call(listWebhookEndpoints)).body).toMatchObject([
    {
      id: params.id,
      types,
      state: 'working',
      isNew: false,
      waiting: 0,
      lastSuccess: { type: 'sale.created' },
    },
  ])
  expect(await list()).toMatchObject([{ type: 'sale.created', state: 'sent', status: 200, nextTryAt: null }])
  const { tries, payload, answer, about, eventId } = await detail()
  expect(tries).toMatchObject([{ status: 200, problem: '' }])
  expect([answer, eventId]).toEqual(['thanks', expect.stringMatching(/^evt_\d+$/)])
  expect(JSON.parse(payload ?? '')).toMatchObject({
    type: 'sale.created',
    data: { buyerEmail: 'fan@example.com' },
  })
  expect(about).toMatch(/, \$/)
})

test('the secret is stored encrypted, shown after a recent sign-in only, and never to a key', async () => {
  const { w, mara, endpoint, params } = await selling()
  const program = await programOf(w, mara)
  const [row] = await w.db.select().from(webhookEndpoints)

  expect(JSON.stringify(row)).not.toContain(endpoint.secret.slice(6))
  expect(JSON.stringify((await mara.call(listWebhookEndpoints)).body)).not.toContain('whsec_')
  expect((await mara.call(revealWebhookSecret, { params })).body.secret).toBe(endpoint.secret)
  for (const route of [revealWebhookSecret, rotateWebhookSecret])
    expect((await program.call(route, { params })).status).toBe(403)
  await w.expireRecentSignIns()
  for (const route of [revealWebhookSecret, rotateWebhookSecret])
    expect((await mara.call(route, { params })).body).toMatchObject({ code: 'reauthentication_required' })
})

test('a new secret and the one before sign for a day', async () => {
  const { w, mara, receiver, endpoint, params, sells } = await selling()
  const { secret } = (await mara.call(rotateWebhookSecret, { params })).body
  await sells()
  w.clock.advance(dayMs)
  await sells()

  const [both, one] = receiver.received
  expect(both && [verifyWith(secret, both), verifyWith(endpoint.secret, both)]).toHaveLength(2)
  expect(one && verifyWith(secret, one)).toMatchObject({ type: 'sale.created' })
  expect(() => one && verifyWith(endpoint.secret, one)).toThrow('No matching signature')
})

test('both secrets are encrypted again with a new key, and the old one is needed no more', async () => {
  const { w, mara, receiver, endpoint, params, sells } = await selling()
  const { secret } = (await mara.call(rotateWebhookSecret, { params })).body
  const next = { id: 'next', key: Buffer.alloc(32, 8) }

  Object.assign(w.ports, { payoutKeys: [next, ...w.ports.payoutKeys] })
  expect(await encryptStoredDetails(w.ports)).toBe(2)
  Object.assign(w.ports, { payoutKeys: [next] })

  expect((await mara.call(revealWebhookSecret, { params })).body.secret).toBe(secret)
  await sells()
  for (const request of receiver.received)
    expect([secret, endpoint.secret].map((one) => verifyWith(one, request).type)).toEqual([
      ...types,
      ...types,
    ])
})

test.each([
  ['ENOTFOUND', 'We couldn’t find hooks.example.com.'],
  ['ECONNREFUSED', 'It refused the connection.'],
  ['ECONNRESET', 'It closed the connection without an answer.'],
  ['CERT_HAS_EXPIRED', 'Its certificate has expired.'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'Its certificate isn’t valid for this address.'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'Its certificate isn’t valid for this address.'],
])('%s is said in words', (code, words) => {
  expect(problemOf(Object.assign(new Error('x'), { code }), 'https://hooks.example.com/in')).toBe(words)
})

test('at most ten endpoints, also at once, and their owner is told of each', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  const { url } = await startReceiver()
  const statuses = await Promise.all(
    Array.from({ length: 13 }, async () => {
      const made = await mara.call(createWebhookEndpoint, { body: { url, format: 'json', types } })
      return made.status
    }),
  )

  expect(statuses.filter((status) => status === 200)).toHaveLength(limits.maxWebhookEndpoints)
  expect(statuses.filter((status) => status === 409)).toHaveLength(3)
  const subjects = (await sentEmailsTo(w, 'mara@example.com')).map(({ subject }) => subject)
  expect(subjects.filter((subject) => subject.startsWith('A webhook was added'))).toHaveLength(10)
})

test('another creator sees, changes and sends nothing of it', async () => {
  const { w, params, sells, list } = await selling()
  await sells()
  const jonas = await w.creator('jonas@example.com')
  const of = { params: { id: (await list())[0]?.id ?? 0 } }
  const since = new Date(0).toISOString()

  const statuses = [
    await jonas.call(getWebhookEndpoint, { params }),
    await jonas.call(updateWebhookEndpoint, { params, body: { isOn: false } }),
    await jonas.call(deleteWebhookEndpoint, { params }),
    await jonas.call(revealWebhookSecret, { params }),
    await jonas.call(rotateWebhookSecret, { params }),
    await jonas.call(testWebhookEndpoint, { params }),
    await jonas.call(listWebhookDeliveries, { params }),
    await jonas.call(countWebhookResend, { params, query: { since } }),
    await jonas.call(resendWebhookDeliveries, { params, body: { since } }),
    await jonas.call(getWebhookDelivery, of),
    await jonas.call(resendWebhookDelivery, of),
  ].map(({ status }) => status)

  expect(new Set(statuses)).toEqual(new Set([404]))
  expect(await list()).toMatchObject([{ state: 'sent' }])
})

test('a test says what the address answered, before it is an endpoint and after', async () => {
  const { w, mara, receiver, params, list } = await selling()
  const tries = async () =>
    (await mara.call(testWebhookAddress, { body: { url: receiver.url, format: 'json' } })).body

  expect(await tries()).toMatchObject({ status: 204, problem: '' })
  receiver.answer = (response) => response.writeHead(301, { location: '/other' }).end()
  expect(await tries()).toMatchObject({
    status: 301,
    problem: 'It answered 301. We don’t follow redirects: enter the address it points to.',
  })
  expect(await w.db.$count(deliveries, eq(deliveries.channel, 'webhook'))).toBe(0)
  receiver.answer = (response) => response.writeHead(410).end()
  expect((await mara.call(testWebhookEndpoint, { params })).body).toMatchObject({ status: 410 })
  expect(await list()).toMatchObject([{ type: 'test.ping', state: 'failed', status: 410 }])
  expect((await mara.call(getWebhookEndpoint, { params })).body.turnedOff).toBeNull()
  expect(JSON.parse(receiver.received.at(-1)?.body ?? '')).toMatchObject({ type: 'test.ping' })
})

test('a resent event has the same id and payload, and ten more tries', async () => {
  const { w, mara, receiver, params, sells, list, detail } = await selling((response) =>
    response.writeHead(500).end(),
  )
  await sells()
  await w.db.execute(sql`update deliveries set attempts = 9 where endpoint_id = ${params.id}`)
  w.clock.advance(dayMs)
  await w.runJobs()
  expect(await list()).toMatchObject([{ state: 'failed' }])

  receiver.answer = (response) => response.writeHead(500).end()
  const resent = await mara.call(resendWebhookDelivery, { params: { id: (await list())[0]?.id ?? 0 } })
  expect(resent.body).toMatchObject({ state: 'waiting', nextTry: 1 })
  await w.runJobs()
  expect(await detail()).toMatchObject({ state: 'waiting', nextTry: 2 })
  receiver.answer = (response) => response.writeHead(200).end()
  w.clock.advance(10_000)
  await w.runJobs()

  expect(await list()).toMatchObject([{ state: 'sent', status: 200 }])
  expect(new Set(receiver.ids()).size).toBe(1)
  expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1)
})

test('all since a time are sent again: what failed, or also what an endpoint that was off has missed', async () => {
  const { w, mara, receiver, params, sells } = await selling((response) => response.writeHead(500).end())
  const count = async (show: string, since: string) =>
    (await mara.call(countWebhookResend, { params, query: { show, since } })).body.count
  const start = w.clock.now().toISOString()
  await sells()
  w.clock.advance(60_000)
  receiver.answer = (response) => response.writeHead(200).end()
  await sells()
  await mara.call(updateWebhookEndpoint, { params, body: { isOn: false } })
  const off = w.clock.now().toISOString()
  w.clock.advance(60_000)
  await sells()
  const body = { show: 'all', since: start }
  expect((await mara.call(resendWebhookDeliveries, { params, body })).status).toBe(409)
  expect((await mara.call(getWebhookEndpoint, { params })).body).toMatchObject({
    state: 'turned_off',
    turnedOff: { reason: 'creator' },
  })
  await mara.call(updateWebhookEndpoint, { params, body: { isOn: true } })

  expect(await count('all', off)).toBe(2)
  expect(await count('all', start)).toBe(3)
  expect((await mara.call(resendWebhookDeliveries, { params, body })).body.count).toBe(3)
  await w.runJobs()
  expect(new Set(receiver.ids()).size).toBe(3)
  expect(await count('failed', start)).toBe(0)
})

test('thousands of events are sent again in several transactions, each event once', async () => {
  const { w, mara, endpoint, params } = await selling()
  const at = w.clock.now()
  await w.db.execute(sql`
    with event as (
      insert into domain_events (type, creator_id, subject, payload, at)
      select 'sale.created', ${mara.id}, 'purchase/' || n, '{}', ${at}::timestamptz from generate_series(1, 4200) n returning id
    )
    insert into deliveries (endpoint_id, event_id, channel, kind, target, data, dedupe_key, lane, next_at, created_at, state, attempts)
    select ${endpoint.id}, id, 'webhook', 'sale.created', '1', '{}', id, 3, ${at}::timestamptz, ${at}::timestamptz, 'sent', 1
    from event where id % 2 = 0`)
  w.clock.advance(60_000)
  const body = { show: 'all', since: at.toISOString() } as const
  expect((await mara.call(countWebhookResend, { params, query: body })).body.count).toBe(4_200)

  expect((await mara.call(resendWebhookDeliveries, { params, body })).body.count).toBe(4_200)

  const { rows } = await w.db.execute(sql`
    select count(*)::int as of, count(distinct event_id)::int as events, count(distinct xmin::text)::int as transactions
    from deliveries where endpoint_id = ${endpoint.id} and state = 'waiting'`)
  expect(rows).toEqual([{ of: 4_200, events: 4_200, transactions: 4 }])
})

test('events are sent again 20 times in ten minutes at most', async () => {
  const { w, mara, params } = await selling()
  const body = { show: 'all', since: w.clock.now().toISOString() } as const
  const resend = async () => (await mara.call(resendWebhookDeliveries, { params, body })).status

  for (let nth = 0; nth < 20; nth++) expect(await resend()).toBe(200)

  expect(await resend()).toBe(429)
})

test('an event is found by its id, whose time may differ from that of our clock by an hour', async () => {
  const { w } = await selling()
  const { rows } = await w.db.execute<{ id: string }>(sql`select ${nextId} as id`)
  const id = Number(rows[0]?.id)
  const hours = (count: number) => new Date(Date.now() + count * 3_600_000)

  expect(id).toBeGreaterThan(idBefore(hours(0.9)))
  expect(id).toBeLessThan(idBefore(hours(1.1)))
})

test('a mended address gets what waits at once, and another form writes it again', async () => {
  const { w, mara, receiver, params, sells } = await selling((response) => response.writeHead(500).end())
  await sells()
  w.clock.advance(10_000)
  await w.runJobs()
  const mended = await startReceiver()

  await mara.call(updateWebhookEndpoint, { params, body: { url: mended.url, format: 'slack' } })
  await w.runJobs()

  expect(receiver.received).toHaveLength(2)
  expect(JSON.parse(mended.received[0]?.body ?? '')).toEqual({ text: expect.stringContaining('sold for') })
})

test('a creator is told by email when an endpoint gets another address, also from a key', async () => {
  const { w, mara, endpoint, params } = await selling()
  const program = await programOf(w, mara, ['webhooks:write'])
  const { url } = (await mara.call(getWebhookEndpoint, { params })).body
  const told = async () =>
    (await sentEmailsTo(w, 'mara@example.com')).filter(({ subject }) => subject.includes('has a new address'))

  await program.call(updateWebhookEndpoint, { params, body: { url, types: ['item.published'] } })
  expect(await told()).toEqual([])
  const other = await startReceiver()
  await program.call(updateWebhookEndpoint, { params, body: { url: other.url } })
  w.clock.advance(1)
  await program.call(updateWebhookEndpoint, { params, body: { url: `${other.url}/2` } })

  const texts = (await told()).map(({ text }) => text)
  expect(texts).toHaveLength(2)
  const [host, oldHost] = [other.url, url].map((address) => new URL(address).host)
  expect(texts.join()).toContain(`is now sent to ${host}, and no longer to ${oldHost}.`)
  expect(texts.join()).toContain(`is now sent to another address at ${host}.`)
  expect(texts.join()).toContain(`/settings/developers/webhooks/${endpoint.id}`)
})

test('deleting an endpoint deletes what was sent to it', async () => {
  const { w, mara, params, sells } = await selling()
  await sells()

  expect((await mara.call(deleteWebhookEndpoint, { params })).body).toEqual([])
  expect(await w.db.$count(deliveries, eq(deliveries.channel, 'webhook'))).toBe(0)
  expect(await w.db.$count(webhookTries)).toBe(0)
})

test('payloads and answers are kept for 30 days', async () => {
  const { w, sells } = await selling()
  await sells()
  w.clock.advance(30 * dayMs - 60_000)
  await w.runPeriodicTasks()
  expect(await w.db.$count(webhookTries)).toBe(1)
  w.clock.advance(2 * dayMs)
  await w.runPeriodicTasks()

  expect(await w.db.$count(deliveries, eq(deliveries.channel, 'webhook'))).toBe(0)
  expect(await w.db.$count(webhookTries)).toBe(0)
})

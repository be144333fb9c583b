import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createApiKey, listApiKeys, revokeApiKey } from '../../../../contract/api-keys.ts'
import { listContent } from '../../../../contract/content.ts'
import { setContentStatus } from '../../../../contract/content-editing.ts'
import { createDiscount, listDiscounts } from '../../../../contract/discounts.ts'
import { limits } from '../../../../contract/limits.ts'
import { listSales } from '../../../../contract/sales.ts'
import { getAccount } from '../../../../contract/settings.ts'
import { createWebhookEndpoint } from '../../../../contract/webhook-endpoints.ts'
import { programOf } from '../../../../tests/support/api-key-fixture.ts'
import { sentEmailsTo } from '../../../../tests/support/sent-emails.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import { apiKeys, idempotentCalls } from '../../../db/schema/index.ts'

const dayMs = 24 * 3_600_000
const spring = {
  code: 'SPRING',
  kind: 'percent',
  percentBps: 1_000,
  appliesTo: 'all',
  contentIds: [],
  startsOn: null,
  endsOn: null,
  timeZone: 'UTC',
  maxUses: null,
  maxPerBuyer: null,
  firstPurchaseOnly: false,
  isPaused: false,
}

test('a key is shown once, stored as a hash, and its owner is told', async () => {
  const w = await createTestApp()
  const mara = await w.creator()

  const { key } = await programOf(w, mara, ['sales:read'])
  const { body: keys } = await mara.call(listApiKeys)
  const rows = await w.db.select().from(apiKeys)

  expect(key).toMatch(/^tdk_[0-9A-Za-z]{43}$/)
  expect(keys).toMatchObject([
    { name: 'Spreadsheet', last4: key.slice(-4), scopes: ['sales:read'], lastUsedAt: null, expiresAt: null },
  ])
  expect(JSON.stringify([keys, rows])).not.toContain(key)
  const mails = await sentEmailsTo(w, 'mara@example.com')
  const mail = mails.find(({ subject }) => /API key/.test(subject))
  expect(mail?.text).toContain(`ends in ${key.slice(-4)}`)
  expect(mail?.text).not.toContain(key)
})

test('a key reads the sales of its creator and of nobody else, and notes its use to the minute', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  const jonas = await w.creator('jonas@example.com')
  const item = await mara.publishFile()
  await w.visitor().purchase(item.id)
  const hers = await programOf(w, mara)
  const his = await programOf(w, jonas)

  expect((await hers.call(listSales)).body.sales).toHaveLength(1)
  expect((await his.call(listSales)).body.sales).toHaveLength(0)
  expect((await mara.call(listApiKeys)).body[0]?.lastUsedAt).toBe(w.clock.now().toISOString())
})

test('a key that was deleted, has ended or whose owner is suspended opens nothing', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  const deleted = await programOf(w, mara)
  const ends = await programOf(w, mara, ['items:read'], 30)
  const stays = await programOf(w, mara)

  await mara.call(revokeApiKey, { params: { id: deleted.id } })
  w.clock.advance(31 * dayMs)

  for (const program of [deleted, ends]) {
    const answer = await program.call(listContent)
    expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, 'Bearer error="invalid_token"'])
  }
  expect((await stays.call(listContent)).status).toBe(200)
  await w.db.execute(`update users set suspended_at = now() where email = 'mara@example.com'`)
  expect((await stays.call(listContent)).status).toBe(401)
})

test('making a key needs a recent sign-in, and no key makes another', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  const program = await programOf(w, mara)
  const body = { name: 'Another', scopes: ['items:read'], expiresInDays: null }

  expect((await program.call(createApiKey, { body })).status).toBe(403)
  expect((await program.call(getAccount)).status).toBe(403)
  await w.probe.backdateSessions(w.clock.now(), 11 * 60_000)
  expect(await mara.call(createApiKey, { body })).toMatchObject({
    status: 403,
    body: { code: 'reauthentication_required' },
  })
})

test('a creator has at most twenty keys, also when they are made at once', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  const body = { name: 'Key', scopes: ['items:read'], expiresInDays: null }

  const made = await Promise.all(Array.from({ length: 25 }, () => mara.call(createApiKey, { body })))

  expect(made.filter(({ status }) => status === 200)).toHaveLength(limits.maxApiKeys)
  expect(made.filter(({ status }) => status === 409)).toHaveLength(5)
})

test('a key and the cookie of a session together are refused', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  const { headers } = await programOf(w, mara)

  expect((await mara.call(listContent, { headers })).status).toBe(400)
})

test('the calls of a minute are counted for each key, and every answer says how many are left', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  const [first, second] = [await programOf(w, mara), await programOf(w, mara)]

  for (let call = 1; call <= limits.maxApiCallsPerMinute; call++) {
    const answer = await first.call(listContent)
    expect([answer.status, answer.headers.ratelimit]).toEqual([
      200,
      `"key";r=${limits.maxApiCallsPerMinute - call};t=60`,
    ])
  }
  const refused = await first.call(listContent)

  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60'])
  expect(refused.headers['ratelimit-policy']).toBe('"key";q=120;w=60')
  expect((await second.call(listContent)).status).toBe(200)
  w.clock.advance(60_001)
  expect((await first.call(listContent)).status).toBe(200)
})

test('a POST that is repeated with its Idempotency-Key is done once and answered alike', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  const program = await programOf(w, mara)
  const headers = { 'idempotency-key': 'spring-2026' }

  const first = await program.call(createDiscount, { body: spring, headers })
  const again = await program.call(createDiscount, { body: spring, headers })
  const other = await program.call(createDiscount, { body: { ...spring, code: 'SUMMER' }, headers })

  expect(first.status).toBe(200)
  expect(again.body).toEqual(first.body)
  expect(again.headers['idempotency-replayed']).toBe('true')
  expect(other.status).toBe(409)
  expect((await program.call(listDiscounts)).body.total).toBe(1)
  const elsewhere = await programOf(w, mara)
  expect((await elsewhere.call(createDiscount, { body: spring, headers })).body).toMatchObject({
    fields: { code: expect.stringContaining('SPRING') },
  })
})

test('of the same POST at once one is done, and one that fails can be sent again', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  const program = await programOf(w, mara)
  const headers = { 'idempotency-key': 'at-once' }

  const answers = await Promise.all(
    Array.from({ length: 8 }, () => program.call(createDiscount, { body: spring, headers })),
  )
  const failed = {
    params: { id: 999_999_999_999 },
    body: { status: 'draft' },
    headers: { 'idempotency-key': 'x' },
  }
  const refusals = [
    await program.call(setContentStatus, failed),
    await program.call(setContentStatus, failed),
  ]

  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
  expect(answers.filter(({ status }) => ![200, 503].includes(status))).toEqual([])
  expect((await program.call(listDiscounts)).body.total).toBe(1)
  expect(refusals.map(({ status, headers: h }) => [status, h['idempotency-replayed']])).toEqual([
    [404, undefined],
    [404, undefined],
  ])
})

test('answers to an Idempotency-Key are kept for a day, and a call cut off by a crash is not made again', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  const program = await programOf(w, mara)
  const headers = { 'idempotency-key': 'crash' }
  await program.call(createDiscount, { body: spring, headers })
  await w.db.update(idempotentCalls).set({ answeredAt: null, answer: null })

  expect((await program.call(createDiscount, { body: spring, headers })).status).toBe(503)
  w.clock.advance(61_000)
  const cutOff = await program.call(createDiscount, { body: spring, headers })
  expect(cutOff).toMatchObject({ status: 409, body: { message: expect.stringContaining('was cut off') } })
  await program.call(createDiscount, {
    body: { ...spring, code: 'SUMMER' },
    headers: { 'idempotency-key': 'b' },
  })
  w.clock.advance(dayMs + 1)
  await w.runPeriodicTasks()
  expect(await w.db.$count(idempotentCalls)).toBe(0)
})

test('the secret of a webhook is answered again, and the database has it encrypted', async () => {
  const w = await createTestApp()
  const program = await programOf(w, await w.creator())
  const call = {
    body: { url: 'https://93.184.215.14/hooks', format: 'json', types: ['sale.created'] },
    headers: { 'idempotency-key': 'hooks' },
  }

  const first = await program.call(createWebhookEndpoint, call)
  const again = await program.call(createWebhookEndpoint, call)
  const rows = await w.db.select().from(idempotentCalls)

  expect(first.body.secret).toMatch(/^whsec_/)
  expect(again.body.secret).toBe(first.body.secret)
  expect(JSON.stringify(rows)).not.toContain('whsec_')
})

const form = { kind: 'file', title: 'Notes', price: '5.00' }

/** Publishes an item from a form, with an Idempotency-Key. */
async function publishForm(
  { client, headers }: Awaited<ReturnType<typeof programOf>>,
  { file, ...fields }: Record<string, string>,
) {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  if (file !== undefined) data.set('file', new Blob([file]), 'notes.txt')
  const { body, contentType } = await encodeForm(data)
  const answer = await client.send('POST', '/api/content', {
    payload: body,
    headers: { ...headers, 'idempotency-key': 'form', 'content-type': contentType },
  })
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() }
}

async function encodeForm(data: FormData) {
  const encoded = new Response(data)
  const contentType = encoded.headers.get('content-type') ?? ''
  return { body: Buffer.from(await encoded.arrayBuffer()), contentType }
}

test('a form that is repeated with its Idempotency-Key is compared by its fields and files', async () => {
  const w = await createTestApp()
  const program = await programOf(w, await w.creator())

  const first = await publishForm(program, { ...form, file: 'abc' })
  const again = await publishForm(program, { ...form, file: 'abc' })
  const otherTitle = await publishForm(program, { ...form, title: 'Poems', file: 'abc' })
  const otherFile = await publishForm(program, { ...form, file: 'abcd' })

  expect(first).toMatchObject({ status: 200, body: { title: 'Notes' } })
  expect(again.body).toEqual(first.body)
  expect(again.headers['idempotency-replayed']).toBe('true')
  expect([otherTitle.status, otherFile.status]).toEqual([409, 409])
  expect((await program.call(listContent)).body).toHaveLength(1)
})

test('a call whose answer cannot be stored is answered, and never made again', async () => {
  const w = await createTestApp()
  const program = await programOf(w, await w.creator())
  const call = { body: spring, headers: { 'idempotency-key': 'once' } }
  await w.db.execute(sql`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`)
  await w.db.execute(sql`
    create trigger refuse before update on idempotent_calls for each row execute function refuse()`)

  const first = await program.call(createDiscount, call)
  w.clock.advance(61_000)
  const again = await program.call(createDiscount, call)

  expect([first.status, again.status]).toEqual([200, 409])
  expect((await program.call(listDiscounts)).body.total).toBe(1)
})

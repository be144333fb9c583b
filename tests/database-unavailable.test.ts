import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { getUser, updateProfile } from '../contract/accounts.ts'
import { api } from '../contract/api.ts'
import { getHealth } from '../contract/instance.ts'
import { createPaymentIntent } from '../contract/purchases.ts'
import { startPostgres } from '../server/adapters/postgres/start.ts'
import { openPool } from '../server/db/database.ts'
import { databaseHealth, isDatabaseUnavailable } from '../server/db/health.ts'
import { migrate } from '../server/db/migrate.ts'
import { requestFor, validFields } from './support/request-builder.ts'
import { type CreatorClient, createTestApp, type TestApp } from './support/test-app.ts'

/** Event streams are tested elsewhere: a started response has no status left to send. */
const calls = Object.entries(api).filter(([, { transport }]) => transport !== 'sse' && transport !== 'tus')

/** Ends every database connection, so that new ones get the changed settings. */
async function dropConnections(w: TestApp, client: pg.Client): Promise<void> {
  const database = w.ports.pool.options.database
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
    [database],
  )
}

/** A connection outside of the instance's pool, to change the database. */
async function connectAsOperator(w: TestApp) {
  const client = new pg.Client({ ...w.ports.pool.options, database: 'postgres' })
  client.on('error', () => undefined)
  await client.connect()
  onTestFinished(() => client.end())
  const database = pg.escapeIdentifier(String(w.ports.pool.options.database))
  const set = async (value: 'on' | 'off') => {
    await client.query(`alter database ${database} set default_transaction_read_only = ${value}`)
    await dropConnections(w, client)
  }
  return { client, makeReadOnly: () => set('on'), makeWritable: () => set('off') }
}

/** The status of every route for an admin who has an object of each kind. */
async function callEveryRoute(admin: CreatorClient, itemId: number): Promise<Array<string>> {
  const known = { contentId: itemId, paymentIntentId: 'pi_x', clientSecret: 'x', purchaseId: 1 }
  const statuses: Array<string> = []
  for (const [name, route] of calls) {
    const { url, payload, headers } = requestFor(route, validFields(route, known))
    const answer = await admin.send(route.method, url, {
      ...(payload !== undefined && { payload }),
      ...(headers && { headers }),
    })
    statuses.push(`${name} ${answer.statusCode}`)
  }
  return statuses
}

/** Sends each form of the buyer's pages like a browser without JavaScript. Returns where each redirects. */
async function sendForms(w: TestApp, itemId: number): Promise<Array<string>> {
  const forms = [
    { url: `/p/${itemId}`, fields: 'amount=7.50&email=fan@example.com' },
    { url: '/lost-link', fields: 'email=fan@example.com' },
    { url: `/api/content/${itemId}/report`, fields: 'reason=spam&details=Every+day&email=' },
    { url: `/access/${'a'.repeat(43)}/refund`, fields: 'reason=Broken' },
  ]
  const redirects: Array<string> = []
  for (const { url, fields } of forms) {
    const answer = await w.visitor().send('POST', url, {
      payload: fields,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'same-origin',
        origin: 'null',
        cookie: 'session=x; buyer=x',
      },
    })
    redirects.push(`${answer.statusCode} ${answer.headers.location}`)
  }
  return redirects
}

/** Every form redirects to its own page with the input. */
const expectedRedirects = (itemId: number) => [
  `303 /p/${itemId}?amount=7.50&email=fan%40example.com&problem=unavailable`,
  '303 /lost-link?problem=unavailable&email=fan%40example.com',
  `303 /report/${itemId}?problem=unavailable&reason=spam&details=Every+day&email=`,
  `303 /access/${'a'.repeat(43)}/refund?problem=unavailable`,
]

const isServerError = (line: string) => /5\d\d$/.test(line) && !line.endsWith(' 503')

test('with a read-only database every route answers 503 or what it can read, and /health 503', {
  tags: ['long'],
}, async () => {
  const w = await createTestApp()
  const admin = await w.creator('admin@example.com')
  const item = await admin.publishText()
  const operator = await connectAsOperator(w)
  await operator.makeReadOnly()
  onTestFinished(operator.makeWritable)

  const health = await w.visitor().call(getHealth)
  const profile = await admin.call(updateProfile, { body: { firstName: 'Mara' } })
  const checkout = await w
    .visitor()
    .call(createPaymentIntent, { body: { contentId: item.id, buyerEmail: '' } })
  const statuses = await callEveryRoute(admin, item.id)

  for (const { status, body } of [health, profile, checkout]) {
    expect(status).toBe(503)
    expect(body).toMatchObject({ code: 'unavailable', message: expect.stringMatching(/^[A-Z].+\.$/) })
  }
  expect(statuses.filter(isServerError)).toEqual([])
  await operator.makeWritable()
  await expect.poll(async () => (await w.visitor().call(getHealth)).status).toBe(200)
})

test('a call whose connection the database ends gets at most a 503, and the next call succeeds', async () => {
  const w = await createTestApp()
  const creator = await w.creator()
  const operator = await connectAsOperator(w)

  const statuses = new Set<number>()
  for (let i = 0; i < 20; i++) {
    const calls = Array.from({ length: 4 }, () => creator.call(getUser))
    await dropConnections(w, operator.client)
    for (const { status } of await Promise.all(calls)) statuses.add(status)
  }

  expect([...statuses].filter((status) => ![200, 503].includes(status))).toEqual([])
  await expect.poll(async () => (await creator.call(getUser)).status).toBe(200)
})

test('while the database is stopped every route answers 503 or needs no database, and the log stays short', {
  tags: ['long'],
}, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'tipdrop-unavailable-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const { connection, stop } = await startPostgres({ dataDir, log, durability: 'none' })
  onTestFinished(stop)
  const pool = openPool(connection, () => undefined)
  await migrate(pool, { provider: 'sandbox' }).finally(() => pool.end())
  const lines: Array<string> = []
  const w = await createTestApp({ database: connection, logTo: (line) => lines.push(line) })
  const admin = await w.creator('admin@example.com')
  const item = await admin.publishText()
  await stop()
  const before = lines.length

  const health = await w.visitor().call(getHealth)
  const user = await admin.call(getUser)
  const profile = await admin.call(updateProfile, { body: { firstName: 'Mara' } })
  const statuses = await callEveryRoute(admin, item.id)
  const forms = await sendForms(w, item.id)

  expect(forms).toEqual(expectedRedirects(item.id))
  expect([health.status, user.status, profile.status]).toEqual([503, 503, 503])
  expect(user.headers['retry-after']).toBeDefined()
  expect(statuses.filter(isServerError)).toEqual([])
  expect(statuses.filter((line) => line.endsWith(' 503')).length).toBeGreaterThan(20)
  expect(lines.length - before).toBeLessThan(40)
})

test('after a write fails on a full disk, the database is unavailable until a write succeeds', async () => {
  const w = await createTestApp()
  const health = databaseHealth(w.db)
  const diskFullError = new Error('outer', { cause: Object.assign(new Error('no space'), { code: '53100' }) })
  health.recordWriteError(diskFullError)
  await w.db.execute(sql`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`)
  await w.db.execute(sql`create trigger refuse before update on instance execute function refuse()`)

  const whileFull = await health.isUnavailable()
  await w.db.execute(sql`drop trigger refuse on instance; drop function refuse()`)

  expect(whileFull).toBe(true)
  expect(await health.isUnavailable()).toBe(false)
  expect(isDatabaseUnavailable(diskFullError)).toBe(true)
})

test('a missing file does not count as an unavailable database', () => {
  const missing = Object.assign(new Error('ENOENT: no such file'), { code: 'ENOENT', syscall: 'open' })
  const socket = Object.assign(new Error('connect ENOENT'), { code: 'ENOENT', syscall: 'connect' })

  expect([isDatabaseUnavailable(missing), isDatabaseUnavailable(socket)]).toEqual([false, true])
})

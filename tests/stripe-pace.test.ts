import { expect, onTestFinished, test } from 'vitest'
import { paymentBeingChecked } from '../contract/checkout.ts'
import { completePayment } from '../contract/purchases.ts'
import { createPace, takeTurn } from '../server/adapters/stripe/pace.ts'
import { createDatabase, openPool } from '../server/db/database.ts'
import { rateLimits } from '../server/db/schema/index.ts'
import { createHttpClient } from './support/test-app/http-client.ts'
import { createTestDatabase } from './support/test-database.ts'
import { unavailableProviderFixture } from './support/unavailable-provider-app.ts'

/** The databases of two processes of an instance. */
async function twoProcesses() {
  const { connection } = await createTestDatabase()
  return [1, 2].map(() => {
    const pool = openPool(connection, () => undefined)
    onTestFinished(() => pool.end())
    return createDatabase(pool)
  })
}

const create = 'POST /v1/payment_intents'
const perSecond = 23

test('turns that two processes take at once are never more than the limit in any second, and the last of 100 waits under 8 seconds', async () => {
  const processes = await twoProcesses()
  const turns = await Promise.all(
    processes.flatMap((db) =>
      Array.from({ length: 50 }, () => takeTurn(db, { key: create, perSecond, maxWaitMs: 8_000 })),
    ),
  )

  const at = turns.map((turn) => turn?.at ?? Number.NaN).toSorted((a, b) => a - b)
  const inSecondFrom = (start: number) => at.filter((time) => time >= start && time < start + 1_000).length
  expect(at.filter(Number.isNaN)).toEqual([])
  expect(Math.max(...at.map(inSecondFrom))).toBe(perSecond)
  expect(Math.max(...turns.map((turn) => turn?.waitMs ?? 0))).toBeLessThan(8_000)
})

test('the first request does not wait, nor does one to another endpoint than a busy one', async () => {
  const [db] = await twoProcesses()
  if (!db) throw new Error('no database')
  const first = await takeTurn(db, { key: create, perSecond, maxWaitMs: 8_000 })
  for (let request = 0; request < 50; request++)
    await takeTurn(db, { key: create, perSecond, maxWaitMs: 8_000 })

  const other = await takeTurn(db, { key: 'GET /v1/payment_intents/:id', perSecond, maxWaitMs: 8_000 })
  const ofAll = await takeTurn(db, { key: 'all', perSecond, maxWaitMs: 8_000 })

  expect([first?.waitMs, other?.waitMs, ofAll?.waitMs]).toEqual([0, 0, 0])
})

test('a turn that is too far away is refused and not taken', async () => {
  const [db] = await twoProcesses()
  if (!db) throw new Error('no database')
  const request = { key: create, perSecond: 1, maxWaitMs: 1_500 }

  const turns = []
  for (let asked = 0; asked < 20; asked++) turns.push(await takeTurn(db, request))
  const patient = await takeTurn(db, { ...request, maxWaitMs: 60_000 })

  expect(turns.filter((turn) => turn !== undefined)).toHaveLength(2)
  expect(patient?.waitMs).toBeLessThanOrEqual(2_000)
})

test('100 checkouts at once are all served', { timeout: 60_000, tags: ['long'] }, async () => {
  const s = await unavailableProviderFixture(
    { requestBudgetMs: 8_000 },
    {
      attemptTimeoutMs: 3_500,
      pace: (db) => createPace(db, { endpointPerSecond: perSecond, totalPerSecond: 90 }),
    },
  )
  const startedAt = performance.now()

  const orders = await Promise.all(Array.from({ length: 100 }, () => s.order(createHttpClient(s.app))))

  expect(orders.filter(({ status }) => status !== 200)).toEqual([])
  expect(s.stripe.store.intents.size).toBe(100)
  expect(performance.now() - startedAt).toBeGreaterThan(99 * (1_000 / perSecond))
})

test('a request may wait for its turn for longer than the provider may take', {
  tags: ['long'],
}, async () => {
  const limits = { endpointPerSecond: 10, totalPerSecond: 100 }
  const s = await unavailableProviderFixture(
    { requestBudgetMs: 1_500 },
    { pace: (db) => createPace(db, limits) },
  )
  for (let turn = 0; turn < 25; turn++)
    await takeTurn(s.w.db, { key: create, perSecond: limits.endpointPerSecond, maxWaitMs: 8_000 })

  expect((await s.order()).status).toBe(200)
})

test('who would wait too long is told that many people are buying, and the provider is closed to nobody', async () => {
  const limits = { endpointPerSecond: 10, totalPerSecond: 100 }
  const s = await unavailableProviderFixture(
    { maxFailures: 3 },
    { pace: (db) => createPace(db, limits, 1_000), maxRetries: 0 },
  )
  const { paymentIntentId, clientSecret } = await s.fan.starts(s.item.id)
  s.stripe.simulate.pay(paymentIntentId)
  for (const key of [create, 'GET /v1/payment_intents/:id'])
    for (let turn = 0; turn < 100; turn++)
      await takeTurn(s.w.db, { key, perSecond: limits.endpointPerSecond, maxWaitMs: 60_000 })

  const orders = await Promise.all(Array.from({ length: 5 }, () => s.order(createHttpClient(s.app))))
  const form = await createHttpClient(s.app).send('POST', `/p/${s.item.id}`, {
    payload: 'amount=10',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: s.ports.config.publicUrl },
  })
  const completed = await s.fan.call(completePayment, {
    params: { paymentIntentId },
    headers: s.fan.clientSecretHeaders(clientSecret),
  })
  await s.w.db.delete(rateLimits)
  const next = await s.order()

  for (const { status, headers, body } of orders)
    expect([status, headers['retry-after'], body]).toEqual([
      503,
      '5',
      { code: 'unavailable', message: 'Many people are buying right now. Try again in a moment.' },
    ])
  expect(form.headers.location).toContain('problem=busy')
  expect(completed).toMatchObject({ status: 503, body: { message: paymentBeingChecked } })
  expect(next.status).toBe(200)
  expect(s.ports.paymentProvider.isUnavailable?.()).toBe(false)
  expect(await s.unavailableAlerts()).toEqual([])
})

import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createPaymentIntent } from '../../../../contract/purchases.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'
import { alerts, checkouts, rateLimits } from '../../../db/schema/index.ts'
import { enforceRateLimits } from '../../../http/rate-limit.ts'
import { checkoutRateLimits } from '../access/buyer-proof.ts'

/** A public instance behind a proxy. */
const env = {
  PUBLIC_URL: 'https://tips.example.com',
  SESSION_SECRET: '0123456789abcdef'.repeat(2),
  DEMO_MODE: 'true',
  TRUST_PROXY: '127.0.0.1',
}
const tenMinutesMs = 600_000

async function launchFixture() {
  const w = await createTestApp({ env })
  const creator = await w.creator()
  const item = await creator.publishText()
  const start = (ip: string, contentId = item.id) =>
    w.visitor().call(createPaymentIntent, { body: { contentId }, headers: { 'x-forwarded-for': ip } })
  return { w, creator, item, start }
}

/** An IP address of a network that no other client in this file has. */
const uniqueIp = (index: number) => `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`

/** Copies the item's one checkout until there are `total`, each of another browser. */
async function copyCheckout({ db }: TestApp, contentId: number, total: number) {
  const [{ id: _, buyerCookieHash: __, providerPaymentId: ___, ...checkout }] = (await db
    .select()
    .from(checkouts)
    .where(eq(checkouts.contentId, contentId))) as [typeof checkouts.$inferSelect]
  const copies = Array.from({ length: total - 1 }, (_, index) => ({
    ...checkout,
    id: contentId + index + 1,
    buyerCookieHash: `browser ${index}`,
    // The sweep must not read them at the provider.
    nextCheckAt: null,
  }))
  for (let from = 0; from < copies.length; from += 1_000)
    await db.insert(checkouts).values(copies.slice(from, from + 1_000))
}

const surgeAlerts = ({ db }: TestApp) => db.select().from(alerts).where(eq(alerts.kind, 'checkout-surge'))

test('more than 3,000 clients start a checkout of one item in ten minutes, and none is refused', {
  tags: ['long'],
}, async () => {
  const { w, item, start } = await launchFixture()
  const callers = Array.from({ length: 3_100 }, (_, index) => uniqueIp(index))

  const outcomes = await Promise.allSettled(
    callers.map((ip) => enforceRateLimits(w.ports, checkoutRateLimits(w.ports, ip))),
  )
  await start('203.0.113.9')
  await copyCheckout(w, item.id, 3_100)

  expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([])
  expect((await start('203.0.113.10')).status).toBe(200)
})

test('checkouts of an item from different networks write no shared rate limit row', async () => {
  const { w, start } = await launchFixture()
  await w.db.delete(rateLimits)

  for (let index = 0; index < 20; index++) expect((await start(uniqueIp(index))).status).toBe(200)

  const rows = await w.db.select({ count: rateLimits.requestCount }).from(rateLimits)
  expect(rows).toEqual(Array.from({ length: 20 }, () => ({ count: 1 })))
})

test('one network is refused its 121st checkout in ten minutes, and other networks are not', async () => {
  const { w, start } = await launchFixture()
  const caller = checkoutRateLimits(w.ports, '203.0.113.9')
  for (let i = 0; i < 119; i++) await enforceRateLimits(w.ports, caller)

  const statuses = []
  for (const ip of ['203.0.113.9', '203.0.113.9', '203.0.113.10']) statuses.push((await start(ip)).status)

  expect(statuses).toEqual([200, 429, 200])
})

test('a surge of checkouts raises one alert for the item, with the number of paid ones', async () => {
  const { w, creator, item, start } = await launchFixture()
  const otherItem = await creator.publishText()
  await start('203.0.113.9')
  await start('203.0.113.9', otherItem.id)
  await copyCheckout(w, item.id, 3_001)
  await w.db
    .update(checkouts)
    .set({ state: 'paid' })
    .where(sql`${checkouts.buyerCookieHash} like 'browser %7'`)

  await w.runPeriodicTasks()
  await w.runPeriodicTasks()

  expect(await surgeAlerts(w)).toMatchObject([
    {
      target: `content/${item.id}`,
      message:
        '3001 checkouts were started in 10 minutes, 300 of them paid. No one was turned away. Very few paid checkouts can mean an attack.',
      resolvedAt: null,
    },
  ])
})

test('a resolved surge alert is raised again only if the surge continues an hour later', async () => {
  const { w, item, start } = await launchFixture()
  await start('203.0.113.9')
  await copyCheckout(w, item.id, 3_001)
  await w.runPeriodicTasks()
  await w.db.update(alerts).set({ resolvedAt: w.clock.now() })

  await w.runPeriodicTasks()
  const soon = await surgeAlerts(w)
  w.clock.advance(3_600_001)
  await w.db.update(checkouts).set({ createdAt: w.clock.now() })
  await w.runPeriodicTasks()

  expect(soon).toMatchObject([{ resolvedAt: expect.any(Date) }])
  expect(await surgeAlerts(w)).toMatchObject([{ resolvedAt: null }])
})

test('3,000 checkouts in ten minutes, or more over a longer time, raise no alert', {
  tags: ['long'],
}, async () => {
  const { w, item, start } = await launchFixture()
  await start('203.0.113.9')
  await copyCheckout(w, item.id, 3_000)
  await w.runPeriodicTasks()
  w.clock.advance(tenMinutesMs + 1)
  await start('203.0.113.9')
  await w.runPeriodicTasks()

  expect(await surgeAlerts(w)).toEqual([])
})

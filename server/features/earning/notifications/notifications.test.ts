import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { limits } from '../../../../contract/limits.ts'
import { getNotifications, testPushDevice } from '../../../../contract/notifications.ts'
import { setSaleEmails } from '../../../../contract/sale-emails.ts'
import { refundSale } from '../../../../contract/sales.ts'
import { sellingFixture } from '../../../../tests/support/notifications-fixture.ts'
import { sendDue } from '../../../../tests/support/test-app.ts'
import { deliveries, pushDevices } from '../../../db/schema/index.ts'
import { claimDue } from '../../telling/deliveries/repository.ts'

const hourMs = 3_600_000

test('a sale is told once to each device, without the buyer’s words or address', async () => {
  const { w, service, turnsOn, buys, messages, devices } = await sellingFixture()
  await turnsOn()
  await turnsOn()

  const { purchaseId } = await buys({ supporterName: 'Jonah', supporterMessage: 'Been waiting for this.' })
  await w.runJobs()
  await w.runJobs()

  const told = {
    title: 'Jonah paid $12.00 for Night Ferry',
    body: 'You earned $9.60.',
    path: `/sales/${purchaseId}`,
    tag: `sale-${purchaseId}`,
  }
  expect(messages()).toEqual([told, told])
  expect(service.received.map(({ browser }) => browser).toSorted()).toEqual([0, 1])
  expect(service.received[0]).toMatchObject({ ttl: '86400', urgency: 'normal', topic: `sale-${purchaseId}` })
  expect(service.refused).toEqual([])
  const now = w.clock.now().toISOString()
  expect((await devices()).map(({ lastSentAt, failingSince }) => [lastSentAt, failingSince])).toEqual([
    [now, null],
    [now, null],
  ])
})

test('who gives no name is someone', async () => {
  const { w, turnsOn, buys, messages } = await sellingFixture()
  await turnsOn()

  await buys()
  await w.runJobs()

  expect(messages()[0]?.title).toBe('Someone paid $12.00 for Night Ferry')
})

test('it is off until it is turned on, and independent of the emails', async () => {
  const { w, mara, turnsOn, buys, messages, pushes } = await sellingFixture()
  await buys()
  expect(await pushes()).toEqual([])

  await mara.call(setSaleEmails, { body: { choice: 'off' } })
  await turnsOn()
  await buys()
  await w.runJobs()

  expect(messages()).toHaveLength(1)
})

test('after a hundred in a day no more come before the next', async () => {
  const { w, turnsOn, buys, pushes } = await sellingFixture()
  await turnsOn()
  await buys()
  await w.db.execute(sql`update creator_daily_rollups set purchase_count = ${limits.maxSaleEmailsPerDay}`)

  await buys()

  expect(await pushes()).toHaveLength(1)
})

test('a process that dies after sending sends it again, and the browser shows it in place of the first', async () => {
  const { w, turnsOn, buys, messages, pushes } = await sellingFixture()
  await turnsOn()
  await buys()
  // Claimed, and the process died before it could send.
  await claimDue(w.db, 'usual', { channel: 'push', now: w.clock.now(), limit: 10 })
  await w.runJobs()
  expect(messages()).toEqual([])

  w.clock.advance(120_000)
  await w.runJobs()
  expect(messages()).toHaveLength(1)
  // Sent, and the process died before it could store that.
  await w.db.update(deliveries).set({ state: 'waiting', nextAt: w.clock.now() }).where(sql`channel = 'push'`)
  await w.runJobs()

  expect(new Set(messages().map(({ tag }) => tag)).size).toBe(1)
  expect(await pushes()).toMatchObject([{ state: 'sent' }])
})

test('a browser that no longer wants any is forgotten', async () => {
  const { w, service, turnsOn, buys, devices, pushes } = await sellingFixture()
  const { subscription } = await turnsOn()
  service.forget(subscription)

  await buys()
  await w.runJobs()

  expect(await devices()).toEqual([])
  expect(await pushes()).toMatchObject([{ state: 'dropped' }])
})

test.each([429, 500, 302])(
  'after %d it is tried again, and the settings say that it fails',
  async (status) => {
    const { w, service, turnsOn, buys, messages, devices, pushes } = await sellingFixture()
    await turnsOn()
    service.failures.push(status)
    const since = w.clock.now().toISOString()

    await buys()
    await w.runJobs()
    expect(await pushes()).toMatchObject([{ state: 'waiting', error: `The push service answered ${status}` }])
    expect((await devices())[0]?.failingSince).toBe(since)
    w.clock.advance(2_000)
    await w.runJobs()

    expect(messages()).toHaveLength(1)
    expect((await devices())[0]?.failingSince).toBeNull()
  },
)

test('after six hours it is no news anymore, and after a week of failing the browser is forgotten', async () => {
  const { w, service, turnsOn, buys, messages, devices, pushes } = await sellingFixture()
  await turnsOn()
  service.failures.push(...Array.from({ length: 9 }, () => 500))
  await buys()
  await w.runJobs()
  w.clock.advance(6 * hourMs + 1)
  await w.runJobs()
  expect(await pushes()).toMatchObject([{ state: 'dropped' }])
  expect(await devices()).toHaveLength(1)

  w.clock.advance(7 * 24 * hourMs)
  await buys()
  await w.runJobs()

  expect(await w.db.$count(pushDevices)).toBe(0)
  expect(messages()).toEqual([])
})

test('a sale that was refunded before it could be told is not told', async () => {
  const { w, mara, turnsOn, buys, messages } = await sellingFixture()
  await turnsOn()
  const { purchaseId } = await buys()

  await mara.call(refundSale, { params: { id: purchaseId }, body: { refunded: '0.00' } })
  await w.runJobs()

  expect(messages()).toEqual([])
})

test('suspended and deleted accounts are told nothing', async () => {
  const { w, turnsOn, buys, messages, pushes } = await sellingFixture()
  await turnsOn()
  await buys()
  await w.db.execute(sql`update users set suspended_at = now()`)
  await w.runJobs()
  expect(await pushes()).toMatchObject([{ state: 'dropped' }])

  await w.db.execute(sql`update users set suspended_at = null, deleted_at = now()`)
  await buys().catch(() => undefined)
  await w.runJobs()

  expect(messages()).toEqual([])
})

test('after a rotation of the secret, browsers are reached by the key that they were given', async () => {
  const { w, mara, service, turnsOn, buys, messages, devices } = await sellingFixture()
  const { body } = await turnsOn()
  const sells = async (secret: string, previousSecrets: Array<string>) => {
    await buys()
    await sendDue({ ...w.ports, secret, config: { ...w.ports.config, previousSecrets } })
  }

  await sells('b'.repeat(32), [w.ports.secret])
  expect(messages()).toHaveLength(1)
  expect(service.refused).toEqual([])
  await sells('c'.repeat(32), ['b'.repeat(32)])

  expect(messages()).toHaveLength(1)
  expect(await devices()).toEqual([])
  expect((await mara.call(getNotifications)).body.publicKey).toBe(body.publicKey)
})

test('texts of any length fit into what push services take', async () => {
  const { w, mara, turnsOn, messages, service } = await sellingFixture()
  await turnsOn()
  const long = await mara.publishText({ title: '🌊'.repeat(limits.maxTitleLength / 2), price: '12.00' })

  await w.visitor().purchase(long.id, { supporterName: 'ﷺ'.repeat(30) })
  await w.runJobs()

  expect(service.refused).toEqual([])
  expect(messages()[0]?.title?.length).toBeLessThanOrEqual(300)
})

test('no key, address or secret is in the log', async () => {
  const lines: Array<string> = []
  const { w, mara, service, turnsOn, buys } = await sellingFixture({ logTo: (line) => lines.push(line) })
  const { id, subscription } = await turnsOn()
  service.failures.push(500, 500)

  await mara.call(testPushDevice, { params: { id } })
  await buys()
  await w.runJobs()

  const log = lines.join('\n')
  expect(log).toContain('The push service answered 500')
  for (const secret of [subscription.endpoint, subscription.auth, subscription.p256dh, 'vapid t='])
    expect(log).not.toContain(secret)
})

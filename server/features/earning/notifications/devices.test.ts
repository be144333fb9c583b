import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { limits } from '../../../../contract/limits.ts'
import {
  addPushDevice,
  getNotifications,
  removePushDevice,
  testPushDevice,
} from '../../../../contract/notifications.ts'
import { endOtherSessions, endSession, listSessions } from '../../../../contract/settings.ts'
import { sellingFixture } from '../../../../tests/support/notifications-fixture.ts'
import { readConfig } from '../../../config.ts'
import { pushDevices } from '../../../db/schema/index.ts'

const hourMs = 3_600_000

test('a browser in which somebody else signs in tells the sales of the other one only', async () => {
  const { w, mara, turnsOn, buys, messages, service } = await sellingFixture()
  const { subscription } = await turnsOn()

  const jonas = await w.signsIn(mara, 'jonas@example.com')
  await buys()
  await w.runJobs()
  expect(messages()).toEqual([])
  const again = await jonas.call(addPushDevice, { body: subscription })

  expect(again.body.devices).toHaveLength(1)
  expect(service.refused).toEqual([])
})

test('who signs out is told nothing anymore, wherever it is done', async () => {
  const { w, mara, turnsOn } = await sellingFixture()
  const count = () => w.db.$count(pushDevices)
  await turnsOn()
  await mara.send('GET', '/api/logout', { headers: { 'sec-fetch-site': 'same-origin' } })
  expect(await count()).toBe(0)

  const phone = await w.creator()
  const laptop = await w.creator()
  await turnsOn(phone)
  await turnsOn(laptop)
  expect(await count()).toBe(2)
  const sessions = (await laptop.call(listSessions)).body
  const other = sessions.find(({ isCurrent }) => !isCurrent)
  await laptop.call(endSession, { params: { id: other?.id ?? '' } })
  expect(await count()).toBe(1)

  const tablet = await w.creator()
  await turnsOn(tablet)
  await laptop.call(endOtherSessions)
  expect(await count()).toBe(1)
  expect((await laptop.call(getNotifications)).body.devices).toHaveLength(1)
})

test('a session that runs out is no sign-out, and the next one in that browser takes its place', async () => {
  const { w, mara, turnsOn, buys, messages } = await sellingFixture()
  await turnsOn()
  w.clock.advance(31 * 24 * hourMs)
  await w.db.execute(sql`delete from sessions`)
  await buys()
  await w.runJobs()
  expect(messages()).toHaveLength(1)

  const again = await w.signsIn(mara, 'mara@example.com')
  await again.call(endOtherSessions)

  expect((await again.call(getNotifications)).body.devices).toHaveLength(1)
})

test('a device is removed from another one, by its owner only', async () => {
  const { w, mara, turnsOn, devices } = await sellingFixture()
  const { id } = await turnsOn()
  const jonas = await w.creator('jonas@example.com')

  expect((await jonas.call(removePushDevice, { params: { id } })).status).toBe(404)
  expect((await jonas.call(testPushDevice, { params: { id } })).status).toBe(404)
  expect(await devices()).toHaveLength(1)
  expect((await mara.call(removePushDevice, { params: { id } })).body.devices).toEqual([])
})

test('turning it on twice is one device, and somebody who knows its address only gets nothing', async () => {
  const { w, mara, service, turnsOn, devices } = await sellingFixture()
  const { subscription } = await turnsOn()
  const jonas = await w.creator('jonas@example.com')
  const stolen = { ...(await service.subscribe(subscription.publicKey)), endpoint: subscription.endpoint }

  expect((await jonas.call(addPushDevice, { body: stolen })).status).toBe(409)
  await mara.call(addPushDevice, { body: subscription })

  expect(await devices()).toHaveLength(1)
})

test('at most ten devices, also at once', async () => {
  const { mara, service, turnsOn, devices } = await sellingFixture()
  const { body } = await turnsOn()
  const subscriptions = await Promise.all(
    Array.from({ length: 12 }, () => service.subscribe(body.publicKey ?? '')),
  )

  const statuses = await Promise.all(
    subscriptions.map(
      async (subscription) => (await mara.call(addPushDevice, { body: subscription })).status,
    ),
  )

  expect(await devices()).toHaveLength(limits.maxPushDevices)
  expect(statuses.filter((status) => status === 409)).toHaveLength(3)
})

test('addresses inside, and keys that are none, are refused', async () => {
  const { mara, service } = await sellingFixture()
  const { publicKey } = (await mara.call(getNotifications)).body
  const good = await service.subscribe(publicKey ?? '')
  const answers: Array<string> = []
  for (const wrong of [
    { endpoint: 'http://push.example.com/' },
    { endpoint: 'https://169.254.169.254/latest/' },
    { endpoint: 'https://[::1]/' },
    { endpoint: `${service.origin}0/` },
    { p256dh: `B${'A'.repeat(86)}` },
    { p256dh: 'short' },
    { auth: 'short' },
    { publicKey: good.p256dh },
  ])
    answers.push(`${(await mara.call(addPushDevice, { body: { ...good, ...wrong } })).status}`)

  expect(answers).toEqual(['400', '400', '400', '400', '400', '400', '400', '409'])
})

test('one to try comes at once, and its failure is said', async () => {
  const { mara, service, turnsOn, messages, devices } = await sellingFixture()
  const { id, subscription } = await turnsOn()
  const tries = () => mara.call(testPushDevice, { params: { id } })

  expect((await tries()).body.devices[0]?.lastSentAt).not.toBeNull()
  expect(messages()).toMatchObject([{ title: 'Notifications are on', path: '/settings/emails' }])
  service.failures.push(500)
  expect((await tries()).status).toBe(503)
  expect((await devices())[0]?.failingSince).not.toBeNull()
  service.forget(subscription)
  expect((await tries()).status).toBe(409)
  expect(await devices()).toEqual([])
})

test('a site without notifications offers, stores and sends none', async () => {
  const { w, mara, turnsOn, buys, pushes } = await sellingFixture({ env: { PUSH_NOTIFICATIONS: 'false' } })

  expect((await mara.call(getNotifications)).body).toEqual({ publicKey: null, devices: [] })
  expect((await turnsOn()).status).toBe(400)
  await buys()
  await w.runJobs()

  expect(await pushes()).toEqual([])
})

test('the settings name origins', () => {
  expect(
    readConfig({ ALLOWED_INSIDE_ORIGINS: 'http://n8n.lan:5678/, https://push.lan' }).allowedInsideOrigins,
  ).toEqual(['http://n8n.lan:5678', 'https://push.lan'])
  expect(() => readConfig({ ALLOWED_INSIDE_ORIGINS: 'n8n.lan' })).toThrow('ALLOWED_INSIDE_ORIGINS')
  expect(() => readConfig({ PUSH_NOTIFICATIONS: 'no' })).toThrow('PUSH_NOTIFICATIONS')
})

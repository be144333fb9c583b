import { expect, test } from 'vitest'
import { getInstance } from '../../../../contract/instance.ts'
import {
  listInstanceSettings,
  resetInstanceSetting,
  settingKeys,
  updateInstanceSettings,
} from '../../../../contract/instance-settings.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'
import { auditLog, instanceSettings } from '../../../db/schema/index.ts'
import { openSettings } from './store.ts'

async function stateOf(admin: Awaited<ReturnType<TestApp['creator']>>, key: string) {
  const { body } = await admin.call(listInstanceSettings)
  return body.settings.find((setting) => setting.key === key)
}

test('a new instance has the default of every setting', async () => {
  const w = await createTestApp()
  const admin = await w.creator('admin@example.com')

  const { body } = await admin.call(listInstanceSettings)

  expect(body.settings.map(({ key }) => key)).toEqual(settingKeys)
  for (const { value, defaultValue, changedBy, lockedBy } of body.settings)
    expect([value, changedBy, lockedBy]).toEqual([defaultValue, null, null])
})

test('a changed setting takes effect, and says who changed it when', async () => {
  const w = await createTestApp()
  const admin = await w.creator('admin@example.com')

  await admin.call(updateInstanceSettings, { body: { feeBasisPoints: 1_500, siteName: ' Dusk ' } })

  expect((await w.visitor().call(getInstance)).body.feeBasisPoints).toBe(1_500)
  expect(await stateOf(admin, 'siteName')).toEqual({
    key: 'siteName',
    value: 'Dusk',
    defaultValue: 'Tipdrop',
    lockedBy: null,
    changedBy: 'admin@example.com',
    changedAt: '2026-03-01T12:00:00.000Z',
  })
})

test('the audit log has each change with the old and the new value, and none for an equal value', async () => {
  const w = await createTestApp()
  const admin = await w.creator('admin@example.com')
  await admin.call(updateInstanceSettings, { body: { payoutHoldDays: 7, refundPolicy: 'review' } })
  await admin.call(updateInstanceSettings, { body: { payoutHoldDays: 14 } })
  await admin.call(resetInstanceSetting, { params: { key: 'payoutHoldDays' } })

  const entries = await w.db.select().from(auditLog).orderBy(auditLog.id)

  expect(entries.map(({ target, oldValues, newValues }) => [target, oldValues, newValues])).toEqual([
    ['setting/payoutHoldDays', { value: 0 }, { value: 7 }],
    ['setting/payoutHoldDays', { value: 7 }, { value: 14 }],
    ['setting/payoutHoldDays', { value: 14 }, { value: 0 }],
  ])
  expect(await stateOf(admin, 'payoutHoldDays')).toMatchObject({ value: 0, changedBy: null })
})

test('an environment variable wins over the stored value and locks the setting', async () => {
  const w = await createTestApp({ env: { PLATFORM_FEE_BPS: '300' } })
  const admin = await w.creator('admin@example.com')

  const refused = await admin.call(updateInstanceSettings, { body: { feeBasisPoints: 900 } })

  expect(refused.status).toBe(409)
  expect(refused.body).toMatchObject({
    fields: { feeBasisPoints: expect.stringContaining('PLATFORM_FEE_BPS') },
  })
  expect(await stateOf(admin, 'feeBasisPoints')).toMatchObject({ value: 300, lockedBy: 'PLATFORM_FEE_BPS' })
})

test('one invalid value changes no setting', async () => {
  const w = await createTestApp()
  const admin = await w.creator('admin@example.com')

  const { status, body } = await admin.call(updateInstanceSettings, {
    body: { siteName: 'Dusk', feeBasisPoints: 10_001 },
  })

  expect([status, body]).toMatchObject([400, { fields: { feeBasisPoints: 'Enter a fee from 0% to 100%' } }])
  expect(await w.db.select().from(instanceSettings)).toEqual([])
})

test('another process has a change as soon as the database has notified it', async () => {
  const w = await createTestApp()
  const admin = await w.creator('admin@example.com')
  const { db, pool, config, log } = w.ports
  const other = await openSettings({ db, pool, config, log })
  const changed = new Promise<void>((resolve) => other.onChange(resolve))
  await changed // The first read after it began to listen.
  const notified = new Promise<void>((resolve) => other.onChange(resolve))

  await admin.call(updateInstanceSettings, { body: { siteName: 'Dusk' } })
  await notified

  expect(other.current().siteName).toBe('Dusk')
  await other.close()
})

test('a stored value that this version does not accept is ignored', async () => {
  const w = await createTestApp()
  const row = { changedByEmail: 'admin@example.com', changedAt: w.clock.now() }
  await w.db.insert(instanceSettings).values([
    { key: 'feeBasisPoints', value: 'much', ...row },
    { key: 'removedLongAgo', value: 1, ...row },
    { key: 'siteName', value: 'Dusk', ...row },
  ])

  await w.ports.settings.reload()

  expect(w.ports.settings.current()).toMatchObject({ feeBasisPoints: 2_000, siteName: 'Dusk' })
})

test('a text that looks like a number stays a text: the minimum payout is kept as it was typed', async () => {
  const w = await createTestApp()
  const admin = await w.creator('admin@example.com')

  const { body } = await admin.call(updateInstanceSettings, {
    body: { minPayout: '40.00', siteName: '2048' },
  })

  const stored = (name: string) => body.settings.find(({ key }: { key: string }) => key === name)?.value
  expect([stored('minPayout'), stored('siteName')]).toEqual(['40.00', '2048'])
  expect(w.ports.settings.current()).toMatchObject({ minPayout: '40.00', siteName: '2048' })
})

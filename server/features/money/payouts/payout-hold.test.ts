import { expect, test } from 'vitest'
import { listCreatorPayouts } from '../../../../contract/admin-payouts.ts'
import { resetInstanceSetting, updateInstanceSettings } from '../../../../contract/instance-settings.ts'
import { march, payoutFixture } from '../../../../tests/support/payout-fixture.ts'
import { recordHoldAtStart } from '../../site/settings/repository.ts'
import { openSettings } from '../../site/settings/store.ts'

const dayMs = 24 * 3_600_000

test('more hold days postpone no sale that was made before the change', async () => {
  const { w, admin, seller, processes, ledgerHealth } = await payoutFixture()
  await admin.call(updateInstanceSettings, { body: { payoutHoldDays: 3 } })
  const mara = await seller('mara@example.com')
  w.clock.advance(1)
  await mara.sells('100.00')
  w.clock.advance(dayMs)
  await admin.call(updateInstanceSettings, { body: { payoutHoldDays: 10 } })
  w.clock.advance(dayMs)
  await mara.sells('50.00')
  const available = async () => (await mara.earnings()).availableBalance
  const listed = async () => {
    const { body } = await admin.call(listCreatorPayouts, { query: march })
    return body.creators.find(({ email }) => email === 'mara@example.com')?.availableBalance
  }

  w.clock.advance(dayMs - 1)
  const beforeTheThirdDay = [await available(), await listed()]
  w.clock.advance(1)
  const onTheThirdDay = [await available(), await listed()]
  const run = await processes()
  w.clock.advance(9 * dayMs - 1)
  const beforeTheTenthDay = await available()
  w.clock.advance(1)

  expect(beforeTheThirdDay).toEqual([0, '0.00'])
  expect(onTheThirdDay).toEqual([80, '80.00'])
  expect(run).toMatchObject({ paidCount: 1, amount: '80.00' })
  expect([beforeTheTenthDay, await available()]).toEqual([0, 40])
  expect(await processes()).toMatchObject({ paidCount: 1, amount: '40.00' })
  expect(await ledgerHealth()).toEqual({ sum: 0, drifted: [] })
})

test('fewer hold days apply to all sales at once, and a reset is a change too', async () => {
  const { w, admin, seller } = await payoutFixture()
  await admin.call(updateInstanceSettings, { body: { payoutHoldDays: 30 } })
  const mara = await seller('mara@example.com')
  w.clock.advance(1)
  await mara.sells('100.00')
  w.clock.advance(dayMs)
  const before = (await mara.earnings()).availableBalance
  await admin.call(resetInstanceSetting, { params: { key: 'payoutHoldDays' } })
  const after = (await mara.earnings()).availableBalance
  await admin.call(updateInstanceSettings, { body: { payoutHoldDays: 30 } })

  expect([before, after]).toEqual([0, 80])
  expect((await mara.earnings()).availableBalance).toBe(80)
})

test('more days in PAYOUT_HOLD_DAYS at the next start postpone no earlier sale, and each start records a change once', async () => {
  const { w, seller } = await payoutFixture({ env: { PAYOUT_HOLD_DAYS: '3' } })
  const mara = await seller('mara@example.com')
  await mara.sells('100.00')
  w.clock.advance(dayMs)
  const { db, pool, config, log } = w.ports
  const restarted = { ...config, settings: { ...config.settings, payoutHoldDays: 10 } }
  const settings = await openSettings({ db, pool, config: restarted, log })
  const ports = { ...w.ports, config: restarted, settings }
  await Promise.all([recordHoldAtStart(ports), recordHoldAtStart(ports)])
  await w.ports.settings.reload()
  w.clock.advance(2 * dayMs)

  expect((await mara.earnings()).availableBalance).toBe(80)
  expect(settings.holdChanges()).toEqual([
    { holdDays: 3, effectiveAt: new Date('2026-03-01T12:00:00.000Z') },
    { holdDays: 10, effectiveAt: new Date('2026-03-02T12:00:00.000Z') },
  ])
  await settings.close()
})

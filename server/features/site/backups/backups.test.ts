import { and, eq, isNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import { alerts } from '../../../db/schema/index.ts'
import {
  claimScheduledBackup,
  failBackup,
  finishBackup,
  insertBackup,
  selectLastBackups,
} from './repository.ts'

const hourMs = 3_600_000
const schedule = { BACKUP_TO: '/backups', BACKUP_SCHEDULE: '03:30', BACKUP_KEEP: '3' }

async function backupFixture(env: Record<string, string> = schedule) {
  const w = await createTestApp({ env })
  const totals = { archiveBytes: 1000, rowCount: 10, fileCount: 1, message: '' }
  const openAlerts = async () => {
    await w.runPeriodicTasks()
    const rows = await w.db
      .select({ message: alerts.message })
      .from(alerts)
      .where(and(eq(alerts.kind, 'backup-overdue'), isNull(alerts.resolvedAt)))
    return rows.map(({ message }) => message)
  }
  const start = () =>
    insertBackup(w.db, { destination: '/backups/a.tar', isEncrypted: false, now: w.clock.now() })
  const succeed = async () => {
    const id = await start()
    await finishBackup(w.db, { id, now: w.clock.now(), snapshotAt: w.clock.now(), ...totals })
  }
  const claim = () => {
    const scheduledFor = new Date('2026-03-01T03:30:00Z')
    return claimScheduledBackup(w.db, {
      scheduledFor,
      destination: '/backups/b.tar',
      isEncrypted: true,
      now: w.clock.now(),
    })
  }
  return { w, openAlerts, start, succeed, claim }
}

test('a backup that is older than a day raises an alert, which the next backup resolves', {
  tags: ['long'],
}, async () => {
  const { w, openAlerts, succeed } = await backupFixture()
  await succeed()
  w.clock.advance(24 * hourMs)
  expect(await openAlerts()).toEqual([])

  w.clock.advance(2 * hourMs)
  expect(await openAlerts()).toEqual([
    expect.stringMatching(/^The last backup is of 20\d\d-\d\d-\d\d \d\d:\d\d UTC\./),
  ])

  await succeed()
  expect(await openAlerts()).toEqual([])
})

test('the alert names why the last attempt failed', { tags: ['long'] }, async () => {
  const { w, openAlerts, start } = await backupFixture()
  await failBackup(w.db, { id: await start(), now: w.clock.now(), message: 'The disk is full.' })
  w.clock.advance(26 * hourMs)

  expect(await openAlerts()).toEqual([expect.stringContaining('The last attempt failed: The disk is full.')])
})

test('a local instance without a schedule raises no alert', async () => {
  const { w, openAlerts, succeed } = await backupFixture({})
  await succeed()
  w.clock.advance(100 * hourMs)

  expect(await openAlerts()).toEqual([])
})

test('one process claims a scheduled backup, and a cut-off one is claimed again', async () => {
  const { w, claim } = await backupFixture()

  const claims = await Promise.all([claim(), claim(), claim()])
  const [id] = claims.filter((one) => one !== undefined)
  expect(claims.filter((one) => one === undefined)).toHaveLength(2)

  w.clock.advance(6 * 60_000)
  expect(await claim()).toBe(id)
  expect(await claim()).toBeUndefined()
})

test('a failed scheduled backup is tried three times in all, ten minutes apart', async () => {
  const { w, claim } = await backupFixture()
  const fail = async () => {
    const id = await claim()
    if (id === undefined) return 'not claimed'
    await failBackup(w.db, { id, now: w.clock.now(), message: 'No space' })
    return 'failed'
  }

  expect([await fail(), await fail()]).toEqual(['failed', 'not claimed'])
  w.clock.advance(11 * 60_000)
  expect([await fail(), await fail()]).toEqual(['failed', 'not claimed'])
  w.clock.advance(11 * 60_000)
  expect(await fail()).toBe('failed')
  w.clock.advance(11 * 60_000)
  expect(await fail()).toBe('not claimed')
  expect((await selectLastBackups(w.db)).newest).toMatchObject({ state: 'failed', attempts: 3 })
})

import { expect, test } from 'vitest'
import type { Backup } from '../../../../../contract/monitoring.ts'
import { backupItems, backupWarning } from './health-backups.tsx'

const formatTime = (iso: string) => iso.slice(0, 10)

const nightly: Backup = {
  lastAt: '2026-03-01T03:30:00.000Z',
  ageSeconds: 7_200,
  archiveBytes: 5 * 1024 ** 3,
  destination: 's3://backups/tips.tar.age',
  isEncrypted: true,
  missing: '',
  isRunning: false,
  isOverdue: false,
  failure: null,
  settings: {
    to: 's3://backups',
    schedule: ['03:30', '15:30'],
    nextAt: '2026-03-02T03:30:00.000Z',
    keep: 14,
    isEncrypted: true,
    worker: { hostname: 'one', pid: 7 },
  },
}
const none: Backup = {
  ...nightly,
  lastAt: null,
  ageSeconds: null,
  archiveBytes: null,
  destination: null,
  isEncrypted: false,
  isOverdue: true,
  settings: { to: null, schedule: [], nextAt: null, keep: 1, isEncrypted: false, worker: null },
}

test('the last backup is shown with its size and place, and the settings with the next time', () => {
  expect(backupItems(nightly, formatTime)).toEqual([
    ['Last backup', '2026-03-01, 5 GB, encrypted'],
    ['Stored at', 's3://backups/tips.tar.age'],
    ['Missing in it', ''],
    ['Running', ''],
    ['Schedule (BACKUP_SCHEDULE)', 'Daily at 03:30 and 15:30 UTC, next on 2026-03-02'],
    ['Place (BACKUP_TO)', 's3://backups'],
    ['Kept (BACKUP_KEEP)', 'Keeps the last 14 backups'],
    ['Encryption (BACKUP_KEY)', 'On'],
  ])
})

test('settings that are missing are named', () => {
  const texts = Object.fromEntries(backupItems(none, formatTime))

  expect(texts).toMatchObject({
    'Last backup': 'None',
    'Schedule (BACKUP_SCHEDULE)': 'Not set',
    'Place (BACKUP_TO)': 'Not set',
    'Kept (BACKUP_KEEP)': 'Keeps the last 1 backup',
  })
})

test.each<[string, Partial<Backup>, string | undefined]>([
  ['a recent one', {}, undefined],
  ['one that runs', { isOverdue: true, isRunning: true }, undefined],
  [
    'an old one',
    { isOverdue: true },
    'The last backup is older than a day. Make one with tipdrop backup. See the log of the worker.',
  ],
  ['none', none, 'There is no backup yet. Make one with tipdrop backup. Set BACKUP_TO and BACKUP_SCHEDULE.'],
  [
    'a failed one',
    { failure: { at: '2026-03-02T03:31:00.000Z', message: 'The disk is full.' } },
    'The last attempt failed on 2026-03-02: The disk is full.',
  ],
])('the warning about %s says what to do', (_, change, text) => {
  expect(backupWarning({ ...nightly, ...change }, formatTime)).toBe(text)
})

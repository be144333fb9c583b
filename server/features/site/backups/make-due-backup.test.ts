import { expect, test } from 'vitest'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import {
  archiveName,
  archivesToRemove,
  contentsOf,
  fileListName,
  scheduledArchiveName,
  unfinishedListName,
} from './archive-names.ts'
import { makeDueBackup } from './make-due-backup.ts'
import { selectLastBackups } from './repository.ts'

const { signal } = new AbortController()

test('several processes make one backup for each time of the schedule', async () => {
  const w = await createTestApp({ env: { BACKUP_TO: '/backups', BACKUP_SCHEDULE: '11:00' } })
  const runs: Array<string | undefined> = []
  const run = async ([destination]: Array<string>) => {
    runs.push(destination)
    return { errorText: undefined }
  }

  await Promise.all([1, 2, 3].map(() => makeDueBackup(w.ports, run, signal)))
  await makeDueBackup(w.ports, run, signal)
  expect(runs).toEqual([
    expect.stringMatching(/^\/backups\/tipdrop-scheduled-[a-z0-9.-]+-2026-03-01T120000Z\.db\.tar$/),
  ])

  w.clock.advance(24 * 3_600_000)
  await Promise.all([1, 2, 3].map(() => makeDueBackup(w.ports, run, signal)))
  expect(runs).toHaveLength(2)
})

test('a scheduled backup that fails is recorded with its reason', async () => {
  const w = await createTestApp({ env: { BACKUP_TO: '/backups', BACKUP_SCHEDULE: '11:00' } })

  await makeDueBackup(w.ports, async () => ({ errorText: 'The disk is full.' }), signal)

  const { newest } = await selectLastBackups(w.db)
  expect(newest).toMatchObject({ state: 'failed', message: 'The disk is full.', finishedAt: w.clock.now() })
})

const production = { publicUrl: 'https://tips.example.com' }
const march = (day: number) => new Date(Date.UTC(2026, 2, day, 3, 30))

test('the newest archives of the schedule are kept, and other files are not touched', () => {
  const names = [1, 2, 3, 4].map((day) => scheduledArchiveName({ ...production, at: march(day), key: 'key' }))
  const [first = '', second = ''] = names

  expect(first).toBe('tipdrop-scheduled-tips.example.com-2026-03-01T033000Z.db.tar.age')
  expect(archivesToRemove(['notes.txt', ...names.toReversed(), 'tipdrop.tar'], 2, production)).toEqual([
    first,
    second,
  ])
  expect(archivesToRemove(names, 4, production)).toEqual([])
  expect(archivesToRemove([...names, `${first}.part`], 4, production)).toEqual([`${first}.part`])
  // Of versions before files were stored once.
  const older = 'tipdrop-scheduled-tips.example.com-2026-02-01T033000Z.tar'
  expect(archivesToRemove([...names, older], 4, production)).toEqual([older])
})

test('the list of an archive has its name, and archives with all files have none', () => {
  const archive = archiveName({ ...production, at: march(1), key: 'key' })

  expect(fileListName(archive)).toBe('tipdrop-tips.example.com-2026-03-01T033000Z.files.zst')
  expect(fileListName('tipdrop-tips.example.com-2026-03-01T033000Z.tar.age')).toBe(undefined)
  expect(fileListName('mine.tar')).toBe(undefined)
})

test('what a place has of an instance is told by names, newest first', () => {
  const byHand = archiveName({ ...production, at: march(2), key: undefined })
  const scheduled = scheduledArchiveName({ ...production, at: march(3), key: undefined })
  const list = String(fileListName(byHand))
  const cutOff = String(fileListName(scheduled))
  const other = scheduledArchiveName({
    publicUrl: 'https://tips.example.com:8443',
    at: march(4),
    key: undefined,
  })

  expect(
    contentsOf([byHand, list, unfinishedListName(cutOff), other, scheduled, 'notes.txt'], production),
  ).toEqual({
    archives: [scheduled, byHand],
    lists: [list],
    unfinishedLists: [cutOff],
  })
})

test('archives that a person has made, and those of another instance in the same place, stay', () => {
  const scheduled = scheduledArchiveName({ ...production, at: march(5), key: undefined })
  const others = [
    archiveName({ ...production, at: march(1), key: undefined }),
    'tipdrop-2026-03-01T033000Z.tar',
    scheduledArchiveName({ publicUrl: 'https://staging.tips.example.com', at: march(2), key: undefined }),
    scheduledArchiveName({ publicUrl: 'https://tips.example.com:8443', at: march(3), key: undefined }),
    `${scheduledArchiveName({ publicUrl: 'http://localhost:3000', at: march(4), key: undefined })}.part`,
  ]

  expect(archivesToRemove([...others, scheduled], 1, production)).toEqual([])
  expect(archivesToRemove([...others, scheduled], 0, production)).toEqual([scheduled])
})

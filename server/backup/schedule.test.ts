import { expect, test } from 'vitest'
import { createTestApp } from '../../tests/support/test-app.ts'
import { selectLastBackups } from '../features/backups/repository.ts'
import { archiveName, archivesToRemove } from './archive-name.ts'
import { makeDueBackup } from './schedule.ts'

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
  expect(runs).toEqual(['/backups/tipdrop-2026-03-01T120000Z.tar'])

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

test('the newest archives are kept, and other files are not touched', () => {
  const names = [1, 2, 3, 4].map((day) => archiveName(new Date(Date.UTC(2026, 2, day, 3, 30)), 'key'))
  const [first = '', second = ''] = names

  expect(archivesToRemove(['notes.txt', ...names.toReversed(), 'tipdrop.tar'], 2)).toEqual([first, second])
  expect(archivesToRemove(names, 4)).toEqual([])
  expect(archivesToRemove([...names, `${first}.part`], 4)).toEqual([`${first}.part`])
})

import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readCutOffSwitch, upgradePaths } from '../adapters/postgres/cluster-version.ts'
import { finishSwitch, switchClusters } from './switch-clusters.ts'
import { neededBytes, requireFreeSpace, upgradeError } from './upgrade-error.ts'

const place = { keptAs: 'postgres-17-2026-11-23T070000Z', backup: 'postgres-17-2026-11-23T070000Z.tar' }
const versions = { from: 17, to: 18, dataDir: '/data' }

let dataDir: string

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tipdrop-switch-test-'))
  const { folder, cluster } = upgradePaths(dataDir)
  for (const [path, major] of [
    [join(dataDir, 'postgres'), 17],
    [cluster, 18],
  ] as const) {
    await mkdir(path, { recursive: true })
    await writeFile(join(path, 'PG_VERSION'), `${major}\n`)
  }
  await writeFile(join(folder, place.backup), 'a backup')
})

afterEach(() => rm(dataDir, { recursive: true }))

const majorOf = (name: string) => readFile(join(dataDir, name, 'PG_VERSION'), 'utf8')

async function expectSwitched(): Promise<void> {
  expect((await readdir(dataDir)).sort()).toEqual(['postgres', place.keptAs, place.backup])
  expect([await majorOf('postgres'), await majorOf(place.keptAs)]).toEqual(['18\n', '17\n'])
}

test('a switch puts the new database in place and keeps the old one with its backup', async () => {
  await switchClusters(dataDir, place, () => undefined)

  await expectSwitched()
  expect(await readCutOffSwitch(dataDir)).toBe(undefined)
})

test('a switch that is cut off between its renames is completed', async () => {
  const cutOff = switchClusters(dataDir, place, () => {
    throw new Error('killed')
  })
  await expect(cutOff).rejects.toThrow('killed')
  expect(await readdir(dataDir)).not.toContain('postgres')

  expect(await readCutOffSwitch(dataDir)).toEqual(place)
  await finishSwitch(dataDir)

  await expectSwitched()
})

test('too little disk space is refused with the number of bytes that are needed', () => {
  const databaseBytes = 1024 ** 3

  expect(() => requireFreeSpace(databaseBytes, neededBytes(databaseBytes))).not.toThrow()
  expect(() => requireFreeSpace(databaseBytes, 1024 ** 3)).toThrow(
    'the move needs 1.9 GB of free disk space, and there are 1 GB. Make room',
  )
})

test.each([
  Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }),
  Object.assign(new Error('could not extend file'), { code: '53100' }),
  new Error('The database could not start: FATAL: could not write lock file: No space left on device'),
  new Error('The disk of /data/postgres-upgrade is full. Make room, or write the backup elsewhere.'),
])('the error "$message" is reported as a full disk', (cause) => {
  expect(upgradeError(cause, versions).message).toBe(
    'The database in /data was not moved from PostgreSQL 17 to 18: the disk is full. Make room, and start again. Nothing has changed: the release that you used before runs on it.',
  )
})

test('the reason of a failed move is part of the message', () => {
  expect(upgradeError(new Error('PostgreSQL 17 is missing.'), versions).message).toContain(
    'from PostgreSQL 17 to 18: PostgreSQL 17 is missing. Nothing has changed',
  )
})

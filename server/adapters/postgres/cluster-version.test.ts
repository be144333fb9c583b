import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bundledMajor } from './binaries.ts'
import { needsUpgrade, readCutOffSwitch, requireOwnMajor, upgradePaths } from './cluster-version.ts'
import { findOldBinaries } from './old-binaries.ts'

let dataDir: string

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tipdrop-version-test-'))
})

afterEach(() => rm(dataDir, { recursive: true }))

async function makeCluster(folder: string, major: number): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'PG_VERSION'), `${major}\n`)
}

const own = await bundledMajor()
const inPlace = () => join(dataDir, 'postgres')

/** The state of a switch after its file was written: with the old database in its place, or with its new name. */
async function startSwitch({ old }: { old: string }): Promise<void> {
  const { cluster, switchFile } = upgradePaths(dataDir)
  await makeCluster(cluster, own)
  await makeCluster(join(dataDir, old), own - 1)
  await writeFile(switchFile, JSON.stringify({ keptAs: 'postgres-old' }))
}

test.each([
  { major: own - 1, needed: true },
  { major: own, needed: false },
  { major: own + 1, needed: false },
])('a database of PostgreSQL $major needs an upgrade: $needed', async ({ major, needed }) => {
  await makeCluster(inPlace(), major)

  expect(await needsUpgrade(dataDir)).toBe(needed)
})

test('a new data folder needs no upgrade, and a database may be created in it', async () => {
  expect(await needsUpgrade(dataDir)).toBe(false)
  await expect(requireOwnMajor(dataDir)).resolves.toBe(undefined)
})

test('a tool refuses a database of another version and says what to do', async () => {
  await makeCluster(inPlace(), own - 1)
  await expect(requireOwnMajor(dataDir)).rejects.toThrow(
    `is of PostgreSQL ${own - 1}, and this release has PostgreSQL ${own}. Start the server: it moves the database`,
  )

  await makeCluster(inPlace(), own + 1)
  await expect(requireOwnMajor(dataDir)).rejects.toThrow('Use the release that you used before.')
})

test('no database is created while the new one is not in its place yet', async () => {
  await startSwitch({ old: 'postgres-old' })

  expect(await needsUpgrade(dataDir)).toBe(true)
  await expect(requireOwnMajor(dataDir)).rejects.toThrow('Start the server: it completes the move.')
})

test('a copy from before the old database was used again does not count', async () => {
  await startSwitch({ old: 'postgres' })
  expect(await readCutOffSwitch(dataDir)).toBe(undefined)
  expect(await needsUpgrade(dataDir)).toBe(true)

  // The old database was moved to another server since, and deleted here.
  await rm(inPlace(), { recursive: true })
  expect(await readCutOffSwitch(dataDir)).toBe(undefined)
  expect(await needsUpgrade(dataDir)).toBe(false)
})

test('an older PostgreSQL that is missing, or is of another version, is refused with what to set', async () => {
  const find = (folder: string | undefined) => findOldBinaries({ folder, major: own - 1, account: undefined })

  await expect(find(undefined)).rejects.toThrow(
    `PostgreSQL ${own - 1} is missing. Set OLD_POSTGRES_DIR to the folder of the release that you used before`,
  )
  await expect(find(dataDir)).rejects.toThrow('there is no PostgreSQL in this folder')
  await expect(find(process.cwd())).rejects.toThrow(
    new RegExp(`has PostgreSQL ${own}\\.\\d+, and the database is of PostgreSQL ${own - 1}\\.`),
  )
})

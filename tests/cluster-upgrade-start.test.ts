import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { startServerProcess } from '../bench/server-process.ts'
import { tempFolder } from './support/backup-fixture.ts'
import { expectEverything, oldInstance, removeOldInstances } from './support/old-instance.ts'
import { runTool } from './support/run-tool.ts'

const long = { tags: ['long'], timeout: 300_000 }

afterAll(removeOldInstances)

test('npm start installs the older PostgreSQL, and the database moves', long, async (context) => {
  const old = await oldInstance(context, 17)
  const script = join(import.meta.dirname, '../scripts/start.mjs')
  const site = await startServerProcess({}, { dataDir: old.dataDir, server: script })
  onTestFinished(() => site.remove())

  await site.start()
  const [version] = await site.query<{ server_version: string }>('show server_version')
  await site.stop()

  expect(version?.server_version).toMatch(/^18\./)
  await expectEverything({ ...old, settings: { DATA_DIR: old.dataDir } })
})

test(
  'a release that was packed with the older PostgreSQL moves the database without a setting',
  long,
  async (context) => {
    const old = await oldInstance(context, 17)
    const work = await tempFolder()
    // Started by root, PostgreSQL runs as another user, who must reach it.
    await chmod(work, 0o755)
    const release = join(work, 'release')
    const options = ['scripts/package.mjs', '--folder', release, '--old-postgres', '17']
    const packed = spawnSync(process.execPath, options, { encoding: 'utf8' })
    expect(packed.stderr).toBe('')
    const site = await startServerProcess({}, { dataDir: old.dataDir, server: join(release, 'server.js') })
    onTestFinished(() => site.remove())

    const doctor = spawnSync(join(release, 'tipdrop'), ['doctor'], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, DATA_DIR: old.dataDir },
    })
    await site.start()
    await site.stop()

    expect(doctor.stdout).toMatch(
      /^ok {4}upgrade +The next start moves the database from PostgreSQL 17 to 18$/m,
    )
    expect(readFileSync(join(release, 'sbom.cdx.json'), 'utf8')).toContain('pkg:generic/postgresql@17.')
    await expectEverything(old)
  },
)

test(
  'without the older PostgreSQL nothing changes, and the message and the doctor say what to set',
  long,
  async (context) => {
    const { dataDir } = await oldInstance(context, 17)
    const notPostgres = await tempFolder()
    writeFileSync(join(notPostgres, 'postgres'), '')
    const site = await startServerProcess(
      (start) => ({ ...(start > 1 && { OLD_POSTGRES_DIR: notPostgres }) }),
      {
        dataDir,
      },
    )

    await expect(site.start()).rejects.toThrow(
      /was not moved from PostgreSQL 17 to 18: PostgreSQL 17 is missing\. Set OLD_POSTGRES_DIR .* Nothing has changed/,
    )
    expect(await site.exited()).toBe(78)
    await expect(site.start()).rejects.toThrow('which has PostgreSQL that cannot run')
    const doctor = await runTool('doctor', [], { DATA_DIR: dataDir })

    expect(readFileSync(join(dataDir, 'postgres/PG_VERSION'), 'utf8')).toBe('17\n')
    expect(existsSync(join(dataDir, 'postgres-upgrade'))).toBe(false)
    expect(doctor.code).toBe(1)
    expect(doctor.output).toMatch(/^fail {2}upgrade +The next start cannot move the database/m)
    expect(doctor.output).toContain('→ PostgreSQL 17 is missing. Set OLD_POSTGRES_DIR')
  },
)

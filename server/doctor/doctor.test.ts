import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts'
import type { Config } from '../config.ts'
import { readSchemaState } from '../db/migrate.ts'
import { failBackup, finishBackup, insertBackup } from '../features/site/backups/repository.ts'
import { writeStoreSentinel } from '../features/site/storage/store-sentinel.ts'
import { lineText, runChecks } from './check.ts'
import type { DatabaseState } from './open-database.ts'
import { checksOf } from './run.ts'

/** The lines that `npm run doctor` prints about an instance, by check. */
async function runDoctor(w: TestApp, changes: Partial<Config> = {}) {
  const { pool, db } = w.ports
  const config = { ...w.ports.config, port: 1_024 + Math.floor(Math.random() * 60_000), ...changes }
  const schema = await readSchemaState(pool, { provider: 'sandbox' })
  const database: Promise<DatabaseState> = Promise.resolve({
    state: 'open',
    pool,
    db,
    schema,
    close: async () => undefined,
  })
  const lines: Array<string> = []
  await runChecks(checksOf(config, database), { onLine: (line) => lines.push(lineText(line)) })
  return lines
}

const hourMs = 3_600_000

/** A complete backup of two hours ago, or older. */
async function addBackup({ db }: TestApp, { ageMs = 2 * hourMs } = {}) {
  const now = new Date(Date.now() - ageMs)
  const id = await insertBackup(db, { destination: 's3://backups/tips.tar', isEncrypted: true, now })
  const totals = { archiveBytes: 5 * 1024 ** 3, rowCount: 1, fileCount: 1, message: '' }
  await finishBackup(db, { id, now, snapshotAt: now, ...totals })
}

test('a healthy instance passes every check, and nothing is left in its folder', async () => {
  const w = await createTestApp()
  await w.db.execute(sql`update instance set last_periodic_run_at = now()`)
  await addBackup(w)
  await writeStoreSentinel(w.ports)
  const before = await readdir(w.dataDir, { recursive: true })

  const lines = await runDoctor(w)

  expect(lines.map((line) => line.slice(0, 23).trim())).toEqual([
    'ok    database',
    'ok    schema',
    'ok    instance',
    'ok    clock',
    'ok    payout keys',
    'ok    jobs',
    'ok    backup',
    'ok    alerts',
    'ok    file store',
    'ok    file marker',
    'ok    disk space',
    'ok    memory',
    'ok    open files',
    'ok    programs',
    'ok    mail server',
    'ok    card provider',
    'ok    port',
  ])
  expect(await readdir(w.dataDir, { recursive: true })).toEqual(before)
})

test('a folder that cannot be written, stopped jobs and alerts are named with what to do', async () => {
  const w = await createTestApp()
  await w.db.execute(sql`update instance set last_periodic_run_at = now() - interval '1 hour'`)
  await w.db.execute(sql`insert into alerts (kind, target, message, created_at)
    values ('untrusted-proxy', '10.0.0.1', 'A proxy is missing.', now())`)
  await rm(join(w.dataDir, 'files'), { recursive: true, force: true })
  await writeFile(join(w.dataDir, 'files'), 'not a folder')

  const text = (await runDoctor(w)).join('\n')

  expect(text).toMatch(/^fail {2}file store {8}\S+\/files is a file, or is below one \(ENOTDIR\)/m)
  expect(text).toContain('→ Set DATA_DIR to a folder.')
  expect(text).toContain('warn  jobs              The periodic tasks last ran 60 minutes ago')
  expect(text).toContain('→ Add the proxy’s address to TRUST_PROXY.')
})

test('a store without the marker of the instance fails, and says which disk is missing', async () => {
  const w = await createTestApp()
  const fresh = (await runDoctor(w)).join('\n')
  await writeStoreSentinel(w.ports)
  await rm(join(w.dataDir, 'files'), { recursive: true })

  const text = (await runDoctor(w)).join('\n')

  expect(fresh).toContain('ok    file marker       Not written yet: the first start does')
  expect(text).toContain('fail  file marker       The store has not the file store/mark of this instance')
  expect(text).toContain('→ Mount the disk with your files at DATA_DIR/files')
})

test('a currency other than that of the database fails with the one to set', async () => {
  const w = await createTestApp()

  const text = (await runDoctor(w, { currency: 'EUR' })).join('\n')

  expect(text).toMatch(
    /^fail {2}instance {10}This database keeps its ledger in USD\n\s+→ Set CURRENCY=USD, or use a different DATA_DIR or DATABASE_URL\.$/m,
  )
})

test('a restore that was cut off fails with what to run again', async () => {
  const w = await createTestApp()
  await w.db.execute(sql`update instance set restoring_from = 'backup.tar'`)

  const text = (await runDoctor(w)).join('\n')
  await w.db.execute(sql`update instance set restoring_from = null`)

  expect(text).toMatch(
    /^fail {2}instance {10}The restore of this database was cut off.*\n\s+→ Run npm run restore/m,
  )
})

test('the line about the last backup says its age and place, and what to do when it is old or failed', async () => {
  const w = await createTestApp()
  const line = async () => (await runDoctor(w)).find((text) => /^\w+ +backup /.test(text))
  const none = await line()
  await addBackup(w, { ageMs: 49 * hourMs })
  const old = await line()
  await addBackup(w)
  const recent = await line()
  const now = new Date()
  const id = await insertBackup(w.db, { destination: 's3://backups/b.tar', isEncrypted: true, now })
  await failBackup(w.db, { id, now, message: 'Access denied.' })
  const failed = await line()

  expect(none).toMatch(
    /^warn {2}backup {12}There is no backup yet\n\s+→ Run npm run backup -- FILE, and set BACKUP_TO/,
  )
  expect(old).toMatch(
    /^warn {2}backup {12}2 days old, 5 GB at s3:\/\/backups\/tips\.tar\n\s+→ Run npm run backup/,
  )
  expect(recent).toMatch(/^ok {4}backup {12}2 hours old, 5 GB at s3:\/\/backups\/tips\.tar$/)
  expect(failed).toMatch(/^warn {2}backup {12}2 hours old.* The last attempt failed: Access denied\.\n\s+→/)
})

test('an older schema is no failure, a newer one is a warning, and one from before 1.0 fails', async () => {
  const w = await createTestApp()
  const applied = sql.raw('drizzle.__drizzle_migrations')
  await w.db.execute(sql`create table drizzle.saved as select * from ${applied}`)
  await w.db.execute(sql`delete from ${applied} where created_at = (select max(created_at) from ${applied})`)
  const older = await runDoctor(w)
  const check = await runDoctor(w, { migrate: 'check' })
  await w.db.execute(sql`delete from ${applied}`)
  const empty = await runDoctor(w)
  await w.db.execute(sql`insert into ${applied} select * from drizzle.saved`)
  await w.db.execute(sql`insert into ${applied} (hash, created_at) values ('later', 9999999999999)`)
  const newer = await runDoctor(w)
  await w.db.execute(sql`update ${applied} set hash = 'former'`)
  const former = await runDoctor(w)
  await w.db.execute(sql`delete from ${applied}`)
  await w.db.execute(sql`insert into ${applied} select * from drizzle.saved`)
  await w.db.execute(sql`drop table drizzle.saved`)
  const schemaLine = (lines: Array<string>) => lines.find((line) => line.includes(' schema '))

  expect(schemaLine(older)).toMatch(
    /^warn {2}schema {12}The next start migrates it: 1 migration \(\d{4}_\w+\)\n\s+→ Nothing is wrong\./,
  )
  expect(schemaLine(check)).toMatch(
    /^warn .*1 migration missing.*\n\s+→ Make a backup, and run this version once/,
  )
  expect(schemaLine(empty)).toMatch(/^ok .*the first start makes the schema$/)
  expect(schemaLine(newer)).toMatch(
    /^warn .*A newer version has migrated the database, by 1 migration\n\s+→ Start that/,
  )
  expect(schemaLine(former)).toMatch(
    /^fail .*from before version 1\.0\n\s+→ Use it with the version that made it/,
  )
})

test('a database without a table of this version is not reported as a failed query', async () => {
  const w = await createTestApp()
  const applied = sql.raw('drizzle.__drizzle_migrations')
  await w.db.execute(sql`create table drizzle.saved as select * from ${applied}`)
  await w.db.execute(sql`delete from ${applied} where created_at = (select max(created_at) from ${applied})`)
  await w.db.execute(sql`alter table backups rename to later_backups`)
  const lines = await runDoctor(w)
  await w.db.execute(sql`alter table later_backups rename to backups`)
  await w.db.execute(sql`delete from ${applied}`)
  await w.db.execute(sql`insert into ${applied} select * from drizzle.saved`)
  await w.db.execute(sql`drop table drizzle.saved`)

  expect(lines).toContain('skip  backup            The database has not the schema of this version yet')
  expect(lines.filter((line) => line.startsWith('fail'))).toEqual([])
})

test('the place of the replica is tried and left as it was, and one of another instance is refused', async () => {
  const w = await createTestApp()
  const to = join(w.dataDir, 'replica')
  const lineOf = async () => {
    const replica = { to, waits: true, keepDays: 7, intervalSeconds: 1 }
    return (await runDoctor(w, { replica })).filter((line) => line.includes('replica place')).join('\n')
  }
  expect(await lineOf()).toMatch(/^fail {2}replica place {5}There is no folder .*\n\s+→ Mount its disk/)

  await mkdir(join(to, 'base'), { recursive: true })
  expect(await lineOf()).toBe(
    `ok    replica place     Wrote, read and removed a file in ${to}, no whole copy yet`,
  )
  const identity = JSON.stringify({ format: 'tipdrop-replica', id: randomUUID() })
  for (const folder of [to, w.dataDir]) await writeFile(join(folder, 'replica.json'), identity)
  await writeFile(join(to, 'base/20260301.json.zst.age'), '')
  expect(await lineOf()).toMatch(/^ok .*, newest whole copy of \d{4}-\d\d-\d\dT\d\d:\d\dZ$/)
  expect((await readdir(to, { recursive: true })).toSorted()).toEqual([
    'base',
    'base/20260301.json.zst.age',
    'replica.json',
  ])

  await rm(join(w.dataDir, 'replica.json'))
  expect(await lineOf()).toMatch(
    /^fail .* has the replica of another instance.*\n\s+→ Set REPLICATE_TO to an empty/,
  )
})

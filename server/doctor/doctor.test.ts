import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts'
import { createDiskFileStore } from '../adapters/disk/file-store.ts'
import { failBackup, finishBackup, insertBackup } from '../features/site/backups/repository.ts'
import { runChecks } from './check.ts'
import { databaseChecks } from './database-checks.ts'
import { serviceChecks } from './service-checks.ts'

/** The lines that `npm run doctor` prints about an instance, by check. */
async function runDoctor(w: TestApp) {
  const { config, pool, db, mailer, clock } = w.ports
  const fileStore = createDiskFileStore(join(w.dataDir, 'files'))
  const lines: Array<string> = []
  await runChecks(
    [...serviceChecks({ config, fileStore, mailer, clock }), ...databaseChecks({ config, pool, db })],
    (line) => lines.push(line),
  )
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

test('a healthy instance passes every check', async () => {
  const w = await createTestApp()
  await w.db.execute(sql`update instance set last_periodic_run_at = now()`)
  await addBackup(w)

  const lines = await runDoctor(w)

  expect(lines.map((line) => line.slice(0, 20).trim())).toEqual([
    'ok    settings',
    'ok    file store',
    'ok    disk space',
    'ok    mail server',
    'ok    database',
    'ok    schema',
    'ok    clock',
    'ok    payout keys',
    'ok    jobs',
    'ok    backup',
    'ok    alerts',
  ])
})

test('a folder that cannot be written, stopped jobs and alerts are named with what to do', async () => {
  const w = await createTestApp()
  await w.db.execute(sql`update instance set last_periodic_run_at = now() - interval '1 hour'`)
  await w.db.execute(sql`insert into alerts (kind, target, message, created_at)
    values ('untrusted-proxy', '10.0.0.1', 'A proxy is missing.', now())`)
  await rm(join(w.dataDir, 'files'), { recursive: true, force: true })
  await writeFile(join(w.dataDir, 'files'), 'not a folder')

  const text = (await runDoctor(w)).join('\n')

  expect(text).toMatch(/^fail {2}file store {5}\S+\/files is not writable/m)
  expect(text).toContain('→ Set DATA_DIR to a writable folder.')
  expect(text).toContain('warn  jobs           The periodic tasks last ran 60 minutes ago')
  expect(text).toContain('→ Add the proxy’s address to TRUST_PROXY.')
})

test('the line about the last backup says its age and place, and what to do when it is old or failed', async () => {
  const w = await createTestApp()
  const line = async () => {
    const lines = await runDoctor(w)
    const index = lines.findIndex((text) => text.includes(' backup '))
    return lines.slice(index, index + 2).join('\n')
  }
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
    /^warn {2}backup {9}There is no backup yet\n\s+→ Run npm run backup -- FILE, and set BACKUP_TO/,
  )
  expect(old).toMatch(
    /^warn {2}backup {9}2 days old, 5 GB at s3:\/\/backups\/tips\.tar\n\s+→ Run npm run backup/,
  )
  expect(recent).toMatch(/^ok {4}backup {9}2 hours old, 5 GB at s3:\/\/backups\/tips\.tar\n/)
  expect(failed).toMatch(/^warn {2}backup {9}2 hours old.* The last attempt failed: Access denied\.\n\s+→/)
})

test('a schema of another version fails', async () => {
  const w = await createTestApp()
  await w.db.execute(sql`create table drizzle.saved as select * from drizzle.__drizzle_migrations`)
  await w.db.execute(sql`delete from drizzle.__drizzle_migrations`)

  const text = (await runDoctor(w)).join('\n')
  await w.db.execute(
    sql`insert into drizzle.__drizzle_migrations select id, 'former', created_at from drizzle.saved`,
  )
  const former = (await runDoctor(w)).join('\n')
  await w.db.execute(sql`delete from drizzle.__drizzle_migrations`)
  await w.db.execute(sql`insert into drizzle.__drizzle_migrations select * from drizzle.saved`)
  await w.db.execute(sql`drop table drizzle.saved`)

  expect(text).toMatch(/^fail {2}schema {9}The database lacks the migrations 0000_schema/m)
  expect(former).toMatch(
    /^fail {2}schema {9}The data is from before version 1\.0.*\n\s+→ Set DATA_DIR or DATABASE_URL to an empty one\.$/m,
  )
})

test('the result for an unreachable mail server does not contain its password', async () => {
  const w = await createTestApp()
  const { smtpMailer } = await import('../adapters/mail/smtp-mailer.ts')
  const url = 'smtp://me:hunter2@127.0.0.1:1'
  const mailer = smtpMailer({ url, from: 'Tips <t@example.com>' })
  const config = { ...w.ports.config, smtpUrl: url }
  const lines: Array<string> = []

  await runChecks(
    serviceChecks({ ...w.ports, config, mailer }).filter(({ name }) => name === 'mail server'),
    (line) => lines.push(line),
  )

  expect(lines.join('\n')).toContain('fail  mail server    The mail server does not work')
  expect(lines.join('\n')).not.toContain('hunter2')
})

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { newKey } from '../server/backup/encryption.ts'
import { textOfWrong } from './reliability/fault-run.ts'
import { findViolations } from './reliability/promises.ts'
import { tempFolder } from './support/backup-fixture.ts'
import { externalDatabaseUrl } from './support/external-postgres.ts'
import { startObjectStore } from './support/object-store.ts'
import { runTool } from './support/run-tool.ts'
import { buy, countFound, startSite } from './support/running-site.ts'
import { countLost, createItemsForSale, startLoad } from './support/shoppers.ts'

test('nothing sold before a backup is lost by kill -9, a restore, and a move to PostgreSQL and an object store', {
  tags: ['long'],
  timeout: 600_000,
}, async () => {
  const archives = await tempFolder()
  const { identity, recipient } = await newKey()
  const schedule = { BACKUP_TO: archives, BACKUP_SCHEDULE: '00:00', BACKUP_KEY: recipient }
  const key = { BACKUP_KEY: identity }

  // An instance under load makes the backup of its schedule, and one by command.
  const first = await startSite(schedule)
  const items = await createItemsForSale(first, { items: 30 })
  const load = startLoad(items)
  await vi.waitFor(() => expect(load.bought.length).toBeGreaterThan(20), { timeout: 60_000 })
  const acknowledged = load.bought.map(({ orderNumber }) => orderNumber)
  const archive = join(archives, 'by-command.tar.age')
  const backup = await runTool('backup', [archive], { DATA_DIR: first.dataDir, ...key })
  expect(backup).toMatchObject({ code: 0, output: expect.stringContaining('every hash is right') })
  await vi.waitFor(
    async () =>
      expect(
        await first.query(`select 1 from backups where scheduled_for is not null and state = 'succeeded'`),
      ).toHaveLength(1),
    { timeout: 60_000 },
  )
  const [scheduled = ''] = readdirSync(archives).filter((name) => /^tipdrop-.*\.tar\.age$/.test(name))
  await first.kill()
  await load.stop()

  const check = await runTool('backup', ['--check', join(archives, scheduled)], {
    DATA_DIR: first.dataDir,
    ...key,
  })
  expect(check).toMatchObject({ code: 0, output: expect.stringContaining('Every hash is right.') })
  const rehearsed = await runTool('rehearse', [join(archives, scheduled)], {
    DATA_DIR: first.dataDir,
    ...key,
  })
  expect(rehearsed).toMatchObject({ code: 0, output: expect.stringContaining('everything is right.') })

  // Restored elsewhere, it has every purchase with its file, and sells.
  const dataDir = await tempFolder()
  const restored = await runTool('restore', [archive], { DATA_DIR: dataDir, ...key })
  expect(restored.output).toContain('Every cent is accounted for.\nEvery file is complete.')
  expect(restored.code).toBe(0)
  const second = await startSite({}, dataDir)
  expect(await countLost(second, acknowledged)).toBe(0)
  expect(textOfWrong(await findViolations(second))).toBe('0')
  acknowledged.push(await buy(second.url, items.contentIds[0] ?? 0))

  // While it runs, files are copied and the database is not. Stopped, both are moved.
  const objects = await startObjectStore()
  onTestFinished(() => objects.stop())
  const bucket = await objects.newBucket()
  const s3 = {
    S3_ENDPOINT: bucket.endpoint,
    S3_REGION: bucket.region,
    S3_BUCKET: bucket.bucket,
    S3_ACCESS_KEY_ID: bucket.accessKeyId,
    S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
  }
  const databaseUrl = await externalDatabaseUrl()
  const moveArguments = ['--files', 's3', '--database', databaseUrl]
  const move = (...more: Array<string>) =>
    runTool('move', [...moveArguments, ...more], { DATA_DIR: dataDir, ...s3 })
  expect(await move()).toMatchObject({ code: 1, output: expect.stringContaining('The instance is running.') })
  await second.stop()
  const moved = await move()
  expect(moved.output).toContain('Now set DATABASE_URL to that address and start the instance.')
  expect(moved.code).toBe(0)
  await expect(startSite({}, dataDir)).rejects.toThrow('This database was moved to')

  // Three processes sell on the new database and store.
  const settings = { ...s3, DATABASE_URL: databaseUrl }
  const processes = await Promise.all([1, 2, 3].map(() => startSite(settings, dataDir)))
  for (const [index, { url }] of processes.entries())
    acknowledged.push(await buy(url, items.contentIds[index + 1] ?? 0))
  await Promise.all(processes.map((site) => site.stop()))
  expect(await countFound(databaseUrl, acknowledged)).toBe(new Set(acknowledged).size)

  for (const subject of [[], ['files']])
    expect(await runTool('verify', subject, { DATA_DIR: dataDir, ...settings })).toMatchObject({ code: 0 })
  const confirmed = await move('--confirm')
  expect(confirmed.output).toContain('Deleted the old database')
  expect(confirmed.code).toBe(0)
  expect(readdirSync(dataDir)).not.toContain('postgres')
  expect(await runTool('verify', ['files'], { DATA_DIR: dataDir, ...settings })).toMatchObject({ code: 0 })
})

import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createS3FileStore } from '../server/adapters/s3/file-store.ts'
import { archivePlace } from '../server/backup/archive-place.ts'
import { newKey } from '../server/backup/encryption.ts'
import { verifyCopy } from '../server/backup/restore.ts'
import { bindInstance } from '../server/features/site/instance/bind-instance.ts'
import type { FileStore } from '../server/ports/file-store.ts'
import {
  backUp,
  connect,
  connectionOf,
  emptyDatabase,
  restoreFrom,
  smallInstance,
  tableHashes,
  tempFolder,
} from './support/backup-fixture.ts'
import { ledgerFixture } from './support/ledger-fixture.ts'
import { startObjectStore } from './support/object-store.ts'
import { createPartsClient } from './support/parts-fixture.ts'
import { createTestApp } from './support/test-app.ts'

/** Sales, refunds, a dispute, payouts and a bought item of two files, and the path for an archive. */
async function soldInstance() {
  const { w } = await ledgerFixture()
  const zoe = await w.creator('zoe@example.com')
  const { file, create } = createPartsClient(zoe)
  const { body: item } = await create([await file('a.mp3', 'first'), await file('b.mp3', 'second')])
  await w.visitor().purchase(item.id)
  // Its preview is a job that waits.
  await zoe.publishText({ teaserWords: '2' })
  return { w, archive: join(await tempFolder(), 'backup.tar') }
}

const text = async (store: FileStore, key: string) =>
  String(Buffer.concat((await (await store.open(key))?.toArray()) ?? []))

/** Tables that a restore changes: where the instance is, unfinished uploads and running backups. */
const changedByRestore = ['public.instance']

function withoutChanged(hashes: Record<string, string>) {
  return Object.fromEntries(Object.entries(hashes).filter(([name]) => !changedByRestore.includes(name)))
}

test('a restored backup has every row, file and job, and its ledger verifies', async () => {
  const { w, archive } = await soldInstance()
  const before = await tableHashes(connectionOf(w))
  const jobs = "select name, state, data::text from pgboss.job where state <> 'completed' order by id"
  const jobsBefore = (await w.ports.pool.query(jobs)).rows

  const { manifest } = await backUp(w, { target: archive })
  const { connection, store, result } = await restoreFrom({ source: archive })

  expect(withoutChanged(await tableHashes(connection))).toEqual(withoutChanged(before))
  expect(jobsBefore.map(({ name }) => name).toSorted()).toEqual(['make-teaser', 'measure-recordings'])
  expect((await (await connect(connection)).query(jobs)).rows).toEqual(jobsBefore)
  expect(manifest).toMatchObject({ missingFiles: [], damagedFiles: [] })
  const parts = 'select f.key from content_parts p join files f on f.id = p.file_id order by p.position'
  const { rows: keys } = await (await connect(connection)).query<{ key: string }>(parts)
  expect(await Promise.all(keys.map(({ key }) => text(store, key)))).toEqual(['first', 'second'])
  expect(result.skippedTables).toEqual([])
  expect(await verifyCopy({ connection, store }, () => undefined)).toBe(true)
})

test('a restored database has all constraints, indexes, triggers and sequences of the original', {
  tags: ['long'],
}, async () => {
  const { w, archive } = await smallInstance()
  const catalog = `
    select 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || convalidated as line
      from pg_constraint where connamespace in ('public'::regnamespace, 'sandbox'::regnamespace)
    union all select 'index ' || indexdef from pg_indexes where schemaname in ('public', 'sandbox')
    union all select 'trigger ' || tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal
    union all select 'sequence ' || schemaname || sequencename || coalesce(last_value, 0) from pg_sequences
      where schemaname in ('public', 'sandbox', 'drizzle') order by 1`
  const { rows: before } = await w.ports.pool.query(catalog)

  await backUp(w, { target: archive })
  const { connection } = await restoreFrom({ source: archive })

  expect(before.length).toBeGreaterThan(300)
  expect((await (await connect(connection)).query(catalog)).rows).toEqual(before)
})

test('rows that are committed while a backup runs are in it with their files, or not at all', {
  tags: ['long'],
}, async () => {
  const { w, archive } = await smallInstance()
  const creator = await w.creator('zoe@example.com')
  let isRunning = true
  const selling = (async () => {
    while (isRunning) {
      const item = await creator.publishFile({ title: 'New' })
      await w.visitor().purchase(item.id)
    }
  })()

  await backUp(w, { target: archive }).finally(() => {
    isRunning = false
  })
  await selling
  const { connection, store } = await restoreFrom({ source: archive })

  expect(await verifyCopy({ connection, store }, () => undefined)).toBe(true)
})

test('an encrypted backup is read by its key only', { tags: ['long'] }, async () => {
  const { w, archive } = await smallInstance()
  const [key, other] = [await newKey(), await newKey()]

  await backUp(w, { target: archive, key: key.recipient })

  const bytes = await readFile(archive)
  expect(bytes.subarray(0, 21).toString()).toBe('age-encryption.org/v1')
  expect(bytes.includes('mara@example.com')).toBe(false)
  await expect(restoreFrom({ source: archive })).rejects.toThrow('is encrypted. Set BACKUP_KEY to its key.')
  await expect(restoreFrom({ source: archive, key: key.recipient })).rejects.toThrow(
    'BACKUP_KEY only encrypts',
  )
  await expect(restoreFrom({ source: archive, key: other.identity })).rejects.toThrow(
    'The archive cannot be decrypted with BACKUP_KEY.',
  )
  const { result } = await restoreFrom({ source: archive, key: key.identity })
  expect(result.manifest.fileCount).toBeGreaterThan(0)
})

test('a restore that was cut off in the files is completed by running it again, and no process starts before', {
  tags: ['long'],
}, async () => {
  const { w, archive } = await smallInstance()
  await (await w.creator('zoe@example.com')).publishFile({ title: 'Bread' })
  await backUp(w, { target: archive })
  const connection = await emptyDatabase()
  const dataDir = await tempFolder()
  const bucket = await (await objectStore()).newBucket()
  const store = createS3FileStore(bucket, { presignedUrlsEnabled: false })
  let stored = 0
  const breaking = {
    ...store,
    put: (...args: Parameters<typeof store.put>) =>
      stored++ > 0 ? Promise.reject(new Error('The connection broke')) : store.put(...args),
  }

  await expect(restoreFrom({ source: archive, connection, dataDir, store: breaking })).rejects.toThrow(
    'The connection broke',
  )
  const cutOff = await createTestApp({ database: connection }).catch((error: Error) => error.message)
  expect(cutOff).toContain('The restore of this database was cut off')

  const { result } = await restoreFrom({ source: archive, connection, dataDir, store })
  expect(result.presentFiles).toBe(1)
  expect(await verifyCopy({ connection, store }, () => undefined)).toBe(true)
  await bindInstance((await createTestApp({ database: connection })).ports)
})

test('a backup goes to an object store and comes back from a bucket to a bucket', {
  tags: ['long'],
}, async () => {
  const objects = await objectStore()
  const bucket = await objects.newBucket()
  const settings = {
    BACKUP_S3_ENDPOINT: objects.endpoint,
    BACKUP_S3_REGION: 'auto',
    BACKUP_S3_ACCESS_KEY_ID: 'S3RVER',
    BACKUP_S3_SECRET_ACCESS_KEY: 'S3RVER',
  }
  const files = createS3FileStore(await objects.newBucket(), { presignedUrlsEnabled: false })
  const w = await createTestApp({ env: settings, files })
  const item = await (await w.creator()).publishFile({ title: 'Loops' })
  await w.visitor().purchase(item.id)
  const target = `s3://${bucket.bucket}/backups/one.tar`

  const { file } = await backUp(w, { target })
  await expect(backUp(w, { target })).rejects.toThrow('A backup overwrites nothing')
  const place = await archivePlace(target, w.ports.config)
  const local = join(await tempFolder(), 'one.tar')
  await writeFile(local, await place.open())

  expect((await stat(local)).size).toBe(file.bytes)
  const store = createS3FileStore(await objects.newBucket(), { presignedUrlsEnabled: false })
  const { connection } = await restoreFrom({ source: local, store })
  expect(await verifyCopy({ connection, store }, () => undefined)).toBe(true)
})

async function objectStore() {
  const store = await startObjectStore()
  onTestFinished(() => store.stop())
  return store
}

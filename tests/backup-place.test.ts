import { readdirSync, readFileSync, statSync } from 'node:fs'
import { copyFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createS3FileStore } from '../server/adapters/s3/file-store.ts'
import type { ArchivePlace } from '../server/backup/archive-format.ts'
import { archivePlace } from '../server/backup/archive-place.ts'
import { readWholeArchive } from '../server/backup/archive-reader.ts'
import { newKey } from '../server/backup/encryption.ts'
import type { StoredObject } from '../server/backup/objects/place.ts'
import { checkFiles, sharedReader } from '../server/backup/objects/read-files.ts'
import { verifyCopy } from '../server/backup/restore.ts'
import { readConfig } from '../server/config.ts'
import { unfinishedListName } from '../server/features/site/backups/archive-names.ts'
import { backUpInto, restoreFrom, tempFolder } from './support/backup-fixture.ts'
import { startObjectStore } from './support/object-store.ts'
import { mountSmallDisk } from './support/small-disk.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

const day = (date: number) => `2026-03-${String(date).padStart(2, '0')}T03:30:00Z`
const files = 'tipdrop-files/tips.example.com'

/** An instance with sold files of 200 KB each, and a folder for its backups. */
async function placeFixture({ count = 3, folder }: { count?: number; folder?: string } = {}) {
  const w = await createTestApp()
  const creator = await w.creator()
  const sell = async (title: string) => {
    const item = await creator.publishFile({ title }, Buffer.from(title.padEnd(200_000, `${title} `)))
    await w.visitor().purchase(item.id)
    return item
  }
  for (let index = 1; index <= count; index++) await sell(`Song ${index}`)
  return { w, folder: folder ?? (await tempFolder()), sell }
}

/** The names of the objects in a place, without those that are not complete. */
const objectsIn = (folder: string, below = files) =>
  readdirSync(join(folder, below), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(bin|age)$/.test(name))
    .map((name) => join(folder, below, name))

const bytesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)

const intact = ({ connection, store }: Awaited<ReturnType<typeof restoreFrom>>) =>
  verifyCopy({ connection, store }, () => undefined)

/** What `npm run backup -- --check` finds in the files of an archive. */
async function lostIn(archive: string, key?: string) {
  const place = await archivePlace(archive, readConfig({}))
  const options = { place, key, onProgress: () => undefined }
  const { header, list } = await readWholeArchive(options)
  if (!list) throw new Error('The archive has its files.')
  const reader = await sharedReader(options, header)
  const lost = await checkFiles(list, reader, () => undefined).finally(() => list.remove())
  return {
    messages: lost.map(({ message }) => message),
    mark: () => Promise.all(lost.map(({ file }) => reader.markDamaged(file))),
  }
}

test('a second backup writes only what is new, and both restore whole', {
  tags: ['long'],
  timeout: 300_000,
}, async () => {
  const { w, folder, sell } = await placeFixture()

  const first = await backUpInto(w, { folder, at: day(1) })
  const bytesOfFirst = bytesIn(folder)
  await sell('Song 4')
  const second = await backUpInto(w, { folder, at: day(2) })
  const bytesOfSecond = bytesIn(folder) - bytesOfFirst
  console.log(`Bytes written: first backup ${bytesOfFirst}, second ${bytesOfSecond}`)

  expect(first.written.count).toBeGreaterThanOrEqual(3)
  expect(second.written).toEqual({ count: 1, bytes: 200_000 })
  expect(second.manifest.fileCount).toBe(first.manifest.fileCount + 1)
  expect(bytesOfFirst - bytesOfSecond).toBeGreaterThan(350_000)
  for (const { archive, manifest } of [first, second]) {
    const restored = await restoreFrom({ source: archive })
    expect(restored.result.manifest).toEqual(manifest)
    expect(await intact(restored)).toBe(true)
  }
})

/** Removes a file from the instance, as the garbage collection does with one that no item has. */
async function forget(w: TestApp, title: string) {
  const { rows } = await w.ports.pool.query<{ key: string }>(
    `update files set unreferenced_since = now() where id in
       (select p.file_id from content_parts p join content_items i on i.id = p.content_id where i.title = $1) returning key`,
    [title],
  )
  const [{ key } = { key: '' }] = rows
  await w.ports.fileStore.remove(key)
}

test('files that no archive has are removed, and those of an archive that a person made are kept', {
  tags: ['long'],
  timeout: 300_000,
}, async () => {
  const { w, folder } = await placeFixture()
  const scheduled = { folder, keep: 2 }

  await backUpInto(w, { ...scheduled, at: day(1) })
  await forget(w, 'Song 1')
  const byHand = await backUpInto(w, { folder, at: day(2) })
  await forget(w, 'Song 2')
  const third = await backUpInto(w, { ...scheduled, at: day(3) })
  expect(third.pruned).toEqual({ removed: 0, listsAlone: [] })
  const before = objectsIn(folder).length
  const fourth = await backUpInto(w, { ...scheduled, at: day(4) })

  // Only the archive of the first day had song 1; the one by hand still has song 2.
  expect(fourth.pruned).toEqual({ removed: 1, listsAlone: [] })
  expect(objectsIn(folder)).toHaveLength(before - 1)
  expect((await lostIn(byHand.archive)).messages).toEqual([])
  expect((await lostIn(fourth.archive)).messages).toEqual([])

  // An archive that was removed without its list keeps its files, which is said.
  await rm(byHand.archive)
  const fifth = await backUpInto(w, { ...scheduled, at: day(5) })
  const [list = ''] = fifth.pruned?.listsAlone ?? []
  expect(fifth.pruned).toEqual({
    removed: 0,
    listsAlone: ['tipdrop-tips.example.com-2026-03-02T033000Z.files.zst'],
  })
  await rm(join(folder, list))
  expect((await backUpInto(w, { ...scheduled, at: day(6) })).pruned).toEqual({ removed: 1, listsAlone: [] })
  // Of an archive whose list is lost nobody knows the files.
  await rm(join(folder, 'tipdrop-scheduled-tips.example.com-2026-03-06T033000Z.files.zst'))
  expect((await backUpInto(w, { ...scheduled, at: day(7) })).pruned).toMatchObject({
    removed: 0,
    kept: expect.stringContaining(
      'There is no tipdrop-scheduled-tips.example.com-2026-03-06T033000Z.files.zst',
    ),
  })
})

test('two instances in one place remove neither archives nor files of each other', {
  tags: ['long'],
  timeout: 300_000,
}, async () => {
  const production = await placeFixture()
  const staging = await placeFixture({ folder: production.folder })
  const { folder } = production
  const stagingUrl = 'https://staging.tips.example.com'

  const ours = await backUpInto(production.w, { folder, at: day(1), keep: 1 })
  const theirs = await backUpInto(staging.w, { folder, at: day(2), keep: 1, publicUrl: stagingUrl })
  await forget(staging.w, 'Song 1')
  for (const date of [3, 4])
    await backUpInto(staging.w, { folder, at: day(date), keep: 1, publicUrl: stagingUrl })

  expect((await lostIn(ours.archive)).messages).toEqual([])
  expect(await intact(await restoreFrom({ source: ours.archive }))).toBe(true)
  await expect(lostIn(theirs.archive)).rejects.toThrow('There is no file')
})

test('an encrypted place tells nothing by its names, and needs the identity only to read', {
  tags: ['long'],
  timeout: 300_000,
}, async () => {
  const { w, folder, sell } = await placeFixture()
  const { identity, recipient } = await newKey()

  await backUpInto(w, { folder, at: day(1), key: recipient })
  await sell('Song 4')
  const { archive, written } = await backUpInto(w, { folder, at: day(2), key: recipient })

  expect(written.count).toBe(1)
  expect(written.bytes).toBe(statSync(objectsIn(folder)[0] ?? '').size)
  const { rows } = await w.ports.pool.query<{ sha256: string }>('select sha256 from files')
  const names = objectsIn(folder).join(' ')
  for (const { sha256 } of rows) expect(names).not.toContain(sha256.slice(2))
  for (const object of objectsIn(folder)) {
    expect(readFileSync(object, 'latin1')).toMatch(/^age-encryption\.org\/v1/)
    expect(readFileSync(object).includes('Song')).toBe(false)
  }
  expect(await intact(await restoreFrom({ source: archive, key: identity }))).toBe(true)

  // Another key, or none, has files of its own.
  const plain = await backUpInto(w, { folder, at: day(3) })
  expect(plain.written.count).toBe(plain.manifest.fileCount)
  expect((await lostIn(archive, identity)).messages).toEqual([])
  expect((await lostIn(plain.archive, identity)).messages).toEqual([])
})

test('a missing and a damaged object are named, a restore leaves them out only if told to, and the next backup stores them again', {
  tags: ['long'],
  timeout: 300_000,
}, async () => {
  const { w, folder } = await placeFixture()
  const { archive } = await backUpInto(w, { folder, at: day(1) })
  const [missing = '', damaged = '', ...others] = objectsIn(folder).filter(
    (name) => statSync(name).size === 200_000,
  )
  await copyFile(others[0] ?? '', damaged)
  await rm(missing)
  const store = { ...w.ports.fileStore }

  const { messages, mark } = await lostIn(archive)
  expect(messages.toSorted()).toEqual([`${damaged} is damaged.`, `${missing} is missing.`].toSorted())
  await expect(restoreFrom({ source: archive })).rejects.toThrow(
    `A file of the backup can’t be restored. ${missing} is missing or has another size. Bring them back`,
  )
  await copyFile(others[0] ?? '', missing)
  await expect(restoreFrom({ source: archive })).rejects.toThrow('2 files of the backup can’t be restored.')
  const rest = await restoreFrom({ source: archive, skipDamaged: true })
  expect(rest.result.lostFiles).toHaveLength(2)
  expect(await intact(rest)).toBe(false)
  await rm(missing)

  await mark()
  const again = await backUpInto(w, { folder, at: day(2), store })
  expect(again.written.count).toBe(2)
  // The archive from before has its files again too.
  expect((await lostIn(archive)).messages).toEqual([])
  expect(await intact(await restoreFrom({ source: archive }))).toBe(true)
  expect((await backUpInto(w, { folder, at: day(3) })).written.count).toBe(0)
})

test('a file that is damaged in the store is in the archive, and beside it once it is whole again', {
  tags: ['long'],
  timeout: 300_000,
}, async () => {
  const { w, folder } = await placeFixture()
  const { rows } = await w.ports.pool.query<{ key: string }>('select key from files order by id')
  const [damaged = '', gone = ''] = rows.map(({ key }) => join(w.dataDir, 'files', key))
  const whole = readFileSync(damaged)
  await writeFile(damaged, 'x')
  await rename(gone, `${gone}-away`)

  const first = await backUpInto(w, { folder, at: day(1) })
  await writeFile(damaged, whole)
  await rename(`${gone}-away`, gone)
  const second = await backUpInto(w, { folder, at: day(2) })

  expect(first.manifest).toMatchObject({ damagedFiles: [rows[0]?.key], missingFiles: [rows[1]?.key] })
  expect(second.manifest).toMatchObject({ damagedFiles: [], missingFiles: [] })
  expect(second.written.count).toBe(2)
  expect(await intact(await restoreFrom({ source: second.archive }))).toBe(true)
})

test('a backup onto a disk that fills in the middle says so, leaves no archive, and the next one goes on', {
  tags: ['long'],
  timeout: 300_000,
}, async (context) => {
  const folder = await mountSmallDisk(context, 2)
  const { w } = await placeFixture({ count: 4, folder })
  const filler = join(folder, 'filler')
  await writeFile(filler, Buffer.alloc(1_600_000))

  await expect(backUpInto(w, { folder, at: day(1) })).rejects.toThrow(
    `The disk of ${folder} is full. Make room, or write the backup elsewhere.`,
  )
  expect(readdirSync(folder).toSorted()).toEqual(['filler', 'tipdrop-files'])
  const kept = objectsIn(folder).length
  expect(kept).toBeGreaterThan(0)
  await rm(filler)

  const { archive, written, manifest } = await backUpInto(w, { folder, at: day(1) })
  expect(written.count).toBe(manifest.fileCount - kept)
  expect(await intact(await restoreFrom({ source: archive }))).toBe(true)
})

test('what a killed backup leaves is settled by the next one', {
  tags: ['long'],
  timeout: 300_000,
}, async () => {
  const { w, folder } = await placeFixture()
  const { archive } = await backUpInto(w, { folder, at: day(1), keep: 2 })
  const [list = ''] = readdirSync(folder).filter((name) => name.endsWith('.files.zst'))
  // Killed after the archive was complete, and another before it was. Both left a part of a file.
  await rename(join(folder, list), join(folder, unfinishedListName(list)))
  await writeFile(join(folder, unfinishedListName(list.replace('03-01', '03-02'))), '')
  const [object = ''] = objectsIn(folder)
  await writeFile(`${object}.8b9c7cc1-0b3e-4a38-9d2e-1f0b6f1a4c55.part`, 'x')
  await writeFile(join(folder, files, 'notes.txt'), 'not ours')

  const { pruned } = await backUpInto(w, { folder, at: day(3), keep: 2 })

  expect(pruned).toEqual({ removed: 1, listsAlone: [] })
  expect(readdirSync(folder).filter((name) => name.includes('.files.zst'))).toHaveLength(2)
  expect(readdirSync(join(folder, files))).toContain('notes.txt')
  expect((await lostIn(archive)).messages).toEqual([])
})

async function stored(place: ArchivePlace) {
  const objects: Array<StoredObject> = []
  for await (const object of place.objects().list('tipdrop-files/localhost-3000')) objects.push(object)
  return objects
}

test('a place may be a bucket, also of the files', { tags: ['long'], timeout: 300_000 }, async () => {
  const objects = await startObjectStore()
  onTestFinished(() => objects.stop())
  const bucket = await objects.newBucket()
  const env = {
    BACKUP_S3_ENDPOINT: bucket.endpoint,
    BACKUP_S3_REGION: bucket.region,
    BACKUP_S3_ACCESS_KEY_ID: bucket.accessKeyId,
    BACKUP_S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
  }
  const store = createS3FileStore(bucket, { presignedUrlsEnabled: false })
  const w = await createTestApp({ env, files: store })
  const item = await (await w.creator()).publishFile({ title: 'Loops' })
  await w.visitor().purchase(item.id)
  const folder = `s3://${bucket.bucket}/backups`
  const backUp = (date: number) =>
    backUpInto(w, { folder, at: day(date), keep: 1, publicUrl: 'http://localhost:3000' })

  const first = await backUp(1)
  const second = await backUp(2)

  expect(first.written.count).toBe(first.manifest.fileCount)
  expect(second.written.count).toBe(0)
  expect(second.manifest).toEqual({
    ...first.manifest,
    ...second.manifest,
    fileCount: first.manifest.fileCount,
  })
  const place = await archivePlace(second.archive, w.ports.config)
  expect(await place.siblings()).toHaveLength(2)
  const restored = await restoreFrom({ source: second.archive, place })
  expect(await intact(restored)).toBe(true)

  const [{ name } = { name: '' }] = await stored(place)
  await place.objects().remove(name)
  expect(await place.objects().sizeOf(name)).toBe(undefined)
  await expect(restoreFrom({ source: second.archive, place })).rejects.toThrow(
    'is missing or has another size',
  )
})

import { join } from 'node:path'
import { Readable } from 'node:stream'
import type pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createDiskFileStore } from '../server/adapters/disk/file-store.ts'
import { createS3FileStore } from '../server/adapters/s3/file-store.ts'
import { moveDatabase, undoMove } from '../server/backup/move-database.ts'
import { copyFiles, deleteMovedFiles } from '../server/backup/move-files.ts'
import { verifyCopy } from '../server/backup/restore.ts'
import { sourceFolders } from '../server/db/migration-folders.ts'
import {
  backUp,
  connect,
  connectionOf,
  emptyDatabase,
  restoreFrom,
  smallInstance,
  tableHashes,
} from './support/backup-fixture.ts'
import { startObjectStore } from './support/object-store.ts'
import { createTestApp } from './support/test-app.ts'

const onProgress = () => undefined

/** The data and files of an instance that is not running, and an empty database. */
async function stoppedInstance() {
  const { w, archive } = await smallInstance()
  await backUp(w, { target: archive })
  const { connection: source, store, dataDir } = await restoreFrom({ source: archive })
  const target = await emptyDatabase()
  const move = (from: pg.ClientConfig = source) =>
    moveDatabase({
      source: from,
      target,
      targetName: 'db.example.com/tips',
      folders: sourceFolders,
      onProgress,
    })
  return { w, source, target, store, dataDir, move }
}

function withoutInstance(hashes: Record<string, string>) {
  return { ...hashes, 'public.instance': '' }
}

test('a moved database has every row, verifies, and no process starts on the old one until that is undone', {
  tags: ['long'],
}, async () => {
  const { source, target, store, move } = await stoppedInstance()
  const before = await tableHashes(source)

  await move()

  expect(withoutInstance(await tableHashes(target))).toEqual(withoutInstance(before))
  expect(await verifyCopy({ connection: target, store }, onProgress)).toBe(true)
  await expect(createTestApp({ database: source })).rejects.toThrow(
    'This database was moved to db.example.com/tips',
  )
  await createTestApp({ database: target })
  await expect(move()).rejects.toThrow('The database was already moved to db.example.com/tips')

  expect(await undoMove(source)).toBe('db.example.com/tips')
  await createTestApp({ database: source })
})

test('the database of a running instance is not moved', async () => {
  const { w } = await smallInstance()
  const target = await emptyDatabase()
  const options = { targetName: 'elsewhere', folders: sourceFolders, onProgress }

  await expect(moveDatabase({ source: connectionOf(w), target, ...options })).rejects.toThrow(
    'The instance is running.',
  )

  expect(await tableHashes(target)).toEqual({})
})

test('a move that was cut off after its copy is completed, unless the instance was used since', {
  tags: ['long'],
}, async () => {
  const { source, target, move } = await stoppedInstance()
  await move()
  const [from, to] = [await connect(source), await connect(target)]
  const cutOff = async () => {
    await from.query('update instance set moved_to = null')
    await to.query(`update instance set restoring_from = 'a move'`)
  }

  await cutOff()
  await expect(createTestApp({ database: target })).rejects.toThrow('was cut off')
  await move()
  await cutOff()
  await from.query(`update content_items set title = 'Changed'`)

  await expect(move()).rejects.toThrow(
    'The instance has been used since a move was cut off ("public"."content_items")',
  )
})

test('files move to an object store and back, also after an interruption, and the old ones are deleted when confirmed', {
  tags: ['long'],
}, async () => {
  const { source, store: disk, dataDir } = await stoppedInstance()
  const objects = await startObjectStore()
  onTestFinished(() => objects.stop())
  const bucket = createS3FileStore(await objects.newBucket(), { presignedUrlsEnabled: false })
  await disk.put('previews/one', Readable.from([Buffer.from('a picture')]), { maxBytes: 100 })
  await disk.put('cards/one', Readable.from([Buffer.from('a cache')]), { maxBytes: 100 })
  const client = await connect(source)
  let count = 0
  const breaking: typeof bucket = {
    ...bucket,
    put: (...args) => (count++ > 0 ? Promise.reject(new Error('The connection broke')) : bucket.put(...args)),
  }

  await expect(copyFiles({ from: disk, to: breaking, onProgress })).rejects.toThrow('The connection broke')
  await expect(deleteMovedFiles({ from: disk, to: bucket, onProgress }, client)).rejects.toThrow(
    'Nothing was deleted',
  )
  expect(await copyFiles({ from: disk, to: bucket, onProgress })).toEqual({ copied: 1, present: 1 })
  expect(await verifyCopy({ connection: source, store: bucket }, onProgress)).toBe(true)
  expect(await deleteMovedFiles({ from: disk, to: bucket, onProgress }, client)).toBe(3)
  for await (const { key } of disk.list('')) expect.unreachable(`${key} is still there`)

  const other = createDiskFileStore(join(dataDir, 'other'))
  expect(await copyFiles({ from: bucket, to: other, onProgress })).toEqual({ copied: 2, present: 0 })
  expect(await verifyCopy({ connection: source, store: other }, onProgress)).toBe(true)
})

test('a copy with other bytes stops the move, and the old files stay', { tags: ['long'] }, async () => {
  const { source, store: disk, dataDir } = await stoppedInstance()
  const other = createDiskFileStore(join(dataDir, 'other'))
  for await (const { key } of disk.list('files/'))
    await other.put(key, Readable.from([Buffer.from('something else')]), { maxBytes: 100 })

  await expect(copyFiles({ from: disk, to: other, onProgress })).rejects.toThrow('with other contents')
  await expect(
    deleteMovedFiles({ from: disk, to: other, onProgress }, await connect(source)),
  ).rejects.toThrow('Nothing was deleted')
})

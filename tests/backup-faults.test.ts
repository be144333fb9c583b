import { appendFile, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { createDiskFileStore } from '../server/adapters/disk/file-store.ts'
import { archivePlace } from '../server/backup/archive-place.ts'
import type { FileStore } from '../server/ports/file-store.ts'
import { backUp, emptyDatabase, restoreFrom, smallInstance, tableHashes } from './support/backup-fixture.ts'
import { mountSmallDisk } from './support/small-disk.ts'

test('a damaged or cut-off archive is rejected before anything is written', { tags: ['long'] }, async () => {
  const { w, archive } = await smallInstance()
  await backUp(w, { target: archive })
  const { size } = await stat(archive)
  const connection = await emptyDatabase()
  const restoreOver = () => restoreFrom({ source: archive, connection })

  const bytes = await readFile(archive)
  const offset = contentOffset(bytes, size / 2)
  bytes.writeUInt8(bytes.readUInt8(offset) ^ 1, offset)
  await writeFile(archive, bytes)
  await expect(restoreOver()).rejects.toThrow(/The archive is (damaged|incomplete)/)

  await truncate(archive, Math.floor(size / 3))
  await expect(restoreOver()).rejects.toThrow('The archive is incomplete')

  await writeFile(archive, 'no archive at all')
  await expect(restoreOver()).rejects.toThrow('This is not a backup of Tipdrop')
  expect(await tableHashes(connection)).toEqual({})
})

test('a restore overwrites neither a database nor files', { tags: ['long'] }, async () => {
  const { w, archive } = await smallInstance()
  await backUp(w, { target: archive })
  const { connection, dataDir, store } = await restoreFrom({ source: archive })

  await expect(restoreFrom({ source: archive, connection })).rejects.toThrow('The database is not empty.')
  await expect(restoreFrom({ source: archive, dataDir })).rejects.toThrow('The file store is not empty')

  const again = await restoreFrom({ source: archive, store, dataDir, storeContents: 'may-have-files' })
  expect(again.result.presentFiles).toBe(again.result.manifest.fileCount)
})

test('a missing and a damaged file are named, and the rest is backed up', { tags: ['long'] }, async () => {
  const { w, archive } = await smallInstance()
  const item = await (await w.creator('zoe@example.com')).publishFile({ title: 'Bread' })
  await w.visitor().purchase(item.id)
  const { rows } = await w.ports.pool.query<{ key: string }>('select key from files order by id')
  const [missing = '', damaged = ''] = rows.map(({ key }) => key)
  await rename(join(w.dataDir, 'files', missing), join(w.dataDir, 'gone'))
  await writeFile(join(w.dataDir, 'files', damaged), 'x')

  const { manifest } = await backUp(w, { target: archive })

  expect(manifest).toMatchObject({ missingFiles: [missing], damagedFiles: [damaged] })
})

test('a backup that fails leaves no file, and an existing file is not overwritten', async () => {
  const { w, archive } = await smallInstance()
  const failing = {
    ...w.ports.fileStore,
    open: async () =>
      Readable.from(
        (async function* () {
          yield Buffer.from('a')
          throw new Error('The store broke')
        })(),
      ),
  }

  await expect(backUp(w, { target: archive, store: failing })).rejects.toThrow('The store broke')
  await expect(stat(archive)).rejects.toThrow('ENOENT')
  await expect(stat(`${archive}.part`)).rejects.toThrow('ENOENT')

  await writeFile(archive, 'mine')
  await expect(backUp(w, { target: archive })).rejects.toThrow('A backup overwrites nothing')
  expect(await readFile(archive, 'utf8')).toBe('mine')
})

test('a restore onto a full disk says so, and completes when there is room', {
  tags: ['long'],
}, async (context) => {
  const { w, archive } = await smallInstance()
  await backUp(w, { target: archive })
  const dataDir = await mountSmallDisk(context, 4)
  const connection = await emptyDatabase()
  const filler = join(dataDir, 'filler')
  const store = createDiskFileStore(join(dataDir, 'files'))
  const full: FileStore = {
    ...store,
    // Full when the first file arrives, after the database.
    async put(...args) {
      await fillDisk(filler)
      return store.put(...args)
    },
  }

  await expect(restoreFrom({ source: archive, connection, dataDir, store: full })).rejects.toThrow(
    'The file store is full. Make room in it and run the same command again',
  )
  await rm(filler)

  const { result } = await restoreFrom({ source: archive, connection, dataDir, store })
  expect(result.manifest.fileCount).toBeGreaterThan(0)
})

/** Writes a file until its disk is full. */
async function fillDisk(file: string): Promise<void> {
  const bytes = Buffer.alloc(16 * 1024)
  for (;;) {
    const error = await appendFile(file, bytes).catch((caught: unknown) => caught)
    if (Object(error).code === 'ENOSPC') return
    if (error) throw error
  }
}

test('a backup with migrations of a newer version is rejected before anything is written', {
  tags: ['long'],
}, async () => {
  const { w, archive } = await smallInstance()
  await w.ports.pool.query(
    `insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 4102444800000)`,
  )
  await backUp(w, { target: archive })
  // Later tests use this database again.
  await w.ports.pool.query(`delete from drizzle.__drizzle_migrations where hash = 'later'`)
  const connection = await emptyDatabase()

  await expect(restoreFrom({ source: archive, connection })).rejects.toThrow(
    'The data is from a newer version of Tipdrop.',
  )

  expect(await tableHashes(connection)).toEqual({})
})

test('an object store that stops in the middle of an archive leaves the database empty', {
  tags: ['long'],
}, async () => {
  const { w, archive } = await smallInstance()
  await backUp(w, { target: archive })
  const whole = await archivePlace(archive, w.ports.config)
  const connection = await emptyDatabase()
  let reads = 0
  const place = {
    ...whole,
    // The check reads the whole archive first; the store stops when it is read again.
    async open() {
      const bytes = await whole.open()
      return reads++ === 0 ? bytes : Readable.from(half(bytes))
    },
  }

  await expect(restoreFrom({ source: archive, connection, place })).rejects.toThrow(
    'The object store stopped sending',
  )

  expect(await tableHashes(connection)).toEqual({})
})

/** The first bytes of a stream, and then an error. */
async function* half(bytes: AsyncIterable<Buffer>) {
  for await (const chunk of bytes) {
    yield chunk.subarray(0, chunk.length / 2)
    throw new Error('The object store stopped sending')
  }
}

/** The first byte of the last object of a tar file that begins before an offset. Between objects are unused bytes. */
function contentOffset(tar: Buffer, before: number): number {
  let found = 0
  for (let header = 0; header + 512 < before; ) {
    const size = Number.parseInt(tar.toString('latin1', header + 124, header + 135), 8)
    if (size > 0) found = header + 512
    header += 512 + Math.ceil(size / 512) * 512
  }
  return found
}

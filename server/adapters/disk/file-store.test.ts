import { mkdir, mkdtemp, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, expect, test } from 'vitest'
import { mountSmallDisk } from '../../../tests/support/small-disk.ts'
import { fileStoreContractTests } from '../../ports/file-store.contract-test.ts'
import { StorageFullError, StoreUnavailableError } from '../../ports/file-store.ts'
import { createDiskFileStore } from './file-store.ts'
import { storeError } from './io.ts'

const roots: Array<string> = []
async function newRoot() {
  const root = await mkdtemp(join(tmpdir(), 'tipdrop-disk-'))
  roots.push(root)
  return root
}
afterAll(() => Promise.all(roots.map((root) => rm(root, { recursive: true }))))

fileStoreContractTests('files on the disk', async () => createDiskFileStore(join(await newRoot(), 'files')))

const largeLimit = { maxBytes: 1_000_000_000 }

test('the folder of incoming files is empty after success and failure', async () => {
  const root = await newRoot()
  const store = createDiskFileStore(root)

  await store.put('a', Readable.from([Buffer.from('x')]), largeLimit)
  await store.put('a', Readable.from([Buffer.from('x')]), largeLimit).catch(() => undefined)
  await store.put('b', Readable.from([Buffer.from('xx')]), { maxBytes: 1 }).catch(() => undefined)

  expect(await readdir(join(root, '.incoming'))).toEqual([])
  expect((await readdir(root)).sort()).toEqual(['.incoming', 'a'])
})

test('only the owner can read a stored file', async () => {
  const root = await newRoot()

  await createDiskFileStore(root).put('kept/a', Readable.from([Buffer.from('x')]), largeLimit)

  expect((await stat(join(root, 'kept/a'))).mode & 0o077).toBe(0)
  expect((await stat(join(root, 'kept'))).mode & 0o077).toBe(0)
})

test('files left by a crash are removed a day later, and files of uploads in progress are not', async () => {
  const root = await newRoot()
  await mkdir(join(root, '.incoming'))
  await writeFile(join(root, '.incoming/old'), 'half')
  await writeFile(join(root, '.incoming/new'), 'half')
  const yesterday = new Date(Date.now() - 25 * 3_600_000)
  await utimes(join(root, '.incoming/old'), yesterday, yesterday)

  await createDiskFileStore(root).put('a', Readable.from([]), largeLimit)

  expect(await readdir(join(root, '.incoming'))).toEqual(['new'])
})

test('every method throws StoreUnavailableError while the folder is missing, and works when it is back', async () => {
  const root = join(await newRoot(), 'files')
  const store = createDiskFileStore(root)
  const bytes = () => Readable.from([Buffer.from('x')])
  const appending = { offset: 0, size: 1, onStored: () => undefined, saveState: async () => undefined }
  await store.put('files/a', bytes(), largeLimit)
  await rename(root, `${root}-away`)

  const calls = {
    put: () => store.put('files/b', bytes(), largeLimit),
    open: () => store.open('files/a'),
    remove: () => store.remove('files/a'),
    append: () => store.append({ key: 'files/c', storeState: '' }, bytes(), appending),
    uploadedBytes: () => store.uploadedBytes({ key: 'files/c', storeState: '' }),
    complete: () => store.complete({ key: 'files/c', storeState: '' }),
    abort: () => store.abort({ key: 'files/c', storeState: '' }),
    abortStaleUploads: () => store.abortStaleUploads(new Date()),
    freeSpace: () => store.freeSpace?.(),
  }
  for (const [name, call] of Object.entries(calls))
    await expect(call(), name).rejects.toThrow(StoreUnavailableError)
  await rename(`${root}-away`, root)

  expect(await store.append({ key: 'files/c', storeState: '' }, bytes(), appending)).toBe(1)
  const back = await store.open('files/a')
  back?.destroy()
  expect(back).toBeDefined()
})

test.each(['EIO', 'EROFS', 'EACCES', 'ENOTCONN'])('a disk error %s throws StoreUnavailableError', (code) => {
  expect(storeError(Object.assign(new Error('broken'), { code }))).toBeInstanceOf(StoreUnavailableError)
})

test('the free space is that of the disk', async () => {
  const store = createDiskFileStore(await newRoot())

  const space = await store.freeSpace?.()

  expect(space?.freeBytes).toBeGreaterThan(0)
  expect(space?.totalBytes).toBeGreaterThan(space?.freeBytes ?? 0)
})

test('a full disk throws StorageFullError, leaves nothing and works again', async (context) => {
  const store = createDiskFileStore(await mountSmallDisk(context, 2))

  const tooMuch = store.put('a', Readable.from([Buffer.alloc(3_000_000)]), largeLimit)

  await expect(tooMuch).rejects.toThrow(StorageFullError)
  expect(await store.open('a')).toBeUndefined()
  expect((await store.put('a', Readable.from([Buffer.alloc(1_000_000)]), largeLimit)).size).toBe(1_000_000)
})

import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, expect, test } from 'vitest'
import { StorageFull } from '../ports/file-store.ts'
import { fileStoreSuite } from '../ports/file-store-suite.ts'
import { diskStore } from './disk.ts'

const roots: Array<string> = []
async function newRoot() {
  const root = await mkdtemp(join(tmpdir(), 'tipdrop-disk-'))
  roots.push(root)
  return root
}
afterAll(() => Promise.all(roots.map((root) => rm(root, { recursive: true }))))

fileStoreSuite('files on the disk', async () => diskStore(join(await newRoot(), 'files')))

const roomy = { maxBytes: 1_000_000_000 }

test('nothing is left in the folder of arriving files, after success or failure', async () => {
  const root = await newRoot()
  const store = diskStore(root)

  await store.put('a', Readable.from([Buffer.from('x')]), roomy)
  await store.put('a', Readable.from([Buffer.from('x')]), roomy).catch(() => undefined)
  await store.put('b', Readable.from([Buffer.from('xx')]), { maxBytes: 1 }).catch(() => undefined)

  expect(await readdir(join(root, '.incoming'))).toEqual([])
  expect((await readdir(root)).sort()).toEqual(['.incoming', 'a'])
})

test('only the owner may read a stored file', async () => {
  const root = await newRoot()

  await diskStore(root).put('kept/a', Readable.from([Buffer.from('x')]), roomy)

  expect((await stat(join(root, 'kept/a'))).mode & 0o077).toBe(0)
  expect((await stat(join(root, 'kept'))).mode & 0o077).toBe(0)
})

test('what a crash left behind is removed a day later, what is still arriving is not', async () => {
  const root = await newRoot()
  await mkdir(join(root, '.incoming'))
  await writeFile(join(root, '.incoming/old'), 'half')
  await writeFile(join(root, '.incoming/new'), 'half')
  const yesterday = new Date(Date.now() - 25 * 3_600_000)
  await utimes(join(root, '.incoming/old'), yesterday, yesterday)

  await diskStore(root).put('a', Readable.from([]), roomy)

  expect(await readdir(join(root, '.incoming'))).toEqual(['new'])
})

const smallDisk = mountSmallDisk(await newRoot())

test.skipIf(!smallDisk)('a full disk is StorageFull, leaves nothing and works again', async () => {
  const store = diskStore(String(smallDisk))
  try {
    const tooMuch = store.put('a', Readable.from([Buffer.alloc(3_000_000)]), roomy)

    await expect(tooMuch).rejects.toThrow(StorageFull)
    expect(await store.open('a')).toBeUndefined()
    expect((await store.put('a', Readable.from([Buffer.alloc(1_000_000)]), roomy)).size).toBe(1_000_000)
  } finally {
    execFileSync('umount', ['-l', String(smallDisk)])
  }
})

/** A disk of 2 MB in memory, where this user may mount one. */
function mountSmallDisk(folder: string): string | undefined {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', folder], { stdio: 'ignore' })
    return folder
  } catch {
    return undefined
  }
}

import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FileStore } from '../ports/file-store.ts'
import { createDiskFileStore } from './disk-file-store.ts'
import { freeChunks } from './free-chunks.ts'

const chunkBytes = 400_000
let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'tipdrop-chunks-'))
})
afterAll(() => rm(root, { recursive: true }))

/** Three blocks of a store: each chunk has its own memory. */
function someChunks(): Array<Buffer<ArrayBuffer>> {
  return Array.from({ length: 8 }, (_, index) => Buffer.from(new ArrayBuffer(chunkBytes)).fill(index))
}

test('the memory of a chunk is freed, and that of a chunk which is a part of it is not', () => {
  const whole = Buffer.from(new ArrayBuffer(8))
  const part = Buffer.from(new ArrayBuffer(8)).subarray(0, 7)

  freeChunks([whole, part])

  expect(whole.buffer.detached).toBe(true)
  expect(part.buffer.detached).toBe(false)
})

type Write = (store: FileStore, bytes: Readable, options: { ownsChunks?: boolean }) => Promise<unknown>
const writes: Array<[string, Write]> = [
  ['put', (store, bytes, options) => store.put('a/put', bytes, { maxBytes: 8 * chunkBytes, ...options })],
  [
    'append',
    async (store, bytes, options) => {
      const appending = {
        offset: 0,
        size: 8 * chunkBytes,
        onStored: () => undefined,
        saveState: async () => undefined,
      }
      await store.append({ key: 'a/append', storeState: '' }, bytes, { ...appending, ...options })
      await store.complete({ key: 'a/append', storeState: '' })
    },
  ],
]

test.each(writes)('%s frees the chunks that it owns, and stores their bytes', async (name, write) => {
  const expected = Buffer.concat(someChunks())
  const chunks = someChunks()

  await write(createDiskFileStore(root), Readable.from(chunks), { ownsChunks: true })

  expect(chunks.map(({ buffer }) => buffer.detached)).toEqual(chunks.map(() => true))
  expect((await readFile(join(root, `a/${name}`))).equals(expected)).toBe(true)
})

test.each(writes)('%s leaves the chunks of a caller who may still use them', async (name, write) => {
  const chunks = someChunks()
  const folder = join(root, 'kept')

  await write(createDiskFileStore(folder), Readable.from(chunks), {})

  expect(chunks.map(({ buffer }) => buffer.detached)).toEqual(chunks.map(() => false))
  expect((await readFile(join(folder, `a/${name}`))).equals(Buffer.concat(chunks))).toBe(true)
})

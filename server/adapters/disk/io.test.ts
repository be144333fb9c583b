import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import type { FileStore } from '../../ports/file-store.ts'
import { createDiskFileStore } from './file-store.ts'
import { type Block, blocksOf, freeBlock, writeFully } from './io.ts'

const chunks = ['one', 'two', 'three', 'four'].map((text) => Buffer.from(text))

async function collect(bytes: AsyncIterable<Block>): Promise<Array<Block>> {
  const blocks: Array<Block> = []
  for await (const block of bytes) blocks.push(block)
  return blocks
}

test('blocks are the received chunks without a copy', async () => {
  const blocks = await collect(blocksOf(Readable.from(chunks), 6))

  expect(blocks.map(({ length }) => length)).toEqual([6, 9])
  for (const [index, chunk] of blocks.flatMap((block) => block.chunks).entries())
    expect(chunk.buffer).toBe(chunks[index]?.buffer)
})

test('a block is written whole when the disk takes a few bytes at a time', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tipdrop-disk-io-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const handle = await open(join(folder, 'file'), 'w+')
  let writes = 0
  const partial = Object.assign(Object.create(handle), {
    async writev(all: Array<Buffer>, at: number) {
      writes += 1
      return handle.write(Buffer.concat(all).subarray(0, 4), 0, undefined, at)
    },
  })

  await writeFully(partial, { chunks, length: 15 }, 0)
  await handle.close()

  expect(await readFile(join(folder, 'file'), 'utf8')).toBe('onetwothreefour')
  expect(writes).toBe(4)
})

test('the memory of a chunk is freed, and that of a chunk which is a part of it is not', () => {
  const whole = Buffer.from(new ArrayBuffer(8))
  const part = Buffer.from(new ArrayBuffer(8)).subarray(0, 7)

  freeBlock({ chunks: [whole, part], length: 15 })

  expect([whole.buffer.detached, part.buffer.detached]).toEqual([true, false])
})

const size = 3_200_000
type Write = (store: FileStore, bytes: Readable, options: { ownsChunks?: boolean }) => Promise<unknown>
const writes: Array<[string, Write]> = [
  ['put', (store, bytes, options) => store.put('a/file', bytes, { maxBytes: size, ...options })],
  [
    'append',
    async (store, bytes, options) => {
      const upload = { key: 'a/file', storeState: '' }
      const appending = { offset: 0, size, onStored: () => undefined, saveState: async () => undefined }
      await store.append(upload, bytes, { ...appending, ...options })
      await store.complete(upload)
    },
  ],
]

test.each(writes)('%s frees the chunks that nobody else uses, and no others', async (_, write) => {
  for (const ownsChunks of [true, false]) {
    const root = await mkdtemp(join(tmpdir(), 'tipdrop-chunks-'))
    onTestFinished(() => rm(root, { recursive: true }))
    const chunksOfFile = Array.from({ length: 8 }, (__, index) =>
      Buffer.from(new ArrayBuffer(size / 8)).fill(index),
    )
    const expected = Buffer.concat(chunksOfFile)

    await write(createDiskFileStore(root), Readable.from(chunksOfFile), { ownsChunks })

    expect(chunksOfFile.map(({ buffer }) => buffer.detached)).toEqual(Array(8).fill(ownsChunks))
    expect((await readFile(join(root, 'a/file'))).equals(expected)).toBe(true)
  }
})

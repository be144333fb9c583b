import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { type Block, blocksOf, writeFully } from './io.ts'

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

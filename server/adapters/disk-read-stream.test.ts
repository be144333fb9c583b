import { randomBytes } from 'node:crypto'
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { diskReadStream, maxReadBytes, minReadBytes } from './disk-read-stream.ts'

const bytes = randomBytes(8 * maxReadBytes + 77)

/** An open file, and the lengths of its reads. */
async function openFile() {
  const folder = await mkdtemp(join(tmpdir(), 'tipdrop-disk-read-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'file'), bytes)
  const handle = await open(join(folder, 'file'))
  const reads: Array<number> = []
  const read = handle.read.bind(handle)
  vi.spyOn(handle, 'read').mockImplementation(((...args: [Buffer, number, number, number]) => {
    reads.push(args[2])
    return read(...args)
  }) as typeof handle.read)
  return { handle, reads }
}

test('the whole file and a range have the bytes of the file', async () => {
  const range = { start: 100, end: 3 * maxReadBytes }

  expect((await buffer(diskReadStream((await openFile()).handle))).equals(bytes)).toBe(true)
  expect(
    (await buffer(diskReadStream((await openFile()).handle, range))).equals(
      bytes.subarray(range.start, range.end + 1),
    ),
  ).toBe(true)
})

test('a fast receiver gets more bytes with each read, up to a limit', async () => {
  vi.spyOn(performance, 'now').mockReturnValue(5)
  onTestFinished(() => void vi.restoreAllMocks())
  const { handle, reads } = await openFile()

  await buffer(diskReadStream(handle))

  expect(reads.slice(0, 4)).toEqual([2 * minReadBytes, 4 * minReadBytes, maxReadBytes, maxReadBytes])
})

test('a slow receiver gets few bytes with each read', async () => {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 1_000
    return now
  })
  onTestFinished(() => void vi.restoreAllMocks())
  const { handle, reads } = await openFile()

  await buffer(diskReadStream(handle))

  expect(new Set(reads)).toEqual(new Set([minReadBytes]))
})

test('a stream that is destroyed closes its file', async () => {
  const { handle } = await openFile()
  const stream = diskReadStream(handle)

  stream.destroy()

  await vi.waitFor(() => expect(handle.fd).toBe(-1), { timeout: 10_000 })
})

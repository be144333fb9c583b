import { randomBytes } from 'node:crypto'
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { DamagedFileError } from '../../ports/file-store.ts'
import { diskReadStream, maxBlockBytes, minBlockBytes } from './read-stream.ts'

const bytes = randomBytes(8 * maxBlockBytes + 77)

const wholeFile = { start: 0, end: bytes.length - 1 }

beforeEach(() => void vi.restoreAllMocks())

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

/** Requests the file from a server that pipes it to the response. */
async function requestFile(range = wholeFile) {
  const { handle, reads } = await openFile()
  const stream = diskReadStream(handle, range)
  const server = createServer((_, response) => stream.pipe(response))
  onTestFinished(() => void server.close())
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const response = await new Promise<IncomingMessage>((received, failed) =>
    get({ port, host: '127.0.0.1', agent: false }, received).on('error', failed),
  )
  return { response, stream, handle, reads }
}

test('the whole file and a range have the bytes of the file', async () => {
  const range = { start: 100, end: 3 * maxBlockBytes }
  const part = bytes.subarray(range.start, range.end + 1)

  expect((await buffer(diskReadStream((await openFile()).handle, wholeFile))).equals(bytes)).toBe(true)
  expect((await buffer(diskReadStream((await openFile()).handle, range))).equals(part)).toBe(true)
  expect((await buffer((await requestFile()).response)).equals(bytes)).toBe(true)
  expect((await buffer((await requestFile(range)).response)).equals(part)).toBe(true)
})

test('responses at once, some of them slow and some left by their client, share no bytes', async () => {
  const slowly = async (response: IncomingMessage) => {
    const chunks: Array<Buffer> = []
    for await (const chunk of response) {
      chunks.push(chunk)
      if (chunks.length % 16 === 0) await sleep(5)
    }
    return Buffer.concat(chunks)
  }
  const leave = async (response: IncomingMessage) => {
    await new Promise((received) => response.once('data', received))
    response.destroy()
  }
  const downloads = await Promise.all(Array.from({ length: 12 }, () => requestFile()))

  const received = await Promise.all(
    downloads.map(({ response }, index) => {
      if (index % 3 === 0) return leave(response)
      return index % 3 === 1 ? slowly(response) : buffer(response)
    }),
  )

  for (const all of received.filter((one) => one !== undefined)) expect(all.equals(bytes)).toBe(true)
})

test('a second download uses the memory of the first one', async () => {
  vi.spyOn(performance, 'now').mockReturnValue(5)
  await buffer((await requestFile()).response)
  const allocated = vi.spyOn(Buffer, 'allocUnsafeSlow')

  await buffer((await requestFile()).response)

  expect(allocated.mock.calls.filter(([size]) => size >= minBlockBytes)).toEqual([])
})

test('a fast client gets more bytes with each read, up to a limit', async () => {
  vi.spyOn(performance, 'now').mockReturnValue(5)
  const { response, reads } = await requestFile()

  await buffer(response)

  const sizes = [minBlockBytes, 2 * minBlockBytes, 4 * minBlockBytes, maxBlockBytes]
  expect(reads.filter((size, index) => size !== reads[index - 1]).slice(0, 4)).toEqual(sizes)
  expect(Math.max(...reads)).toBe(maxBlockBytes)
})

test('a slow client gets few bytes with each read', async () => {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 1_000
    return now
  })
  const { response, reads } = await requestFile()

  await buffer(response)

  // The last block has the rest.
  expect(new Set(reads)).toEqual(new Set([minBlockBytes, bytes.length % minBlockBytes]))
})

test('a client that reads nothing gets no more than what the sockets hold', async () => {
  const { response, reads } = await requestFile({ start: 0, end: bytes.length - 1 })
  await vi.waitFor(() => expect(reads.length).toBeGreaterThan(0))
  let before = -1
  for (; before !== reads.length; await sleep(200)) before = reads.length
  const read = reads.reduce((sum, length) => sum + length, 0)

  expect(read).toBeLessThan(bytes.length)
  expect((await buffer(response)).equals(bytes)).toBe(true)
})

test('a receiver that is no response may keep what it gets', async () => {
  const { handle } = await openFile()

  const kept = diskReadStream(handle, wholeFile).pipe(new PassThrough({ highWaterMark: 2 * bytes.length }))
  await sleep(100)

  expect((await buffer(kept)).equals(bytes)).toBe(true)
})

test('a stream that is destroyed closes its file', async () => {
  const { handle } = await openFile()

  diskReadStream(handle, wholeFile).destroy()

  await vi.waitFor(() => expect(handle.fd).toBe(-1), { timeout: 10_000 })
})

test('a client that leaves closes the file', async () => {
  const { response, handle } = await requestFile()

  response.destroy()

  await vi.waitFor(() => expect(handle.fd).toBe(-1), { timeout: 10_000 })
})

test('a response that has ended closes its file, and the stream ends', async () => {
  const { response, stream, handle } = await requestFile()
  const ended = vi.fn()
  stream.once('end', ended)

  await buffer(response)

  await vi.waitFor(() => expect(handle.fd).toBe(-1), { timeout: 10_000 })
  expect(ended).toHaveBeenCalled()
})

test('a file that is cut while it is read fails, for a response too', async () => {
  const { handle } = await openFile()
  const { response, stream } = await requestFile({ start: 0, end: bytes.length })
  stream.on('error', () => undefined)

  await expect(buffer(diskReadStream(handle, { start: 0, end: bytes.length }))).rejects.toThrow(
    DamagedFileError,
  )
  response.on('error', () => undefined).resume()
  await vi.waitFor(() => expect(stream.errored).toBeInstanceOf(DamagedFileError), { timeout: 10_000 })
  response.destroy()
})

test('a block that the disk cannot read is damage', async () => {
  const { handle } = await openFile()
  vi.spyOn(handle, 'read').mockRejectedValue(Object.assign(new Error('i/o error'), { code: 'EIO' }))

  await expect(buffer(diskReadStream(handle, wholeFile))).rejects.toThrow(DamagedFileError)
})

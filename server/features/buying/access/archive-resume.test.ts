import { execFileSync, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type Entry, fromBufferPromise, fromRandomAccessReaderPromise, RandomAccessReader } from 'yauzl'
import { startObjectStore } from '../../../../tests/support/object-store.ts'
import { partsFixture } from '../../../../tests/support/parts-fixture.ts'
import { createS3FileStore } from '../../../adapters/s3/file-store.ts'
import { files } from '../../../db/schema/index.ts'

const mebibyte = 1024 ** 2
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** An item with these files, sold, and the address of its archive on a server that listens. */
async function listeningFixture(parts: ReadonlyArray<[string, Buffer]>, options: Options = {}) {
  const { env, store } = options
  const fixture = await partsFixture(env, store)
  const { w, file, create, sells } = fixture
  const uploaded = []
  for (const [name, bytes] of parts) uploaded.push(await file(name, bytes))
  const { body } = await create(uploaded)
  const { token } = await sells(body.id)
  await w.app.listen({ port: 0, host: '127.0.0.1' })
  const address = w.app.server.address()
  if (address === null || typeof address === 'string') throw new Error('Not listening')
  return { ...fixture, url: `http://127.0.0.1:${address.port}/access/${token}/file?part=all` }
}

type Options = { env?: Record<string, string>; store?: ReturnType<typeof createS3FileStore> }

async function getRange(url: string, start: number, end: number): Promise<Buffer> {
  const response = await fetch(url, { headers: { range: `bytes=${start}-${end}` } })
  expect(response.status).toBe(206)
  return Buffer.from(await response.arrayBuffer())
}

test('an archive from an object store is whole, and any range of it too', { tags: ['long'] }, async () => {
  const objects = await startObjectStore()
  onTestFinished(() => objects.stop())
  const store = createS3FileStore(await objects.newBucket(), { presignedUrlsEnabled: true })
  const song = randomBytes(9 * mebibyte)
  const { url } = await listeningFixture(
    [
      ['song.wav', song],
      ['booklet.pdf', Buffer.from('%PDF-1.7')],
    ],
    { store },
  )

  const response = await fetch(url)
  const whole = Buffer.from(await response.arrayBuffer())

  expect(response.headers.get('content-length')).toBe(String(whole.length))
  const zip = await fromBufferPromise(whole, { lazyEntries: true, autoClose: false })
  const found: Array<string> = []
  for await (const entry of zip.eachEntry()) {
    const bytes = await buffer(await zip.openReadStreamPromise(entry))
    found.push(`${entry.fileName} ${sha256(bytes)}`)
  }
  expect(found).toEqual([`song.wav ${sha256(song)}`, `booklet.pdf ${sha256(Buffer.from('%PDF-1.7'))}`])
  for (let round = 0; round < 200; round++) {
    const start = Math.floor(Math.random() * whole.length)
    const end = Math.min(whole.length - 1, start + Math.floor(Math.random() * 50_000))
    expect((await getRange(url, start, end)).equals(whole.subarray(start, end + 1))).toBe(true)
  }
})

test('curl that is killed five times goes on where it stopped', { tags: ['long'] }, async ({ skip }) => {
  try {
    execFileSync('curl', ['--version'])
  } catch {
    skip('curl is not installed')
  }
  const { url } = await listeningFixture([
    ['one.wav', randomBytes(25 * mebibyte)],
    ['two.wav', randomBytes(35 * mebibyte)],
  ])
  const whole = Buffer.from(await (await fetch(url)).arrayBuffer())
  const folder = mkdtempSync(join(tmpdir(), 'archive-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'all.zip')
  const sizeOnDisk = () => statSync(path, { throwIfNoEntry: false })?.size ?? 0
  const curl = (...more: Array<string>) =>
    spawn('curl', ['-sSfL', '-C', '-', '-o', path, ...more, url], { stdio: 'inherit' })

  const sizes: Array<number> = []
  for (let round = 1; round <= 5; round++) {
    const before = sizeOnDisk()
    const running = curl('--limit-rate', '8M')
    const ended = new Promise((resolve) => running.on('exit', (_, signal) => resolve(signal)))
    await vi.waitFor(() => expect(sizeOnDisk()).toBeGreaterThan(before + mebibyte), { timeout: 20_000 })
    running.kill('SIGKILL')
    expect(await ended).toBe('SIGKILL')
    sizes.push(sizeOnDisk())
  }
  const code = await new Promise((resolve) => curl().on('exit', resolve))

  expect(code).toBe(0)
  expect(sizes).toEqual([...sizes].sort((a, b) => a - b))
  expect(sizes.at(-1)).toBeLessThan(whole.length)
  expect(sha256(readFileSync(path))).toBe(sha256(whole))
})

/** Reads an archive by ranges of its URL. */
class UrlReader extends RandomAccessReader {
  readonly url: string
  bytesRead = 0
  constructor(url: string) {
    super()
    this.url = url
  }
  override _readStreamForRange(start: number, end: number): Readable {
    this.bytesRead += end - start
    const read = async function* (url: string) {
      yield await getRange(url, start, end - 1)
    }
    return Readable.from(read(this.url))
  }
}

const partSize = 5 * 1024 ** 3
/** Where bytes are written that are not zero: around the limits of 32 bits, and at both ends. */
const markedAt = [0, 2 ** 32 - 4, partSize - 8]
const markOf = (index: number, start: number) => `${index}/${start / 4}`.padEnd(8).slice(0, 8)

/** Files on disk as large as announced, of which only the marks take room. */
async function makeSparse({ w }: Awaited<ReturnType<typeof listeningFixture>>): Promise<void> {
  const stored = await w.db.select().from(files)
  for (const { key, name } of stored) {
    const handle = await open(join(w.dataDir, 'files', key), 'r+')
    await handle.truncate(partSize)
    for (const start of markedAt) await handle.write(markOf(Number.parseInt(name, 10), start), start)
    await handle.close()
  }
  await w.db.update(files).set({ sizeBytes: partSize })
}

test('100 parts of 5 GiB are one archive, read only where it is asked', { tags: ['long'] }, async () => {
  const names = Array.from({ length: 100 }, (_, index) => `${index}.wav`)
  const fixture = await listeningFixture(
    names.map((name) => [name, Buffer.from('RIFF')]),
    { env: { MAX_ZIP_BYTES: String(2 ** 40) } },
  )
  await makeSparse(fixture)
  const { url } = fixture

  const head = await fetch(url, { method: 'HEAD' })
  const size = Number(head.headers.get('content-length'))
  const reader = new UrlReader(url)
  const zip = await fromRandomAccessReaderPromise(reader, size, { lazyEntries: true, autoClose: false })
  const entries: Array<Entry> = []
  for await (const entry of zip.eachEntry()) entries.push(entry)

  expect(size).toBeGreaterThan(names.length * partSize)
  expect(entries.map(({ fileName }) => fileName)).toEqual(names)
  for (const { uncompressedSize, compressedSize } of entries)
    expect([uncompressedSize, compressedSize]).toEqual([partSize, partSize])
  // A reader finds each file behind its local header, at the offset that the directory names.
  for (const index of [0, 1, 57, 99])
    for (const start of markedAt) {
      const stream = await zip.openReadStreamPromise(entries[index] as Entry, { start, end: start + 8 })
      expect(String(await buffer(stream))).toBe(markOf(index, start))
    }
  expect(reader.bytesRead).toBeLessThan(mebibyte)
})

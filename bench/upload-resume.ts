import { createHash, randomInt } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { createUpload, Upload } from '../contract/resumable-uploads.ts'
import { type BenchClient, createClient } from './http-client.ts'
import { residentBytes, watchMemory } from './memory.ts'
import { mebibyte, writeLarge } from './random-file.ts'
import { type Measurement, megabytes } from './report.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'

const version = { 'tus-resumable': '1.0.0' }

/** Uploads that one creator makes before the next: there is a limit for an hour. */
const uploadsOfCreator = 100

export type Resumed = {
  size: number
  cuts: number
  /** Bytes that had to be sent twice, all cuts together. */
  sentTwice: number
  /** Whether what the server says, what it keeps and what was sent are one and the same. */
  isSame: boolean
  /** Milliseconds between the last byte and the hash: a server that was killed has to read the file through. */
  readThrough: number
  /** Bytes of memory, above idle. */
  peak: number
}

/** One large file whose connection is cut so often, once by a kill -9 of the server in the middle. */
export async function resumedUpload({ size, cuts }: { size: number; cuts: number }): Promise<Resumed> {
  const [found] = await resumedUploads({ uploads: 1, size, cuts }, () => undefined)
  if (!found) throw new Error('Nothing was uploaded')
  return found
}

/** So many of them, one after the other on one instance. */
export async function resumedUploads(
  { uploads, size, cuts }: { uploads: number; size: number; cuts: number },
  tell: (line: string) => void,
): Promise<Array<Resumed>> {
  const folder = await mkdtemp(join(tmpdir(), 'tipdrop-bench-file-'))
  const file = join(folder, 'large.bin')
  const sha256 = await writeLarge(file, size)
  const site = await startServerProcess()
  const found: Array<Resumed> = []
  try {
    await site.start()
    let creator = createClient(site.url)
    for (let upload = 0; upload < uploads; upload++) {
      if (upload % uploadsOfCreator === 0) {
        creator = createClient(site.url)
        await creator.signsIn(site, `creator${upload}@example.com`)
      }
      found.push(await uploadWithCuts(site, creator, { file, sha256, size, cuts }))
      if ((upload + 1) % 25 === 0) tell(`${upload + 1} uploads`)
    }
    return found
  } finally {
    await site.remove()
    await rm(folder, { recursive: true, force: true })
  }
}

async function uploadWithCuts(
  site: ServerProcess,
  creator: BenchClient,
  { file, sha256, size, cuts }: { file: string; sha256: string; size: number; cuts: number },
): Promise<Resumed> {
  const idle = await residentBytes(site)
  const watch = watchMemory(site)
  const address = await begin(site.url, creator, size)
  let resentBytes = 0
  for (let cut = 1; cut <= cuts; cut++) {
    const at = await offsetOf(site.url, creator, address)
    // Somewhere in the part that belongs to this cut.
    const until = Math.max(at + mebibyte, Math.floor((size * cut) / (cuts + 1)) + randomInt(mebibyte))
    const kills = cut === Math.ceil(cuts / 2)
    await sendPartial(
      { url: `${site.url}${address}`, creator, file, at, size, until },
      kills ? site.kill : undefined,
    )
    if (kills) await site.start()
    resentBytes += until - (await offsetOf(site.url, creator, address))
  }
  const at = await offsetOf(site.url, creator, address)
  const began = performance.now()
  await sendRest({ url: `${site.url}${address}`, creator, file, at, size })
  const lastAnswer = performance.now() - began
  const told = await verifyHash(creator, address)
  const readThrough = performance.now() - began - lastAnswer
  const peakMemoryBytes = watch.stop() - idle
  const kept = await hashOf(join(site.dataDir, 'files/files', address.split('/').at(-1) ?? ''))
  // Given up, so that many of them need no more room than one.
  await fetch(`${site.url}${address}`, {
    method: 'DELETE',
    headers: { ...version, cookie: creator.cookieLine() },
  })
  return {
    size,
    cuts,
    sentTwice: resentBytes,
    isSame: told === sha256 && kept === sha256,
    readThrough,
    peak: peakMemoryBytes,
  }
}

export async function resume(): Promise<Array<Measurement>> {
  const size = Number(process.argv[3] ?? 2_048) * mebibyte
  const cuts = Number(process.argv[4] ?? 5)
  const found = await resumedUpload({ size, cuts })
  return [
    {
      what: `upload of ${megabytes(size)} cut ${cuts} times, one by kill -9: the very bytes`,
      ours: found.isSame ? 'equal' : 'DIFFERENT',
      bar: 'equal',
    },
    { what: 'sent twice, all cuts together', ours: megabytes(found.sentTwice) },
    {
      what: 'from the last byte to the hash',
      ours: `${(found.readThrough / 1_000).toFixed(1)} s`,
    },
    { what: 'memory above idle', ours: `+${megabytes(found.peak)}`, bar: 'under +120 MiB' },
  ]
}

type Piece = { url: string; creator: BenchClient; file: string; at: number; size: number }

function patch({ url, creator, at, size }: Piece) {
  return request(url, {
    method: 'PATCH',
    headers: {
      ...version,
      cookie: creator.cookieLine(),
      'upload-offset': at,
      'content-type': 'application/offset+octet-stream',
      'content-length': size - at,
    },
  })
}

/** Says that it brings the rest, and hangs up (or lets the server die) at `until`. */
async function sendPartial(piece: Piece & { until: number }, kill?: () => Promise<void>): Promise<void> {
  const sending = patch(piece)
  sending.on('error', () => undefined)
  const bytes = createReadStream(piece.file, {
    start: piece.at,
    end: piece.until - 1,
    highWaterMark: mebibyte,
  })
  for await (const block of bytes) {
    if (!sending.write(block))
      await Promise.race([new Promise((done) => sending.once('drain', done)), sleep(5_000)])
  }
  await kill?.()
  sending.destroy()
}

async function verifyHash(creator: BenchClient, address: string): Promise<string> {
  for (let i = 0; i < 600; i++) {
    const { sha256 } = Upload.parse(await (await creator.send('GET', address)).json())
    if (sha256) return sha256
    await sleep(500)
  }
  throw new Error('The hash did not come')
}

function sendRest(piece: Piece): Promise<void> {
  return new Promise((done, failed) => {
    const sending = patch(piece)
    sending.on('error', failed)
    sending.on('response', (answer) => {
      answer.resume()
      if (answer.statusCode === 204) done()
      else failed(new Error(`The last piece was answered ${answer.statusCode}`))
    })
    createReadStream(piece.file, { start: piece.at, highWaterMark: mebibyte }).pipe(sending)
  })
}

async function begin(url: string, creator: BenchClient, size: number): Promise<string> {
  const answer = await fetch(`${url}${createUpload.path}`, {
    method: 'POST',
    headers: { ...version, cookie: creator.cookieLine(), 'upload-length': String(size) },
  })
  return String(answer.headers.get('location'))
}

async function offsetOf(url: string, creator: BenchClient, address: string): Promise<number> {
  const headers = { ...version, cookie: creator.cookieLine() }
  const answer = await fetch(`${url}${address}`, { method: 'HEAD', headers })
  if (!answer.ok) throw new Error(`How far it is was answered ${answer.status}`)
  return Number(answer.headers.get('upload-offset'))
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: mebibyte }), hash)
  return hash.digest('hex')
}

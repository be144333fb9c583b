import { createHash, randomInt } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { createUpload, Upload } from '../contract/resumable-uploads.ts'
import { type BenchClient, createClient } from '../tests/support/http-client.ts'
import { type ServerProcess, startServerProcess } from '../tests/support/server-process.ts'
import { residentBytes, watchMemory } from './memory.ts'
import { mebibyte, writeLarge } from './random-file.ts'

const version = { 'tus-resumable': '1.0.0' }

/** Uploads of one creator before the next, because of the hourly rate limit. */
const uploadsPerCreator = 100

export type ResumedUpload = {
  size: number
  cuts: number
  /** Bytes sent twice, over all cuts. */
  resentBytes: number
  /** Whether the server's hash, the stored file and the sent file are the same. */
  isSame: boolean
  /** Peak memory above idle. */
  peakBytes: number
}

/** Uploads a large file whose connection is cut `cuts` times, once by a kill -9 of the server in the middle. */
export async function resumedUpload({ size, cuts }: { size: number; cuts: number }): Promise<ResumedUpload> {
  const [found] = await resumedUploads({ uploads: 1, size, cuts }, () => undefined)
  if (!found) throw new Error('Nothing was uploaded')
  return found
}

/** Runs `uploads` of them, one after the other on one instance. */
export async function resumedUploads(
  { uploads, size, cuts }: { uploads: number; size: number; cuts: number },
  log: (line: string) => void,
): Promise<Array<ResumedUpload>> {
  const folder = await mkdtemp(join(tmpdir(), 'tipdrop-bench-file-'))
  const file = join(folder, 'large.bin')
  const sha256 = await writeLarge(file, size)
  const site = await startServerProcess()
  const found: Array<ResumedUpload> = []
  try {
    await site.start()
    let creator = createClient(site.url)
    for (let upload = 0; upload < uploads; upload++) {
      if (upload % uploadsPerCreator === 0) {
        creator = createClient(site.url)
        await creator.signIn(site, `creator${upload}@example.com`)
      }
      found.push(await uploadWithCuts(site, creator, { file, sha256, size, cuts }))
      if ((upload + 1) % 25 === 0) log(`${upload + 1} uploads`)
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
): Promise<ResumedUpload> {
  const idle = await residentBytes(site)
  const watch = watchMemory(site)
  const path = await startUpload(site.url, creator, size)
  let resentBytes = 0
  for (let cut = 1; cut <= cuts; cut++) {
    const offset = await offsetOf(site.url, creator, path)
    // A random position in the section that belongs to this cut.
    const until = Math.max(offset + mebibyte, Math.floor((size * cut) / (cuts + 1)) + randomInt(mebibyte))
    const shouldKill = cut === Math.ceil(cuts / 2)
    await sendPartial(
      { url: `${site.url}${path}`, creator, file, offset, size, until },
      shouldKill ? site.kill : undefined,
    )
    if (shouldKill) await site.start()
    resentBytes += until - (await offsetOf(site.url, creator, path))
  }
  const offset = await offsetOf(site.url, creator, path)
  await sendRest({ url: `${site.url}${path}`, creator, file, offset, size })
  const reportedHash = await waitForHash(creator, path)
  const peakMemoryBytes = watch.stop() - idle
  const storedHash = await hashOf(join(site.dataDir, 'files/files', path.split('/').at(-1) ?? ''))
  // Canceled, so that many uploads need no more space than one.
  await fetch(`${site.url}${path}`, {
    method: 'DELETE',
    headers: { ...version, cookie: creator.cookieHeader() },
  })
  return {
    size,
    cuts,
    resentBytes,
    isSame: reportedHash === sha256 && storedHash === sha256,
    peakBytes: peakMemoryBytes,
  }
}

type PatchRequest = { url: string; creator: BenchClient; file: string; offset: number; size: number }

function patch({ url, creator, offset, size }: PatchRequest) {
  return request(url, {
    method: 'PATCH',
    headers: {
      ...version,
      cookie: creator.cookieHeader(),
      'upload-offset': offset,
      'content-type': 'application/offset+octet-stream',
      'content-length': size - offset,
    },
  })
}

/** Starts to send the rest, and disconnects (or kills the server) at `until`. */
async function sendPartial(
  patchRequest: PatchRequest & { until: number },
  kill?: () => Promise<void>,
): Promise<void> {
  const outgoing = patch(patchRequest)
  outgoing.on('error', () => undefined)
  const bytes = createReadStream(patchRequest.file, {
    start: patchRequest.offset,
    end: patchRequest.until - 1,
    highWaterMark: mebibyte,
  })
  for await (const block of bytes) {
    if (!outgoing.write(block))
      await Promise.race([new Promise((resolve) => outgoing.once('drain', resolve)), sleep(5_000)])
  }
  await kill?.()
  outgoing.destroy()
}

async function waitForHash(creator: BenchClient, path: string): Promise<string> {
  for (let i = 0; i < 600; i++) {
    const { sha256 } = Upload.parse(await (await creator.send('GET', path)).json())
    if (sha256) return sha256
    await sleep(500)
  }
  throw new Error('The hash is missing')
}

function sendRest(patchRequest: PatchRequest): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = patch(patchRequest)
    outgoing.on('error', reject)
    outgoing.on('response', (response) => {
      response.resume()
      if (response.statusCode === 204) resolve()
      else reject(new Error(`The last PATCH returned ${response.statusCode}`))
    })
    createReadStream(patchRequest.file, { start: patchRequest.offset, highWaterMark: mebibyte }).pipe(
      outgoing,
    )
  })
}

async function startUpload(url: string, creator: BenchClient, size: number): Promise<string> {
  const response = await fetch(`${url}${createUpload.path}`, {
    method: 'POST',
    headers: { ...version, cookie: creator.cookieHeader(), 'upload-length': String(size) },
  })
  return String(response.headers.get('location'))
}

async function offsetOf(url: string, creator: BenchClient, path: string): Promise<number> {
  const headers = { ...version, cookie: creator.cookieHeader() }
  const response = await fetch(`${url}${path}`, { method: 'HEAD', headers })
  if (!response.ok) throw new Error(`HEAD of the upload returned ${response.status}`)
  return Number(response.headers.get('upload-offset'))
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: mebibyte }), hash)
  return hash.digest('hex')
}

import { createHash, randomInt } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { createUpload, Upload } from '../../contract/uploads.ts'
import type { FaultRun } from '../../tests/reliability/fault-run.ts'
import { retryUntilSuccess } from '../../tests/reliability/retry.ts'
import { type BenchClient, createClient } from '../../tests/support/http-client.ts'
import { type ServerProcess, startServerProcess } from '../../tests/support/server-process.ts'
import { residentBytes, watchMemory } from '../memory.ts'
import { mebibyte, writeLarge } from '../random-file.ts'
import { megabytes } from '../report.ts'

const version = { 'tus-resumable': '1.0.0' }
/** Uploads of one creator before the next, because of the hourly rate limit. */
const uploadsPerCreator = 100

export const cutUploads: FaultRun = {
  what: 'uploads of 12 MiB cut 3 times each, once by kill -9, and resumed',
  unit: 'uploads',
  bar: 'hash equal',
  quickCount: 5,
  longCount: 500,
  async run(count, log) {
    const found = await uploadsWithCuts({ uploads: count, size: 12 * mebibyte, cuts: 3 }, log)
    return { count, wrong: { different: found.filter(({ isSame }) => !isSame).length }, notes: '3 cuts each' }
  },
}

export const largeUpload: FaultRun = {
  what: 'one upload cut this often, once by kill -9, and resumed (5 GiB at full length)',
  unit: 'cuts',
  bar: 'hash equal',
  quickCount: 5,
  longCount: 50,
  async run(count, log) {
    const size = count < 50 ? 64 * mebibyte : 5 * 1024 * mebibyte
    const [upload] = await uploadsWithCuts({ uploads: 1, size, cuts: count }, log)
    const { isSame = false, resentBytes = 0, peakBytes = 0 } = upload ?? {}
    return {
      count,
      // A cut loses bytes in transit, not stored ones.
      wrong: { different: !isSame, 'too much sent twice': resentBytes > count * 10 * mebibyte },
      notes: `${megabytes(size)}, ${megabytes(resentBytes)} sent twice, +${megabytes(peakBytes)} memory`,
    }
  },
}

type Sent = { isSame: boolean; resentBytes: number; peakBytes: number }
type Cuts = { uploads: number; size: number; cuts: number }

/** Uploads the same file several times, one after the other on one instance. */
async function uploadsWithCuts(
  { uploads, size, cuts }: Cuts,
  log: (line: string) => void,
): Promise<Array<Sent>> {
  const folder = await mkdtemp(join(tmpdir(), 'tipdrop-bench-file-'))
  const path = join(folder, 'large.bin')
  const sha256 = await writeLarge(path, size)
  const site = await startServerProcess()
  const found: Array<Sent> = []
  try {
    await site.start()
    let creator = createClient(site.url)
    for (let upload = 0; upload < uploads; upload++) {
      if (upload % uploadsPerCreator === 0) {
        creator = createClient(site.url)
        await creator.signIn(site, `creator${upload}@example.com`)
      }
      found.push(await uploadWithCuts(site, creator, { path, size, sha256 }, cuts))
      if ((upload + 1) % 25 === 0) log(`${upload + 1} uploads`)
    }
    return found
  } finally {
    await site.remove()
    await rm(folder, { recursive: true, force: true })
  }
}

type LargeFile = { path: string; size: number; sha256: string }

/** The connection is cut `cuts` times, once by a kill -9 of the server in the middle. */
async function uploadWithCuts(
  site: ServerProcess,
  creator: BenchClient,
  file: LargeFile,
  cuts: number,
): Promise<Sent> {
  const { size, sha256 } = file
  const idleBytes = await residentBytes(site)
  const memory = watchMemory(site)
  const upload = await startUpload(site.url, creator, size)
  let resentBytes = 0
  for (let cut = 1; cut <= cuts; cut++) {
    const start = await upload.offset()
    // A random position in the section that belongs to this cut.
    const end = Math.max(start + mebibyte, Math.floor((size * cut) / (cuts + 1)) + randomInt(mebibyte))
    const shouldKill = cut === Math.ceil(cuts / 2)
    await sendPartially(upload.patch(start), file.path, { start, end: end - 1 }, async () => {
      if (shouldKill) await site.kill()
    })
    if (shouldKill) await site.start()
    resentBytes += end - (await upload.offset())
  }
  const start = await upload.offset()
  await upload.send(start, createReadStream(file.path, { start, highWaterMark: mebibyte }))
  // After a kill the server reads the whole file again.
  const reported = await retryUntilSuccess(upload.hash, 300_000)
  const stored = createHash('sha256')
  await pipeline(createReadStream(join(site.dataDir, 'files/files', upload.id)), stored)
  await upload.remove()
  return {
    isSame: reported === sha256 && stored.digest('hex') === sha256,
    resentBytes,
    peakBytes: memory.stop() - idleBytes,
  }
}

/** Sends a part of what was announced, and then disconnects. */
async function sendPartially(
  outgoing: ReturnType<typeof request>,
  path: string,
  range: { start: number; end: number },
  beforeCut: () => Promise<void>,
): Promise<void> {
  outgoing.on('error', () => undefined)
  for await (const block of createReadStream(path, { ...range, highWaterMark: mebibyte })) {
    if (!outgoing.write(block))
      await Promise.race([new Promise((resolve) => outgoing.once('drain', resolve)), sleep(5_000)])
  }
  await beforeCut()
  outgoing.destroy()
}

/** Uploads bytes and resumes after each break. Returns the upload's id and hash. */
export async function uploadResumably(
  url: string,
  creator: BenchClient,
  bytes: Buffer,
): Promise<{ id: string; sha256: string }> {
  const upload = await retryUntilSuccess(() => startUpload(url, creator, bytes.length))
  const sha256 = await retryUntilSuccess(async () => {
    const offset = await upload.offset()
    if (offset < bytes.length) await upload.send(offset, Readable.from([bytes.subarray(offset)]))
    return upload.hash()
  })
  return { id: upload.id, sha256 }
}

/** A tus client over real HTTP. Each call throws unless the server accepts it. */
async function startUpload(url: string, creator: BenchClient, size: number) {
  const headers = { ...version, cookie: creator.cookieHeader() }
  const created = await creator.send('POST', createUpload.path, undefined, {
    ...version,
    'upload-length': String(size),
  })
  if (created.status !== 201) throw new Error(`Creating the upload returned ${created.status}`)
  const path = String(created.headers.get('location'))

  const patch = (offset: number) =>
    request(`${url}${path}`, {
      method: 'PATCH',
      headers: {
        ...headers,
        'upload-offset': offset,
        'content-type': 'application/offset+octet-stream',
        'content-length': size - offset,
      },
    })
  return {
    id: path.split('/').at(-1) ?? '',
    patch,
    async offset(): Promise<number> {
      const response = await creator.send('HEAD', path, undefined, version)
      if (!response.ok) throw new Error(`HEAD of the upload returned ${response.status}`)
      return Number(response.headers.get('upload-offset'))
    },
    send(offset: number, bytes: Readable): Promise<void> {
      return new Promise((resolve, reject) => {
        const outgoing = patch(offset)
        outgoing.on('error', reject)
        outgoing.on('response', (response) => {
          response.resume()
          if (response.statusCode === 204) resolve()
          else reject(new Error(`PATCH of the upload returned ${response.statusCode}`))
        })
        bytes.pipe(outgoing)
      })
    },
    async hash(): Promise<string> {
      const { sha256 } = Upload.parse(await (await creator.send('GET', path)).json())
      if (!sha256) throw new Error('The hash is not ready')
      return sha256
    },
    /** Many uploads then need no more space than one. */
    remove: () => creator.send('DELETE', path, undefined, version),
  }
}

import { execFile } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createContent } from '../contract/content.ts'
import { type BenchClient, createClient } from '../tests/support/http-client.ts'
import { type ServerProcess, startServerProcess } from '../tests/support/server-process.ts'
import { startBaselineServer } from './baseline-server.ts'
import { residentBytes, watchMemory } from './memory.ts'
import { mebibyte, writeLarge } from './random-file.ts'
import { type Measurement, median, megabytes } from './report.ts'

const size = 1024 * mebibyte

/** Uploads and downloads one gibibyte with the real server: the speed, and the server's memory. */
export async function uploadAndDownload(): Promise<Array<Measurement>> {
  const folder = await mkdtemp(join(tmpdir(), 'tipdrop-bench-file-'))
  const file = join(folder, 'large.bin')
  const site = await startServerProcess()
  await writeLarge(file, size)
  const bare = await startBaselineServer(file)
  try {
    await site.start()
    const creator = createClient(site.url)
    await creator.signIn(site, 'mara@example.com')
    await creator.publish(Buffer.from('a small file, so that everything has been used once'))
    const idle = await residentBytes(site)

    const rounds: Array<Round> = []
    for (let round = 0; round < 2; round++) {
      const sent = await measureMemory(site, () => upload(site.url, creator, file))
      const download = await measureMemory(site, () => buyAndDownload(site.url, sent.result))
      rounds.push({
        upload: sent.seconds,
        download: download.result,
        dd: await ddSeconds(file, join(folder, 'copy.bin')),
        bare: await downloadAll(`${bare.url}/file`),
        uploadPeak: sent.peak - idle,
        downloadPeak: download.peak - idle,
      })
    }
    const four = await measureMemory(site, () =>
      Promise.all([1, 2, 3, 4].map(() => upload(site.url, creator, file))),
    )
    const speedOf = (part: keyof Round) => median(rounds.map((round) => size / round[part]))
    const peakOf = (part: keyof Round) => Math.max(...rounds.map((round) => round[part]))
    return [
      speed('upload 1 GiB, stored and synced', speedOf('upload'), speedOf('dd'), 'dd conv=fsync', '0.65'),
      memory('memory above idle while it is uploaded', peakOf('uploadPeak'), idle, '+110 MiB'),
      memory('memory above idle while four are uploaded at once', four.peak - idle, idle, '+200 MiB'),
      speed('download 1 GiB', speedOf('download'), speedOf('bare'), 'bare node:http', '0.80'),
      memory('memory above idle while it is downloaded', peakOf('downloadPeak'), idle, '+110 MiB'),
    ]
  } finally {
    bare.stop()
    await site.remove()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Seconds for the gibibyte, and bytes of memory above idle. */
type Round = Record<'upload' | 'download' | 'dd' | 'bare' | 'uploadPeak' | 'downloadPeak', number>

function speed(
  what: string,
  measured: number,
  baselineSpeed: number,
  name: string,
  target: string,
): Measurement {
  const baseline = `${megabytes(baselineSpeed)}/s ${name}`
  return { what, measured: `${megabytes(measured)}/s`, baseline, ratio: measured / baselineSpeed, target }
}

function memory(what: string, above: number, idle: number, target: string): Measurement {
  return { what, measured: `+${megabytes(above)}`, baseline: `${megabytes(idle)} idle`, target }
}

/** Publishes by form as a browser does, streamed from the disk. Returns the item's id. */
function upload(url: string, creator: BenchClient, file: string): Promise<number> {
  const fields = { title: 'Large', price: '10.00' }
  const parts = Object.entries(fields).map(
    ([name, value]) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const head = `${parts.join('')}--b\r\ncontent-disposition: form-data; name="file"; filename="large.bin"\r\n\r\n`
  const tail = '\r\n--b--\r\n'
  return new Promise((resolve, reject) => {
    const outgoing = request(`${url}${createContent.path}`, {
      method: 'POST',
      headers: {
        cookie: creator.cookieHeader(),
        'content-type': 'multipart/form-data; boundary=b',
        'content-length': head.length + size + tail.length,
      },
    })
    outgoing.on('error', reject)
    outgoing.on('response', async (response) => {
      const { id, code } = JSON.parse(Buffer.concat(await response.toArray()).toString())
      if (code) reject(new Error(`Upload failed: ${code}`))
      else resolve(id)
    })
    outgoing.write(head)
    const bytes = createReadStream(file, { highWaterMark: mebibyte })
    bytes.on('end', () => outgoing.end(tail))
    bytes.pipe(outgoing, { end: false })
  })
}

/** Seconds of the download. */
async function buyAndDownload(url: string, contentId: number): Promise<number> {
  const { content } = await createClient(url).buys(contentId)
  return downloadAll(`${url}${content.fileUrl}`)
}

function downloadAll(url: string): Promise<number> {
  const began = performance.now()
  return new Promise((resolve, reject) => {
    request(url, (response) => {
      let received = 0
      response.on('data', (chunk) => {
        received += chunk.length
      })
      response.on('end', () => {
        if (received === size) resolve((performance.now() - began) / 1_000)
        else reject(new Error(`${response.statusCode}: received ${received} bytes`))
      })
    })
      .on('error', reject)
      .end()
  })
}

async function ddSeconds(from: string, to: string): Promise<number> {
  const began = performance.now()
  await promisify(execFile)('dd', [`if=${from}`, `of=${to}`, 'bs=1M', 'conv=fsync'])
  const seconds = (performance.now() - began) / 1_000
  await rm(to)
  return seconds
}

/** Runs `work` while sampling the server's memory. */
async function measureMemory<T>(site: ServerProcess, work: () => Promise<T>) {
  const watch = watchMemory(site)
  const began = performance.now()
  const result = await work().finally(watch.stop)
  return { result, peak: watch.stop(), seconds: (performance.now() - began) / 1_000 }
}

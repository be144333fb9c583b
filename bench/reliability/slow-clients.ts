import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createContent } from '../../contract/content.ts'
import { limits } from '../../contract/limits.ts'
import { createPaymentIntent } from '../../contract/purchases.ts'
import { createUpload } from '../../contract/resumable-uploads.ts'
import { createClient } from '../../tests/support/http-client.ts'
import { type ServerProcess, startServerProcess } from '../../tests/support/server-process.ts'
import { quantile } from '../report.ts'
import type { FaultRun } from './fault-run.ts'

/** The maximum time until a slow client is disconnected. */
const maxSlowMs = 45_000
/** Concurrent slow clients of each kind. */
const clientsPerKind = 20
const tricklePauseMs = 1_500

type Kind = { name: string; head: string; trickle: string }

const form = `POST ${createPaymentIntent.path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n`
const kinds: Array<Kind> = [
  { name: 'slow headers', head: 'GET / HTTP/1.1\r\nhost: localhost\r\nx-slow: ', trickle: 'a' },
  { name: 'a slow body', head: `${form}content-length: 10000\r\n\r\n`, trickle: ' ' },
  { name: 'a body that is never sent', head: `${form}content-length: 10000\r\n\r\n`, trickle: '' },
  {
    name: 'a slow chunked body',
    head: `${form}transfer-encoding: chunked\r\n\r\n`,
    trickle: '1\r\n \r\n',
  },
]

export const slowClients: FaultRun = {
  what: `slow headers, slow bodies and endless bodies, ${clientsPerKind} of each at once; 20 KB headers; 5 GiB + 1 byte`,
  unit: 'rounds of up to 45 s',
  bar: 'disconnected within 45 s; 413, 431',
  quickCount: 1,
  longCount: 13,
  async run(count, log) {
    const site = await startServerProcess({ MAX_UPLOAD_BYTES: String(8 * 1024 ** 2) })
    try {
      await site.start()
      const creator = createClient(site.url)
      await creator.signIn(site, 'mara@example.com')
      const problems: Array<string> = await refusals(site, creator.cookieHeader())
      let slowestMs = 0
      const health: Array<number> = []
      for (let round = 1; round <= count; round++) {
        const progress = { isOver: false }
        const watching = watchHealth(site, health, progress)
        const all = kinds.flatMap((kind) => Array.from({ length: clientsPerKind }, () => kind))
        const closed = await Promise.all(all.map((kind) => timeUntilClosed(site, kind)))
        progress.isOver = true
        await watching
        for (const [index, ms] of closed.entries())
          if (ms > maxSlowMs)
            problems.push(`${all[index]?.name} stayed connected for ${Math.round(ms / 1_000)} s`)
        slowestMs = Math.max(slowestMs, ...closed)
        log(`round ${round}: the last one was disconnected after ${(slowestMs / 1_000).toFixed(1)} s`)
      }
      const p99 = quantile(health, 0.99)
      const result =
        `${[...new Set(problems)].join('; ') || '0 wrong'}; last closed after ${(slowestMs / 1_000).toFixed(1)} s; ` +
        `/health p99 ${Math.round(p99)} ms`
      return { count, result, hasPassed: problems.length === 0 }
    } finally {
      await site.remove()
    }
  },
}

/** Checks that too large requests are rejected at once; returns those that were not. */
async function refusals(site: ServerProcess, cookie: string): Promise<Array<string>> {
  const tooLong = `GET / HTTP/1.1\r\nhost: localhost\r\nx-long: ${'a'.repeat(20_000)}\r\n\r\n`
  const signedIn = `host: localhost\r\ncookie: ${cookie}\r\n`
  const tooLarge =
    `POST ${createUpload.path} HTTP/1.1\r\n${signedIn}tus-resumable: 1.0.0\r\n` +
    `upload-length: ${limits.maxUploadBytes + 1}\r\ncontent-length: 0\r\n\r\n`
  const part =
    '--b\r\ncontent-disposition: form-data; name="title"\r\n\r\nLoops\r\n' +
    '--b\r\ncontent-disposition: form-data; name="price"\r\n\r\n10.00\r\n' +
    '--b\r\ncontent-disposition: form-data; name="file"; filename="a.zip"\r\n\r\n'
  const endlessFile =
    `POST ${createContent.path} HTTP/1.1\r\n${signedIn}content-type: multipart/form-data; boundary=b\r\n` +
    `transfer-encoding: chunked\r\n\r\n${chunk(part)}`
  const endlessJson = `${form}transfer-encoding: chunked\r\n\r\n`
  const expected: Array<[what: string, status: number, actual: number]> = [
    ['20 KB of headers', 431, await statusOf(site, tooLong)],
    ['an upload of 5 GiB + 1 byte', 413, await statusOf(site, tooLarge)],
    ['a file without an end', 413, await statusOf(site, endlessFile, chunk('x'.repeat(65_536)))],
    ['JSON without an end', 413, await statusOf(site, endlessJson, chunk(' '.repeat(65_536)))],
  ]
  return expected
    .filter(([, status, actual]) => status !== actual)
    .map(([what, status, actual]) => `${what} was answered ${actual}, not ${status}`)
}

function chunk(text: string): string {
  return `${text.length.toString(16)}\r\n${text}\r\n`
}

/**
 * The status of a raw request; `endless` is sent repeatedly until there is one. 0 when the connection closes without
 * a response.
 */
async function statusOf(site: ServerProcess, head: string, endless = ''): Promise<number> {
  const socket = open(site)
  let response = ''
  socket.on('data', (bytes) => {
    response += String(bytes)
  })
  const closed = new Promise<void>((done) => socket.once('close', () => done()))
  const progress = { isOver: false }
  void closed.then(() => {
    progress.isOver = true
  })
  socket.write(head)
  const deadline = performance.now() + maxSlowMs
  while (!progress.isOver && !response.includes('\r\n\r\n') && performance.now() < deadline) {
    const canWrite = endless === '' || socket.write(endless)
    await (canWrite && endless !== '' ? sleep(0) : sleep(20))
  }
  socket.destroy()
  return Number(/^HTTP\/1.1 (\d{3})/.exec(response)?.[1] ?? 0)
}

/** Milliseconds until the server disconnects a slow client of this kind; more than `maxSlowMs` when it does not. */
async function timeUntilClosed(site: ServerProcess, { head, trickle }: Kind): Promise<number> {
  const began = performance.now()
  const socket = open(site)
  const progress = { isOver: false }
  socket.resume()
  socket.once('close', () => {
    progress.isOver = true
  })
  socket.write(head)
  while (!progress.isOver && performance.now() - began < maxSlowMs + 15_000) {
    if (trickle) socket.write(trickle)
    await sleep(tricklePauseMs)
  }
  socket.destroy()
  return performance.now() - began
}

function open({ url }: ServerProcess): Socket {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  return socket
}

async function watchHealth(
  { url }: ServerProcess,
  durations: Array<number>,
  progress: { isOver: boolean },
): Promise<void> {
  while (!progress.isOver) {
    const startedAt = performance.now()
    await fetch(`${url}/health`).then(
      (response) => response.arrayBuffer(),
      () => undefined,
    )
    durations.push(performance.now() - startedAt)
    await sleep(100)
  }
}

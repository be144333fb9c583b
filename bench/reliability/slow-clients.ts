import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createContent } from '../../contract/content.ts'
import { limits } from '../../contract/limits.ts'
import { createPaymentIntent } from '../../contract/purchases.ts'
import { createUpload } from '../../contract/uploads.ts'
import type { FaultRun, Outcome } from '../../tests/reliability/fault-run.ts'
import { createClient } from '../../tests/support/http-client.ts'
import { type ServerProcess, startServerProcess } from '../../tests/support/server-process.ts'
import { seconds } from '../report.ts'

/** The maximum time until a slow client is disconnected. */
const maxSlowMs = 45_000
/** Concurrent slow clients of each kind. */
const clientsPerKind = 20

const host = 'HTTP/1.1\r\nhost: localhost\r\n'
const json = `POST ${createPaymentIntent.path} ${host}content-type: application/json\r\n`

/** What each kind sends at first, and then every 1.5 seconds. */
const slowKinds: Record<string, { head: string; trickle: string }> = {
  'slow headers': { head: `GET / ${host}x-slow: `, trickle: 'a' },
  'a slow body': { head: `${json}content-length: 10000\r\n\r\n`, trickle: ' ' },
  'a body that is never sent': { head: `${json}content-length: 10000\r\n\r\n`, trickle: '' },
  'a slow chunked body': { head: `${json}transfer-encoding: chunked\r\n\r\n`, trickle: '1\r\n \r\n' },
}

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
      const wrong: Outcome['wrong'] = await sendTooMuch(site, creator.cookieHeader())
      let slowestMs = 0
      for (let round = 1; round <= count; round++) {
        for (const [kind, ms] of await sendSlowly(site)) {
          slowestMs = Math.max(slowestMs, ms)
          if (ms > maxSlowMs) wrong[`${kind} stays connected`] = true
        }
        log(`round ${round}: the last one was disconnected after ${seconds(slowestMs)}`)
      }
      return { count, wrong, notes: `last closed after ${seconds(slowestMs)}` }
    } finally {
      await site.remove()
    }
  },
}

/** Requests that are too large, with the status that each must get at once. */
async function sendTooMuch(site: ServerProcess, cookie: string): Promise<Record<string, boolean>> {
  const signedIn = `${host}cookie: ${cookie}\r\n`
  const part = (name: string, text: string) =>
    `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`
  const form =
    part('title', 'Loops') +
    part('price', '10.00') +
    '--b\r\ncontent-disposition: form-data; name="file"; filename="a.zip"\r\n\r\n'
  const requests: Array<{ what: string; status: number; head: string; endless?: string }> = [
    {
      what: '20 KB of headers',
      status: 431,
      head: `GET / ${host}x-long: ${'a'.repeat(20_000)}\r\n\r\n`,
    },
    {
      what: 'an upload of 5 GiB + 1 byte',
      status: 413,
      head: `POST ${createUpload.path} ${signedIn}tus-resumable: 1.0.0\r\nupload-length: ${limits.maxUploadBytes + 1}\r\ncontent-length: 0\r\n\r\n`,
    },
    {
      what: 'a file without an end',
      status: 413,
      head: `POST ${createContent.path} ${signedIn}content-type: multipart/form-data; boundary=b\r\ntransfer-encoding: chunked\r\n\r\n${chunk(form)}`,
      endless: chunk('x'.repeat(65_536)),
    },
    {
      what: 'JSON without an end',
      status: 413,
      head: `${json}transfer-encoding: chunked\r\n\r\n`,
      endless: chunk(' '.repeat(65_536)),
    },
  ]
  const wrong: Record<string, boolean> = {}
  for (const { what, status, head, endless = '' } of requests) {
    const { response } = await sendUntil('answered', site, { head, more: endless, pauseMs: 1 })
    if (!response.startsWith(`HTTP/1.1 ${status}`)) wrong[`${what} is not answered ${status}`] = true
  }
  return wrong
}

/** Milliseconds until the server disconnects each of the slow clients. */
function sendSlowly(site: ServerProcess): Promise<Array<[kind: string, ms: number]>> {
  const clients = Object.entries(slowKinds).flatMap((kind) => Array(clientsPerKind).fill(kind)) as Array<
    [string, { head: string; trickle: string }]
  >
  return Promise.all(
    clients.map(async ([kind, { head, trickle }]) => {
      const { ms } = await sendUntil('closed', site, { head, more: trickle, pauseMs: 1_500 })
      return [kind, ms]
    }),
  )
}

function chunk(text: string): string {
  return `${text.length.toString(16)}\r\n${text}\r\n`
}

type Slow = { head: string; more: string; pauseMs: number }

/** Sends `head`, and `more` again and again, until the server answers or closes the connection, at most a minute. */
async function sendUntil(end: 'answered' | 'closed', { url }: ServerProcess, { head, more, pauseMs }: Slow) {
  const startedAt = performance.now()
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  let response = ''
  let hasEnded = false
  socket.on('error', () => undefined)
  socket.on('data', (bytes) => {
    response += String(bytes)
    if (end === 'answered' && response.includes('\r\n\r\n')) hasEnded = true
  })
  socket.once('close', () => {
    hasEnded = true
  })
  socket.write(head)
  while (!hasEnded && performance.now() - startedAt < maxSlowMs + 15_000) {
    if (more && socket.writableLength < 1024 ** 2) socket.write(more)
    await sleep(pauseMs)
  }
  socket.destroy()
  return { response, ms: performance.now() - startedAt }
}

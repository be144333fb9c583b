import { randomBytes, randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { getAnalyticsReport } from '../contract/analytics.ts'
import { createContent, listContent } from '../contract/content.ts'
import { sendFeedback } from '../contract/feedback.ts'
import {
  completePayment,
  downloadContent,
  processRecentPurchase,
  verifyPurchase,
} from '../contract/purchases.ts'
import { buildUrl } from '../contract/route.ts'
import { setPhoto } from '../contract/settings.ts'

/** What an attacker has: the site, the cookie of a free account, items, an access link and a file URL of its own. */
export type Target = {
  url: string
  cookie: string
  contentIds: Array<number>
  accessToken: string
  fileUrl: string
  /** The cookie of a browser with payments that it has not paid, and these payments. */
  buyerCookie: string
  paymentIntentIds: Array<string>
  /** The path of an image with few bytes and many pixels. */
  imagePath: string
  /** The number of concurrent requests or connections. */
  parallel: number
  seconds: number
}

type Attack = {
  what: string
  parallel: number
  /** Each concurrent loop sends one request. */
  isOneRound?: true
  run(target: Target): Promise<unknown>
}

const form = 'content-type: multipart/form-data; boundary=b\r\ntransfer-encoding: chunked'

export const attacks: Record<string, Attack> = {
  fieldBurst: {
    what: '100 forms of 40 unknown fields of 15 MiB, once',
    parallel: 100,
    isOneRound: true,
    run: fieldFlood,
  },
  fieldFlood: { what: 'forms of 40 unknown fields of 15 MiB', parallel: 100, run: fieldFlood },
  imageFlood: { what: 'images of 59 megapixels as photos', parallel: 20, run: imageFlood },
  interlacedFlood: { what: 'interlaced images of 24 megapixels', parallel: 12, run: imageFlood },
  hostileImages: { what: 'photos of 535 KB with 550 MB of text', parallel: 30, run: imageFlood },
  listFlood: {
    what: 'the list of 2,000 items',
    parallel: 24,
    run: requests(({ cookie }) => ({ path: listContent.path, cookie })),
  },
  textFlood: {
    what: 'a text of 20,000 quotations',
    parallel: 10,
    run: requests(({ accessToken }) => ({ path: `/access/${accessToken}` })),
  },
  providerReads: { what: 'reads of payments that nobody pays', parallel: 30, run: requests(providerRead) },
  analyticsRange: {
    what: 'a report up to the year 9999',
    parallel: 30,
    run: requests(({ cookie }) => ({
      path: buildUrl(getAnalyticsReport, { query: { from: '2026-11-01', to: '9999-12-31' } }),
      cookie,
    })),
  },
  receiptFlood: {
    what: 'PDF receipts with one access link',
    parallel: 60,
    run: requests(({ accessToken }) => ({ path: `/access/${accessToken}/receipt.pdf` })),
  },
  deepJson: {
    what: 'JSON of 500 KB, nested 250,000 deep',
    parallel: 20,
    run: requests(() => ({
      path: sendFeedback.path,
      type: 'application/json',
      body: '['.repeat(250_000) + ']'.repeat(250_000),
    })),
  },
  randomQueries: {
    what: 'random queries and unknown paths',
    parallel: 100,
    run: requests(({ contentIds: [id] }, n) => {
      const random = randomBytes(6).toString('hex')
      return { path: n % 2 === 0 ? `/p/${id}?x=${random}` : `/${random}` }
    }),
  },
  missingPages: {
    what: 'unknown pages, and other spellings of a page',
    parallel: 30,
    run: requests(missingPage),
  },
  qrCodes: {
    what: 'QR codes of 20 items',
    parallel: 60,
    run: requests((target, n) => ({ path: `/p/${nthItem(target, n)}/qr.svg` })),
  },
  shareCards: {
    what: 'share images of 20 new items',
    parallel: 20,
    run: requests((target, n) => ({ path: `/p/${nthItem(target, n)}/card.png?v=${n}` })),
  },
  unreadDownloads: {
    what: 'downloads never read',
    parallel: 100,
    run: (target) => holdConnections(target, `GET ${target.fileUrl} HTTP/1.1\r\n${hostOf(target)}\r\n\r\n`),
  },
  trickledForms: {
    what: 'anonymous forms, 1.1 KB/s',
    parallel: 300,
    run: (target) =>
      holdConnections(
        target,
        `POST /nothing HTTP/1.1\r\n${hostOf(target)}\r\n${form}\r\n\r\n`,
        `44c\r\n${'x'.repeat(1_100)}\r\n`,
      ),
  },
  unreadPipelines: {
    what: '200 pages in one packet, never read',
    parallel: 100,
    run: (target) =>
      holdConnections(target, `GET /pricing HTTP/1.1\r\n${hostOf(target)}\r\n\r\n`.repeat(200)),
  },
}

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })

/** The count of each status (or `closed`) that ended a request or connection. */
const outcomes: Record<string, number> = {}

// Run as a program, it makes one attack, so that the measuring client has an event loop of its own.
if (process.argv[1] === import.meta.filename) {
  const [name = '', target = '{}'] = process.argv.slice(2)
  await attacks[name]?.run(JSON.parse(target) as Target)
  process.send?.(outcomes)
  process.exit(0)
}

function count(outcome: string): void {
  outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
}

/** Runs `once` in `parallel` loops for `seconds`, at least once in each. */
async function repeat({ parallel, seconds }: Target, once: () => Promise<void>): Promise<void> {
  const deadline = Date.now() + seconds * 1_000
  const loop = async () => {
    do {
      await once()
      // A refused connection must not turn into a busy loop.
      await sleep(5)
    } while (Date.now() < deadline)
  }
  await Promise.all(Array.from({ length: parallel }, loop))
}

type Call = { path: string; method?: string; cookie?: string; type?: string; body?: Buffer | string }

/** Repeats the requests that `callOf` makes for the numbers from 0. */
function requests(callOf: (target: Target, n: number) => Call) {
  return (target: Target) => {
    let sent = 0
    return repeat(target, () => send(target.url, callOf(target, sent++)))
  }
}

/** Sends one request, reads the response and counts its status. Never throws. */
function send(
  url: string,
  { path, cookie, type, body, method = body ? 'POST' : 'GET' }: Call,
): Promise<void> {
  const headers = {
    ...(cookie && { cookie }),
    ...(body && { 'content-type': type, 'content-length': Buffer.byteLength(body) }),
  }
  return new Promise((resolve) => {
    const finish = (outcome: string) => {
      count(outcome)
      resolve()
    }
    const outgoing = request(`${url}${path}`, { method, headers, agent, timeout: 60_000 }, (response) => {
      response.resume()
      response.once('end', () => finish(String(response.statusCode)))
      response.once('error', () => finish('closed'))
    })
    outgoing.once('error', () => finish('closed'))
    outgoing.once('timeout', () => outgoing.destroy())
    outgoing.end(body)
  })
}

function nthItem({ contentIds }: Target, n: number): number | undefined {
  return contentIds[n % contentIds.length]
}

/** The calls that ask the card provider about a payment, with payments that nobody pays. */
function providerRead({ buyerCookie, paymentIntentIds, contentIds }: Target, n: number): Call {
  const [id] = contentIds
  const paymentIntentId = paymentIntentIds[Math.floor(n / 4) % paymentIntentIds.length] ?? ''
  const query = { payment_intent: paymentIntentId, content_id: id }
  const paths = [
    buildUrl(downloadContent, { params: { id } }),
    buildUrl(completePayment, { params: { paymentIntentId } }),
    buildUrl(processRecentPurchase, { params: { id } }),
    buildUrl(verifyPurchase, { query }),
  ]
  return { path: paths[n % 4] ?? '', method: n % 4 === 3 ? 'GET' : 'POST', cookie: buyerCookie }
}

/** Unknown ids, handles and paths, and other spellings of an item's address, one after the other. */
function missingPage({ contentIds: [id = 0] }: Target, n: number): Call {
  const number = randomInt(2 ** 47)
  // Some of the digits percent-encoded, by the bits of the number.
  const spelled = [...String(id)].map((digit, place) => ((number >> place) & 1 ? `%3${digit}` : digit))
  const paths = [
    `/p/${number}`,
    `/@nobody_${number}`,
    `/wp-${number}.php`,
    `/p/${id}.${'0'.repeat(1 + (n % 200))}`,
    `/p/${spelled.join('')}`,
  ]
  return { path: paths[n % paths.length] ?? '' }
}

/** Uploads the same image as a photo, repeatedly. */
function imageFlood(target: Target): Promise<void> {
  const head = '--b\r\ncontent-disposition: form-data; name="photo"; filename="p.jpg"\r\n\r\n'
  const body = Buffer.concat([
    Buffer.from(head),
    readFileSync(target.imagePath),
    Buffer.from('\r\n--b--\r\n'),
  ])
  const type = 'multipart/form-data; boundary=b'
  return requests(({ cookie }) => ({ path: setPhoto.path, cookie, type, body }))(target)
}

function fieldFlood(target: Target): Promise<void> {
  return repeat(target, () => hugeForm(target))
}

/** A chunked form with 40 unknown fields of 15 MiB each, sent as fast as it is read. */
function hugeForm({ url, cookie }: Target): Promise<void> {
  const chunk = Buffer.alloc(1024 ** 2, 'a')
  const headers = {
    cookie,
    'content-type': 'multipart/form-data; boundary=b',
    'transfer-encoding': 'chunked',
  }
  return new Promise((resolve) => {
    const outgoing = request(`${url}${createContent.path}`, { method: 'POST', agent: false, headers })
    const finish = (outcome: string) => {
      count(outcome)
      outgoing.destroy()
      resolve()
    }
    outgoing.once('response', (response) => finish(String(response.statusCode)))
    outgoing.once('error', () => finish('closed'))
    outgoing.setTimeout(60_000, () => finish('timeout'))
    const parts = formParts(chunk)
    const write = () => {
      for (let part = parts.next(); !outgoing.destroyed; part = parts.next()) {
        if (part.done) return outgoing.end()
        if (!outgoing.write(part.value)) return outgoing.once('drain', write)
      }
    }
    write()
  })
}

function* formParts(chunk: Buffer): Generator<Buffer | string> {
  for (let field = 0; field < 40; field++) {
    yield `--b\r\nContent-Disposition: form-data; name="f${field}"\r\n\r\n`
    for (let megabyte = 0; megabyte < 15; megabyte++) yield chunk
    yield '\r\n'
  }
  yield '--b--\r\n'
}

function hostOf({ url }: Target): string {
  return `host: ${new URL(url).host}`
}

/**
 * Opens `parallel` connections that never read, and reopens each when it is closed. Each sends `initial`, and
 * `repeated` every second.
 */
async function holdConnections(target: Target, initial: string, repeated = ''): Promise<void> {
  const { hostname, port } = new URL(target.url)
  const deadline = Date.now() + target.seconds * 1_000
  await repeat(target, async () => {
    const socket = connect(Number(port), hostname)
    socket.pause()
    socket.on('error', () => undefined)
    socket.write(initial)
    const timer = repeated ? setInterval(() => socket.write(repeated), 1_000) : undefined
    const closed = new Promise((resolve) => socket.once('close', () => resolve('closed')))
    count(String(await Promise.race([closed, sleep(Math.max(0, deadline - Date.now()), 'open')])))
    clearInterval(timer)
    socket.destroy()
  })
}

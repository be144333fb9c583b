import { Agent, request } from 'node:http'

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

export type Attack = (target: Target) => Promise<void>

/** The count of each status (or `closed`) that ended a request or connection. */
export const tally = new Map<string, number>()

export function count(outcome: string): void {
  tally.set(outcome, (tally.get(outcome) ?? 0) + 1)
}

/** Runs `once` in `parallel` loops for `seconds`, at least once in each. */
export async function repeat({ parallel, seconds }: Target, once: () => Promise<void>): Promise<void> {
  const deadline = Date.now() + seconds * 1_000
  const loop = async () => {
    do {
      await once()
      // A refused connection must not turn into a busy loop.
      await new Promise((resolve) => setTimeout(resolve, 5))
    } while (Date.now() < deadline)
  }
  await Promise.all(Array.from({ length: parallel }, loop))
}

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })

type RequestOptions = { method?: string; headers?: Record<string, string>; body?: Buffer | string }

/** Sends one request, reads the response and counts its status. Never throws. */
export function send(
  url: string,
  { method = 'GET', headers = {}, body }: RequestOptions = {},
): Promise<void> {
  return new Promise((resolve) => {
    const finish = (outcome: string) => {
      count(outcome)
      resolve()
    }
    const outgoing = request(url, { method, headers, agent, timeout: 60_000 }, (response) => {
      response.resume()
      response.once('end', () => finish(String(response.statusCode)))
      response.once('error', () => finish('closed'))
    })
    outgoing.once('error', () => finish('closed'))
    outgoing.once('timeout', () => outgoing.destroy())
    outgoing.end(body)
  })
}

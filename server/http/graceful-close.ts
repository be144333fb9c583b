import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ErrorBody } from '../../contract/errors.ts'
import { site } from '../../contract/site.ts'

export type GracefulClose = {
  /** Every response from now on has `Connection: close`, also of requests in progress. */
  endKeepAlive(): void
  /**
   * Delays new requests until the others are answered and the port is closed, then refuses them with 503. Resolves
   * once every accepted connection has sent its request or timed out.
   */
  stopAccepting(): Promise<void>
}

type Options = {
  /** The minimum and maximum time in which an accepted connection may send its first request. */
  minFirstRequestMs?: number
  maxFirstRequestMs?: number
  /** How long the port stays open for running requests. Long downloads continue after it. */
  maxDrainMs?: number
}

/** How long closing the port waits until no connections arrive. Continuous requests must not keep it open. */
const maxAcceptMs = 1_000
/** How long no connection must have arrived before the port is closed. */
const idleMs = 30

/** Tracks a server's connections, so that closing it breaks no response. */
export function gracefulClose(
  server: Server,
  { minFirstRequestMs = 400, maxFirstRequestMs = 1_500, maxDrainMs = 1_000 }: Options = {},
): GracefulClose {
  const silentSockets = new Set<Socket>()
  const unanswered = new Set<ServerResponse>()
  let accepted = 0
  const pendingAnswers: Array<() => void> = []
  let isEnding = false
  let isDraining = false
  server.on('connection', (socket) => {
    accepted += 1
    silentSockets.add(socket)
    socket.once('close', () => silentSockets.delete(socket))
  })
  // One function for all responses, because this runs for every request.
  function forgetResponse(this: ServerResponse): void {
    unanswered.delete(this)
  }
  const listeners = server.listeners('request')
  server.removeAllListeners('request')
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    silentSockets.delete(request.socket)
    if (isEnding) response.shouldKeepAlive = false
    if (isDraining) return answerUntilClosed(() => refuse(request, response))
    unanswered.add(response)
    response.on('close', forgetResponse)
    for (const handle of listeners) handle.call(server, request, response)
  })

  return {
    endKeepAlive() {
      isEnding = true
      for (const response of unanswered) response.shouldKeepAlive = false
    },
    async stopAccepting() {
      // The system resets connections that arrive at the moment of closing. Clients that wait for a response open
      // none.
      isDraining = true
      const drainingSince = Date.now()
      while (unanswered.size > 0 && Date.now() - drainingSince < maxDrainMs) await sleep(5)
      await acceptAllWaiting(() => accepted)
      // http's own close would also end idle connections whose first request has not arrived yet.
      NetServer.prototype.close.call(server)
      for (const answer of pendingAnswers.splice(0)) answer()
      const closedAt = Date.now()
      do {
        await sleep(20)
        // Timers run before received data is read.
        await nextEventLoopTurn()
        await nextEventLoopTurn()
      } while (canWait(Date.now() - closedAt, silentSockets.size))
    },
  }

  function answerUntilClosed(answer: () => void): void {
    if (server.listening) pendingAnswers.push(answer)
    else answer()
  }

  function canWait(ms: number, silentConnections: number): boolean {
    return ms < minFirstRequestMs || (silentConnections > 0 && ms < maxFirstRequestMs)
  }
}

/** Node accepts few connections per event loop turn, and closing the port resets those that are not accepted yet. */
async function acceptAllWaiting(countAccepted: () => number): Promise<void> {
  const deadline = performance.now() + maxAcceptMs
  let idleSince = performance.now()
  while (performance.now() < Math.min(idleSince + idleMs, deadline)) {
    const before = countAccepted()
    await sleep(1)
    await nextEventLoopTurn()
    if (countAccepted() !== before) idleSince = performance.now()
  }
  await nextEventLoopTurn()
}

const stopping = {
  code: 'unavailable',
  message: 'We’ll be back in a moment. Please try again.',
} as const satisfies ErrorBody

/** The browser reloads this page automatically. */
const stoppingPage = () =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="2"><title>${site().name}</title><p>${stopping.message}</p></html>`

function refuse({ method, headers }: IncomingMessage, response: ServerResponse): void {
  const isPage = method === 'GET' && /\btext\/html\b/i.test(headers.accept ?? '')
  const body = isPage ? stoppingPage() : JSON.stringify(stopping)
  response
    .writeHead(503, {
      'content-type': `${isPage ? 'text/html' : 'application/json'}; charset=utf-8`,
      'content-length': Buffer.byteLength(body),
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'retry-after': '2',
    })
    .end(method === 'HEAD' ? undefined : body)
}

function nextEventLoopTurn(): Promise<void> {
  return new Promise((next) => setImmediate(next))
}

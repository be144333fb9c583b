import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export type GracefulClose = {
  /** Every response from now on has `Connection: close`, also of requests in progress. */
  endKeepAlive(): void
  /**
   * Delays new requests until the others are answered and the port is closed, then answers them too: their connection was
   * accepted, and a proxy does not repeat a POST. Resolves once every accepted connection has sent its request or timed
   * out, and is answered.
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
  /** Responses to requests that arrived while the server was stopping. */
  const late = new Set<ServerResponse>()
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
    if (isEnding || isDraining) response.shouldKeepAlive = false
    const answer = () => {
      unanswered.add(response)
      response.on('close', forgetResponse)
      for (const handle of listeners) handle.call(server, request, response)
    }
    if (!isDraining) return answer()
    answerOnceClosed(() => {
      late.add(response)
      response.on('close', () => late.delete(response))
      answer()
    })
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
      const answeringSince = Date.now()
      while (late.size > 0 && Date.now() - answeringSince < maxDrainMs) await sleep(5)
    },
  }

  /** Until then, a client that waits for its response opens no other connection. */
  function answerOnceClosed(answer: () => void): void {
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

function nextEventLoopTurn(): Promise<void> {
  return new Promise((next) => setImmediate(next))
}

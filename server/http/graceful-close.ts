import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export type GracefulClose = {
  /** From now on every answer, also those of requests that run already, says `Connection: close`. */
  endKeepAlive(): void
  /** Closes the port. Resolves once every accepted connection has sent its request, or its time for that is over. */
  stopAccepting(): Promise<void>
}

type Options = {
  /** How long a connection that was accepted gets at least, and at most, to send its first request. */
  minFirstRequestMs?: number
  maxFirstRequestMs?: number
}

/** Turns of the event loop in which connections may still be accepted. A flood must not keep the port open. */
const maxAcceptTurns = 500

/** Watches a server's connections, so that closing it breaks no answer. */
export function gracefulClose(
  server: Server,
  { minFirstRequestMs = 400, maxFirstRequestMs = 1_500 }: Options = {},
): GracefulClose {
  const silent = new Set<Socket>()
  const unanswered = new Set<ServerResponse>()
  let accepted = 0
  let isEnding = false
  server.on('connection', (socket) => {
    accepted += 1
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    silent.delete(socket)
    if (isEnding) response.shouldKeepAlive = false
    unanswered.add(response)
    response.once('close', () => unanswered.delete(response))
  })

  return {
    endKeepAlive() {
      isEnding = true
      for (const response of unanswered) response.shouldKeepAlive = false
    },
    async stopAccepting() {
      await acceptAllWaiting(() => accepted)
      // http's own close would end idle connections too, among them those whose first request is still on the way.
      NetServer.prototype.close.call(server)
      const closedAt = Date.now()
      do {
        await sleep(20)
        // Timers run before what has arrived is read.
        await turnOfEvents()
        await turnOfEvents()
      } while (mayWait(Date.now() - closedAt, silent.size))
    },
  }

  function mayWait(ms: number, silentConnections: number): boolean {
    return ms < minFirstRequestMs || (silentConnections > 0 && ms < maxFirstRequestMs)
  }
}

/** Node accepts few connections in one turn, and closing the port resets those that wait to be accepted. */
async function acceptAllWaiting(countAccepted: () => number): Promise<void> {
  for (let turn = 0; turn < maxAcceptTurns; turn++) {
    const before = countAccepted()
    await turnOfEvents()
    if (countAccepted() === before && turn > 0) return
  }
}

function turnOfEvents(): Promise<void> {
  return new Promise((next) => setImmediate(next))
}

import { PassThrough } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { BusyError } from '../../domain/errors.ts'
import { ipPrefix } from './rate-limit.ts'
import type { Viewer } from './request-context.ts'

/** The heartbeat interval: shorter than the idle timeout of common proxies. */
const heartbeatIntervalMs = 20_000
/** How long a browser waits before it reconnects. */
const retryAfterMs = 2_000
/**
 * The same delay for a stream that was replaced by a newer one. It is longer, so that many open pages of a user do not
 * replace each other's streams constantly.
 */
const replacedRetryAfterMs = 60_000
/** How long a closed stream may take to be read to its end. */
const closeTimeoutMs = 5_000
/** The maximum buffered bytes for a slow reader. */
const maxBufferedBytes = 64 * 1024

/** Starts to publish by `send`; returns the function to unsubscribe. */
export type Subscribe<E> = (send: (event: E) => void) => () => void

/**
 * Server-sent events that last as long as the session: it is checked before every message, so nothing is sent after a
 * sign-out. When the server stops they end first, and browsers reconnect automatically.
 */
export function createEventStreams(
  app: FastifyInstance,
  viewerOf: (headers: FastifyRequest['headers']) => Promise<Viewer | undefined>,
) {
  const slots = eventStreamSlots()
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
    slots.endAll()
  })

  return function sendEventStream<E>(request: FastifyRequest, reply: FastifyReply, subscribe: Subscribe<E>) {
    const { viewer } = request
    if (!viewer) throw new Error('Sign in to receive events')
    const body = new PassThrough()
    const end = () => {
      body.end()
      setTimeout(() => body.destroy(), closeTimeoutMs).unref()
    }
    const stream = {
      viewerId: viewer.id,
      network: ipPrefix(request.ip),
      end() {
        if (!isClosing) body.write(`retry: ${replacedRetryAfterMs}\n\n`)
        end()
      },
    }
    slots.open(stream)
    let pendingWrites = Promise.resolve()
    /** Writes sequentially, and checks the session before each write. */
    const write = (text: string) => {
      pendingWrites = pendingWrites.then(async () => {
        const currentViewer = body.writableEnded
          ? undefined
          : await viewerOf(request.headers).catch(() => undefined)
        const isAllowed = currentViewer?.id === viewer.id && !currentViewer.needsPasskey
        if (!isAllowed || body.writableLength > maxBufferedBytes) return end()
        body.write(text)
      })
    }
    const unsubscribe = subscribe((event) => write(`data: ${JSON.stringify(event)}\n\n`))
    const heartbeatTimer = setInterval(() => write(': still here\n\n'), heartbeatIntervalMs)
    body.once('close', () => {
      clearInterval(heartbeatTimer)
      slots.free(stream)
      unsubscribe()
    })
    body.write(`retry: ${retryAfterMs}\n\n`)
    // A HEAD request does not keep the stream open.
    if (request.method === 'HEAD') end()
    return reply
      .type('text/event-stream; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('x-accel-buffering', 'no')
      .send(body)
  }
}

/** An open stream. `network` is the client's IP prefix; `end` closes the stream. */
export type EventStream = { viewerId: string; network: string; end(): void }

type MaxStreams = { perPerson: number; perNetwork: number; all: number }

/** The maximum open streams of a process. Hidden pages hold none, so a user needs few. */
const defaultMaxStreams: MaxStreams = { perPerson: 6, perNetwork: 100, all: 5_000 }

/** Counts open streams, so that a few accounts or one address cannot use all of them. */
export function eventStreamSlots(maxStreams: MaxStreams = defaultMaxStreams) {
  const open = new Set<EventStream>()
  const from = (network: string) => [...open].filter((stream) => stream.network === network)

  return {
    /**
     * Closes the user's oldest stream over the limit. Throws BusyError when the network or the process is at its
     * limit.
     */
    open(stream: EventStream): void {
      const own = [...open].filter(({ viewerId }) => viewerId === stream.viewerId)
      const oldest = own.length >= maxStreams.perPerson ? own[0] : undefined
      if (!oldest && open.size >= maxStreams.all) throw limitError('Too many people are connected right now.')
      if (!oldest && from(stream.network).length >= maxStreams.perNetwork)
        throw limitError('Too many pages are open from your network.')
      if (oldest) {
        // Removed at once and not when its connection closes: a stream that is never read would keep its slot.
        open.delete(oldest)
        oldest.end()
      }
      open.add(stream)
    },
    free(stream: EventStream): void {
      open.delete(stream)
    },
    endAll(): void {
      for (const stream of open) stream.end()
    },
  }
}

function limitError(sentence: string): BusyError {
  return new BusyError('unavailable', `${sentence} Please try again in a minute.`, 60)
}

import { PassThrough } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { eventStreamSlots } from './event-stream-slots.ts'
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

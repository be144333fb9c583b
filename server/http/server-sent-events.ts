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
 * The same after a stream was replaced by a newer one, so that a user's many pages do not replace each other
 * constantly.
 */
const replacedRetryAfterMs = 60_000
/** How long a closed stream may take to be read to its end. */
const closeTimeoutMs = 5_000
/** The maximum buffered bytes for a slow reader. */
const maxWaitingBytes = 64 * 1024

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
    const out = new PassThrough()
    const end = () => {
      out.end()
      setTimeout(() => out.destroy(), closeTimeoutMs).unref()
    }
    const stream = {
      viewerId: viewer.id,
      network: ipPrefix(request.ip),
      end() {
        if (!isClosing) out.write(`retry: ${replacedRetryAfterMs}\n\n`)
        end()
      },
    }
    slots.open(stream)
    let last = Promise.resolve()
    /** Sequentially, and each only while the session is valid. */
    const write = (text: string) => {
      last = last.then(async () => {
        const now = out.writableEnded ? undefined : await viewerOf(request.headers).catch(() => undefined)
        if (now?.id !== viewer.id || out.writableLength > maxWaitingBytes) return end()
        out.write(text)
      })
    }
    const stop = subscribe((event) => write(`data: ${JSON.stringify(event)}\n\n`))
    const heartbeatTimer = setInterval(() => write(': still here\n\n'), heartbeatIntervalMs)
    out.once('close', () => {
      clearInterval(heartbeatTimer)
      slots.free(stream)
      stop()
    })
    out.write(`retry: ${retryAfterMs}\n\n`)
    // A HEAD request does not keep the stream open.
    if (request.method === 'HEAD') end()
    return reply
      .type('text/event-stream; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('x-accel-buffering', 'no')
      .send(out)
  }
}

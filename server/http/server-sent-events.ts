import { PassThrough } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { eventStreamSlots } from './event-stream-slots.ts'
import { ipPrefix } from './rate-limit.ts'
import type { Viewer } from './request-context.ts'

/** Milliseconds between two signs of life: shorter than the patience of any proxy between us. */
const heartbeatIntervalMs = 20_000
/** Milliseconds until a browser comes back after a broken connection. */
const retryAfterMs = 2_000
/** The same for a stream that ended for a newer one, so that a person's many pages do not take turns all the time. */
const replacedRetryAfterMs = 60_000
/** Milliseconds in which an ended stream must be read to its end. */
const closeTimeoutMs = 5_000
/** Bytes a slow reader may lag behind. */
const maxWaitingBytes = 64 * 1024

/** Begins to tell by `send`; returns how to stop. */
export type Subscribe<E> = (send: (event: E) => void) => () => void

/**
 * Server-sent events that live as long as the session they were asked with: it is looked at before every word, so nothing
 * is told to somebody who has signed out. When the server stops they end first, and browsers come back by themselves.
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
    if (!viewer) throw new Error('Events are for somebody who is signed in')
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
    slots.take(stream)
    let last = Promise.resolve()
    /** One after the other, and each only while the session is good. */
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
    // Who asks for the head alone does not stay to listen.
    if (request.method === 'HEAD') end()
    return reply
      .type('text/event-stream; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('x-accel-buffering', 'no')
      .send(out)
  }
}

import { PassThrough } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../domain/errors.ts'
import type { Viewer } from './call.ts'

/** Milliseconds between two signs of life: shorter than the patience of any proxy between us. */
const heartbeat = 20_000
/** Milliseconds until a browser comes back after a broken connection. */
const comeBackAfter = 2_000
/** Open at once, for one person and in one process; bytes a slow reader may lag behind. */
const most = { each: 20, all: 5_000, waiting: 64 * 1024 }

type Stream = { viewerId: string; end(): void }

/** Begins to tell by `send`; returns how to stop. */
export type Teller<E> = (send: (event: E) => void) => () => void

/**
 * Server-sent events that live as long as the session they were asked with: it is looked at before every word, so nothing
 * is told to somebody who has signed out. When the server stops they end first, and browsers come back by themselves.
 */
export function eventStreams(
  app: FastifyInstance,
  viewerOf: (headers: FastifyRequest['headers']) => Promise<Viewer | undefined>,
) {
  const open = new Set<Stream>()
  app.addHook('preClose', async () => {
    for (const stream of open) stream.end()
  })

  return function answer<E>(request: FastifyRequest, reply: FastifyReply, tell: Teller<E>) {
    const { viewer } = request
    if (!viewer) throw new Error('Events are for somebody who is signed in')
    makeRoom(open, viewer.id)
    const out = new PassThrough()
    let last = Promise.resolve()
    /** One after the other, and each only while the session is good. */
    const write = (text: string) => {
      last = last.then(async () => {
        const now = out.writableEnded ? undefined : await viewerOf(request.headers).catch(() => undefined)
        if (now?.id !== viewer.id || out.writableLength > most.waiting) return stream.end()
        out.write(text)
      })
    }
    const stop = tell((event) => write(`data: ${JSON.stringify(event)}\n\n`))
    const beat = setInterval(() => write(': still here\n\n'), heartbeat)
    const stream: Stream = { viewerId: viewer.id, end: () => out.end() }
    open.add(stream)
    out.once('close', () => {
      clearInterval(beat)
      open.delete(stream)
      stop()
    })
    out.write(`retry: ${comeBackAfter}\n\n`)
    // Who asks for the head alone does not stay to listen.
    if (request.method === 'HEAD') stream.end()
    return reply
      .type('text/event-stream; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('x-accel-buffering', 'no')
      .send(out)
  }
}

/** One person's oldest stream gives way to a new one; a full process refuses, and the page reads again by itself later. */
function makeRoom(open: Set<Stream>, viewerId: string): void {
  const own = [...open].filter((stream) => stream.viewerId === viewerId)
  if (own.length >= most.each) own[0]?.end()
  else if (open.size >= most.all)
    throw new AppError('unavailable', 'Too many people are looking right now. Please try again in a minute.')
}

import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'

type Pace = {
  /** Milliseconds an ordinary body may take, and the window in which an upload must show progress. */
  patience: number
  /** Bytes an upload must bring in each window. */
  leastProgress: number
  /** Milliseconds between two looks. */
  look: number
}

/** 30 KiB in 30 s is a very bad phone connection. */
const usual: Pace = { patience: 30_000, leastProgress: 30 * 1024, look: 5_000 }

/** Ends requests whose bodies stall: a form within 30 s, an upload by a least rate (quality-bars.md: slow bodies). */
export function closeSlowBodies(app: FastifyInstance, pace: Pace = usual): void {
  app.addHook('onRequest', async (request) => {
    // What the server asks itself for a page comes over no wire.
    if (!(request.raw.socket instanceof Socket)) return
    if (request.raw.complete || !hasBody(request)) return
    watch(request, pace)
  })
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function watch(request: FastifyRequest, { patience, leastProgress, look }: Pace): void {
  const isUpload = /^(multipart\/form-data|application\/offset\+octet-stream)/i.test(
    request.headers['content-type'] ?? '',
  )
  const { socket } = request.raw
  let windowStart = Date.now()
  let seen = socket.bytesRead

  const timer = setInterval(() => {
    if (request.raw.complete || socket.destroyed) return clearInterval(timer)
    if (Date.now() - windowStart < patience) return
    if (!isUpload || socket.bytesRead - seen < leastProgress) {
      request.log.info({ requestId: request.id }, 'closed a stalled body')
      clearInterval(timer)
      socket.destroy()
      return
    }
    windowStart = Date.now()
    seen = socket.bytesRead
  }, look)
  timer.unref()
  request.raw.once('close', () => clearInterval(timer))
}

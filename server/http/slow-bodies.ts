import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Milliseconds an ordinary body may take, and the window in which an upload must show progress. */
const patience = 30_000
/** Bytes an upload must bring in each window: 1 KiB/s, a very bad phone connection. */
const leastProgress = 30 * 1024
const look = 5_000

/** Ends requests whose bodies stall: a form within 30 s, an upload by a least rate (quality-bars.md: slow bodies). */
export function closeSlowBodies(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (request.raw.complete || !hasBody(request)) return
    watch(request)
  })
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function watch(request: FastifyRequest): void {
  const isUpload = /^multipart\/form-data/i.test(request.headers['content-type'] ?? '')
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

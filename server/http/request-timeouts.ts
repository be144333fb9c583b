import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { notFound } from './errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route accepts files of any size, so its bodies are limited by rate instead of duration. */
    acceptsUploads?: boolean
  }
}

export type RequestTimeouts = {
  /** The timeout of an ordinary body, and the window in which an upload must make progress. */
  bodyTimeoutMs: number
  /** The minimum bytes of an upload in each window. */
  minUploadBytes: number
  checkIntervalMs: number
}

/** 30 KiB in 30 s is a very slow phone connection. */
const defaults: RequestTimeouts = {
  bodyTimeoutMs: 30_000,
  minUploadBytes: 30 * 1024,
  checkIntervalMs: 5_000,
}

/** Ends requests whose bodies stall: a form after 30 s, an upload below a minimum rate. */
export function limitRequestTime(app: FastifyInstance, timeouts: RequestTimeouts = defaults): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (isReceiving(request)) watchBody(request, timeouts)
    done()
  })
}

/** Answers unknown paths without waiting for the body (unread-bodies.ts closes the connection). */
export function answerUnknownPaths(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404 && isReceiving(request) && !/^(GET|HEAD)$/.test(request.method))
      return void notFound(request, reply)
    done()
  })
}

/** A body that is still arriving over a real connection; the server's internal requests have none. */
function isReceiving({ raw, headers }: FastifyRequest): boolean {
  if (!(raw.socket instanceof Socket) || raw.complete) return false
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function watchBody(request: FastifyRequest, timeouts: RequestTimeouts): void {
  const { bodyTimeoutMs, minUploadBytes, checkIntervalMs } = timeouts
  const isUpload = isChunkUpload(request)
  const { socket } = request.raw
  let windowStart = Date.now()
  let lastBytesRead = socket.bytesRead

  const timer = setInterval(() => {
    if (request.raw.complete || socket.destroyed) return clearInterval(timer)
    if (Date.now() - windowStart < bodyTimeoutMs) return
    if (!isUpload || socket.bytesRead - lastBytesRead < minUploadBytes) {
      request.log.info({ requestId: request.id }, 'closed a stalled request body')
      clearInterval(timer)
      socket.destroy()
      return
    }
    windowStart = Date.now()
    lastBytesRead = socket.bytesRead
  }, checkIntervalMs)
  timer.unref()
  request.raw.once('close', () => clearInterval(timer))
}

/** An upload route answers at once without a session, so a client that keeps sending is authenticated. */
function isChunkUpload({ routeOptions, headers }: FastifyRequest): boolean {
  const type = headers['content-type'] ?? ''
  return (
    routeOptions.config.acceptsUploads === true &&
    /^(multipart\/form-data|application\/offset\+octet-stream)/i.test(type)
  )
}

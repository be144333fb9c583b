import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { notFound } from './errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Takes files of any size, so its bodies are judged by their pace. */
    takesUpload?: boolean
  }
}

export type RequestTimeouts = {
  /** How long an ordinary body may take, and the window in which an upload must show progress. */
  bodyTimeoutMs: number
  /** Bytes an upload must bring in each window. */
  minUploadBytes: number
  checkIntervalMs: number
}

/** 30 KiB in 30 s is a very bad phone connection. */
const defaults: RequestTimeouts = {
  bodyTimeoutMs: 30_000,
  minUploadBytes: 30 * 1024,
  checkIntervalMs: 5_000,
}

/**
 * Ends requests whose bodies stall: a form within 30 s, an upload by a minimum rate.
 */
export function limitRequestTime(app: FastifyInstance, timeouts: RequestTimeouts = defaults): void {
  app.addHook('onRequest', async (request) => {
    if (isArriving(request)) watchBody(request, timeouts)
  })
}

/** An unknown address is answered without waiting for the body that comes with it (unread-bodies.ts ends the connection). */
export function answerUnknownAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404 && isArriving(request) && !/^(GET|HEAD)$/.test(request.method)) {
      return notFound(request, reply)
    }
  })
}

/** A body on its way over a real connection; calls that the server makes to itself have none. */
function isArriving({ raw, headers }: FastifyRequest): boolean {
  if (!(raw.socket instanceof Socket) || raw.complete) return false
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function watchBody(request: FastifyRequest, timeouts: RequestTimeouts): void {
  const { bodyTimeoutMs, minUploadBytes, checkIntervalMs } = timeouts
  const isUpload = takesPieces(request)
  const { socket } = request.raw
  let windowStart = Date.now()
  let seen = socket.bytesRead

  const timer = setInterval(() => {
    if (request.raw.complete || socket.destroyed) return clearInterval(timer)
    if (Date.now() - windowStart < bodyTimeoutMs) return
    if (!isUpload || socket.bytesRead - seen < minUploadBytes) {
      request.log.info({ requestId: request.id }, 'closed a stalled body')
      clearInterval(timer)
      socket.destroy()
      return
    }
    windowStart = Date.now()
    seen = socket.bytesRead
  }, checkIntervalMs)
  timer.unref()
  request.raw.once('close', () => clearInterval(timer))
}

/** An upload route without a session is answered at once, so whoever keeps sending to one has been admitted. */
function takesPieces({ routeOptions, headers }: FastifyRequest): boolean {
  const type = headers['content-type'] ?? ''
  return (
    routeOptions.config.takesUpload === true &&
    /^(multipart\/form-data|application\/offset\+octet-stream)/i.test(type)
  )
}

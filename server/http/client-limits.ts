import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { BlockList, isIP, Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { notFound } from './errors.ts'
import { ipPrefix, requestWindow } from './rate-limit.ts'
import { sha256Base64url } from './request-context.ts'

export type ConnectionLimits = {
  maxConnections: number
  maxConnectionsPerAddress: number
  /** Addresses and ranges of our own proxies, which carry many clients. */
  trustProxy: Array<string>
  /** A response without progress for this long is closed. */
  writeTimeoutMs?: number
  checkIntervalMs?: number
  /** The maximum pipelined requests of a connection. Browsers do not pipeline; a few are allowed. */
  maxPipelined?: number
}

/** Limits connections in total and per address, unread responses, and pipelined requests. */
export function limitConnections(server: Server, limits: ConnectionLimits): void {
  const { maxConnections, maxPipelined = 4 } = limits
  server.maxConnections = maxConnections
  limitPerAddress(server, limits)
  endUnreadResponses(server, limits)
  limitPipelining(server, maxPipelined)
}

function limitPerAddress(server: Server, { maxConnectionsPerAddress, trustProxy }: ConnectionLimits): void {
  const isOwnProxy = proxyMatcher(trustProxy)
  const open = new Map<string, number>()
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? ''
    if (isIP(address) === 0 || isOwnProxy(address)) return
    const network = ipPrefix(address)
    const count = (open.get(network) ?? 0) + 1
    if (count > maxConnectionsPerAddress) return socket.destroy()
    open.set(network, count)
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1
      if (left > 0) open.set(network, left)
      else open.delete(network)
    })
  })
}

/** Whether an address is in a list of addresses and ranges. */
export function proxyMatcher(addresses: Array<string>): (address: string) => boolean {
  const proxies = blockListOf(addresses)
  return (address) => isIP(address) !== 0 && proxies.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

function blockListOf(addresses: Array<string>): BlockList {
  const list = new BlockList()
  for (const text of addresses) {
    const [address = '', bits] = text.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}

type Progress = { completedBytes: number; inFlightBytes: number; since: number }

/**
 * Destroys a connection whose response is pending and whose socket has accepted no bytes for a while. Node's
 * inactivity timeout is not enough, because every byte from the client restarts it.
 */
function endUnreadResponses(
  server: Server,
  { writeTimeoutMs = 60_000, checkIntervalMs = 5_000 }: ConnectionLimits,
): void {
  const open = new Map<Socket, Progress>()
  server.on('connection', (socket) => {
    open.set(socket, { completedBytes: 0, inFlightBytes: 0, since: Date.now() })
    socket.once('close', () => open.delete(socket))
  })
  const timer = setInterval(() => {
    const now = Date.now()
    for (const [socket, before] of open) {
      const completedBytes = socket.bytesWritten - socket.writableLength
      const inFlightBytes = bytesInFlight(socket)
      const isStuck =
        socket.writableLength > 0 &&
        completedBytes === before.completedBytes &&
        inFlightBytes === before.inFlightBytes
      if (!isStuck) open.set(socket, { completedBytes, inFlightBytes, since: now })
      else if (now - before.since >= writeTimeoutMs) socket.destroy()
    }
  }, checkIntervalMs)
  timer.unref()
  server.once('close', () => clearInterval(timer))
}

/**
 * Bytes of the current write that the operating system has not accepted. It accepts a large write in parts, which
 * only the handle reports.
 */
function bytesInFlight(socket: Socket): number {
  const handle: unknown = Reflect.get(socket, '_handle')
  const size: unknown = typeof handle === 'object' && handle !== null && Reflect.get(handle, 'writeQueueSize')
  return typeof size === 'number' ? size : 0
}

/** Node emits every request of a packet at once. Those over the limit are refused before any work. */
function limitPipelining(server: Server, maxPipelined: number): void {
  const unanswered = new WeakMap<Socket, number>()
  const listeners = server.listeners('request')
  server.removeAllListeners('request')
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    const count = (unanswered.get(socket) ?? 0) + 1
    unanswered.set(socket, count)
    response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1))
    if (count > maxPipelined) {
      response.writeHead(503, { connection: 'close', 'content-length': 0 }).end()
      return
    }
    for (const handle of listeners) handle.call(server, request, response)
  })
}

/**
 * Limits the multipart forms of a session. Counted in this process before the session is looked up, so that refusing a
 * flood of forms costs no query.
 */
export function limitForms(
  app: FastifyInstance,
  { maxFormsPerMinute }: Pick<Config, 'maxFormsPerMinute'>,
): void {
  const countForm = requestWindow({
    max: maxFormsPerMinute,
    windowMs: 60_000,
    sentence: 'You’re sending forms too quickly. Wait a minute, then try again.',
  })
  app.addHook('onRequest', (request, _reply, done) => {
    const session = isForm(request) && sessionCookie(request)
    if (session) countForm(sha256Base64url(session))
    done()
  })
}

function isForm({ routeOptions, headers }: FastifyRequest): boolean {
  return (
    routeOptions.config.acceptsUploads === true &&
    /^multipart\/form-data\b/i.test(headers['content-type'] ?? '')
  )
}

/** Not verified yet. A request without it, or with a forged one, is refused without a query. */
function sessionCookie({ cookies }: FastifyRequest): string | undefined {
  return Object.entries(cookies).find(([name]) => name.endsWith('session_token'))?.[1]
}

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

/** Answers unknown paths without waiting for the body, whose rest `drainUnreadBodies` reads. */
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

type Options = { maxBytes?: number; timeoutMs?: number }

/**
 * Reads the rest of a body after the response. Otherwise a refused form would stall: its sender keeps writing, and
 * many clients read the response only after their last byte. A body that is too long or too slow is cut off.
 */
export function drainUnreadBodies(
  app: FastifyInstance,
  { maxBytes = 16 * 1024 ** 2, timeoutMs = 10_000 }: Options = {},
): void {
  app.addHook('onResponse', ({ raw }, _reply, done) => {
    // Internal requests have no real connection.
    if (raw.socket instanceof Socket && !raw.complete && !raw.destroyed) drain(raw, { maxBytes, timeoutMs })
    done()
  })
}

function drain(raw: IncomingMessage, { maxBytes, timeoutMs }: Required<Options>): void {
  const { socket } = raw
  const timer = setTimeout(() => raw.destroy(), timeoutMs).unref()
  // Node does not close a request that has its response when the connection closes.
  const discard = () => raw.destroy()
  socket.once('close', discard)
  const stop = () => {
    clearTimeout(timer)
    socket.off('close', discard)
  }
  raw.once('close', stop)
  raw.once('end', stop)
  let bytes = 0
  raw.unpipe()
  raw.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > maxBytes) return raw.destroy()
    // Otherwise a fast sender would fill two megabytes in each event loop turn.
    raw.pause()
    setTimeout(() => raw.resume(), 1)
  })
  raw.resume()
}

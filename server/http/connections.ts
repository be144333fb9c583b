import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { BlockList, isIP, type Socket } from 'node:net'
import { ipPrefix } from './rate-limit.ts'

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

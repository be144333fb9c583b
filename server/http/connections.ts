import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { BlockList, isIP, type Socket } from 'node:net'
import { ipPrefix } from './rate-limit.ts'

export type ConnectionLimits = {
  maxConnections: number
  maxConnectionsPerAddress: number
  /** Addresses and ranges of our own proxies, which speak for many. */
  trustProxy: Array<string>
  /** A response that makes no progress this long is ended. */
  writeTimeoutMs?: number
  checkIntervalMs?: number
  /** Requests on one connection that are answered at the same time. No browser pipelines; a few are allowed. */
  maxPipelined?: number
}

/** Bounds what connections can hold: their number in all and per address, unread responses, and requests sent ahead. */
export function limitConnections(server: Server, limits: ConnectionLimits): void {
  const { maxConnections, maxPipelined = 4 } = limits
  server.maxConnections = maxConnections
  limitPerAddress(server, limits)
  endUnreadResponses(server, limits)
  limitPipelining(server, maxPipelined)
}

function limitPerAddress(server: Server, { maxConnectionsPerAddress, trustProxy }: ConnectionLimits): void {
  const proxies = blockListOf(trustProxy)
  const open = new Map<string, number>()
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? ''
    if (isIP(address) === 0 || proxies.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')) return
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
 * Destroys a connection whose response is waiting and whose socket has taken nothing for a while. Node's own inactivity
 * timeout does not do: every byte that the reader sends would restart it.
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

/** Bytes of the running write that the operating system has not taken. It takes a large write in parts, which only the handle tells. */
function bytesInFlight(socket: Socket): number {
  const handle: unknown = Reflect.get(socket, '_handle')
  const size: unknown = typeof handle === 'object' && handle !== null && Reflect.get(handle, 'writeQueueSize')
  return typeof size === 'number' ? size : 0
}

/** Node hands over every request of a packet at once. Past the limit they are refused before anything is done for them. */
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

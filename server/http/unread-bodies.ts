import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

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

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
  app.addHook('onResponse', async ({ raw }) => {
    // Internal requests have no real connection.
    if (!(raw.socket instanceof Socket) || raw.complete || raw.destroyed) return
    const timer = setTimeout(() => raw.destroy(), timeoutMs).unref()
    raw.once('close', () => clearTimeout(timer))
    raw.once('end', () => clearTimeout(timer))
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
  })
}

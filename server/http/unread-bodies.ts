import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

type Options = { maxBytes?: number; timeoutMs?: number }

/**
 * Reads what is left of a body once its request is answered. A form that is refused in the middle would stall otherwise:
 * its sender writes on, nobody reads, and many clients look at the answer only after their last byte. What is too long or
 * too slow is cut off.
 */
export function drainUnreadBodies(
  app: FastifyInstance,
  { maxBytes = 16 * 1024 ** 2, timeoutMs = 10_000 }: Options = {},
): void {
  app.addHook('onResponse', async ({ raw }) => {
    // What the server asks itself for a page comes over no wire.
    if (!(raw.socket instanceof Socket) || raw.complete || raw.destroyed) return
    const timer = setTimeout(() => raw.destroy(), timeoutMs).unref()
    raw.once('close', () => clearTimeout(timer))
    raw.once('end', () => clearTimeout(timer))
    let bytes = 0
    raw.unpipe()
    raw.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > maxBytes) return raw.destroy()
      // Left alone, a fast sender fills two megabytes in each turn of the event loop.
      raw.pause()
      setTimeout(() => raw.resume(), 1)
    })
    raw.resume()
  })
}

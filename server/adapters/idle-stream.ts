import { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'

/**
 * Fails a response's bytes with `error` when the sender sends none for `idleMs`. While received bytes wait to be read,
 * the stream does not count as idle, because a buyer may read slowly.
 */
export function failWhenIdle(bytes: Readable, { idleMs, error }: { idleMs: number; error: Error }): Readable {
  if (!(bytes instanceof IncomingMessage)) return bytes
  let lastBytesRead = bytes.socket.bytesRead
  let lastProgressAt = Date.now()
  const timer = setInterval(() => {
    const hasProgress = bytes.readableLength > 0 || bytes.complete || bytes.socket.bytesRead !== lastBytesRead
    lastBytesRead = bytes.socket.bytesRead
    if (hasProgress) lastProgressAt = Date.now()
    else if (Date.now() - lastProgressAt >= idleMs) bytes.destroy(error)
  }, idleMs / 4).unref()
  return bytes.once('close', () => clearInterval(timer))
}

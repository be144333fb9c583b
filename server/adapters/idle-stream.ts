import { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'

/**
 * Ends an answer's bytes with `error` when the other side sends none for `idleMs`. Bytes that wait to be read are no such
 * idleness: a buyer may take them slowly.
 */
export function failWhenIdle(bytes: Readable, { idleMs, error }: { idleMs: number; error: Error }): Readable {
  if (!(bytes instanceof IncomingMessage)) return bytes
  let received = bytes.socket.bytesRead
  let since = Date.now()
  const timer = setInterval(() => {
    const isMoving = bytes.readableLength > 0 || bytes.complete || bytes.socket.bytesRead !== received
    received = bytes.socket.bytesRead
    if (isMoving) since = Date.now()
    else if (Date.now() - since >= idleMs) bytes.destroy(error)
  }, idleMs / 4).unref()
  return bytes.once('close', () => clearInterval(timer))
}

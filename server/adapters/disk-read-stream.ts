import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ByteRange } from '../ports/file-store.ts'

/** A hundred slow downloads need a few of these each. */
export const minReadBytes = 128 * 1024
export const maxReadBytes = 1024 ** 2
/** A receiver that needs less time for a read gets twice as much with the next one. */
const fastMs = 10

/** The bytes of an open file, or a range of them. Reads more at once while they are received fast. Closes the file. */
export function diskReadStream(handle: FileHandle, range?: ByteRange): Readable {
  const end = range ? range.end + 1 : Number.POSITIVE_INFINITY
  let position = range?.start ?? 0
  let size = minReadBytes
  let lastReadAt = 0

  async function readNext(stream: Readable): Promise<void> {
    const isFast = performance.now() - lastReadAt < fastMs
    size = isFast ? Math.min(size * 2, maxReadBytes) : minReadBytes
    const length = Math.min(size, end - position)
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafeSlow(length), 0, length, position)
    lastReadAt = performance.now()
    position += bytesRead
    stream.push(bytesRead === 0 ? null : buffer.subarray(0, bytesRead))
  }

  return new Readable({
    highWaterMark: minReadBytes,
    read() {
      if (position >= end) this.push(null)
      else readNext(this).catch((error: Error) => this.destroy(error))
    },
    destroy(error, done) {
      handle.close().then(
        () => done(error),
        (closeError: Error) => done(error ?? closeError),
      )
    },
  })
}

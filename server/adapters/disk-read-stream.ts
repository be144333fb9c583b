import type { FileHandle } from 'node:fs/promises'
import { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { ByteRange } from '../ports/file-store.ts'
import { sendBlocks } from './send-blocks.ts'

/** The bytes of a read for other receivers than a response. */
const readBytes = 256 * 1024

/**
 * The bytes of an open file, or a range of them. Closes the file. A response that it is piped to gets blocks in memory
 * that is used again (send-blocks.ts). Other receivers may keep what they get, so each read has new memory.
 */
export function diskReadStream(handle: FileHandle, range?: ByteRange): Readable {
  const end = range ? range.end + 1 : Number.POSITIVE_INFINITY
  let position = range?.start ?? 0

  /** Fills the start of `buffer` with the next bytes, and returns how many; 0 at the end. */
  async function readInto(buffer: Buffer): Promise<number> {
    const length = Math.min(buffer.length, end - position)
    if (length <= 0) return 0
    const { bytesRead } = await handle.read(buffer, 0, length, position)
    position += bytesRead
    return bytesRead
  }

  const stream = new Readable({
    highWaterMark: readBytes,
    read() {
      const buffer = Buffer.allocUnsafeSlow(Math.max(0, Math.min(readBytes, end - position)))
      readInto(buffer).then(
        (length) => this.push(length === 0 ? null : buffer.subarray(0, length)),
        (error: Error) => this.destroy(error),
      )
    },
    destroy(error, done) {
      handle.close().then(
        () => done(error),
        (closeError: Error) => done(error ?? closeError),
      )
    },
  })
  const pipe = stream.pipe.bind(stream)
  stream.pipe = (target, options) => {
    if (!(target instanceof ServerResponse)) return pipe(target, options)
    sendBlocks({ stream, readInto, response: target }).catch((error: Error) => stream.destroy(error))
    return target
  }
  return stream
}

import type { FileHandle } from 'node:fs/promises'
import { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { markExact } from '../http/exact-bytes.ts'
import { type ByteRange, DamagedFileError } from '../ports/file-store.ts'
import { errorCode } from './disk-io.ts'
import { sendBlocks } from './send-blocks.ts'

/** The bytes of a read for other receivers than a response. */
const readBytes = 256 * 1024

/**
 * A range of an open file. Closes the file. Fails with DamagedFileError when the file ends before the range does or the
 * disk cannot read it. A response that it is piped to gets blocks in memory
 * that is used again (send-blocks.ts). Other receivers may keep what they get, so each read has new memory.
 */
export function diskReadStream(handle: FileHandle, range: ByteRange): Readable {
  const end = range.end + 1
  let position = range.start

  /** Fills the start of `buffer` with the next bytes, and returns how many; 0 at the end. */
  async function readInto(buffer: Buffer): Promise<number> {
    const length = Math.min(buffer.length, end - position)
    if (length <= 0) return 0
    const { bytesRead } = await handle.read(buffer, 0, length, position).catch(toDamage)
    if (bytesRead === 0) throw new DamagedFileError(`The file ends at ${position} instead of ${end} bytes`)
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
  return markExact(stream, end - range.start)
}

/** The disk answers EIO for a block that it cannot read. */
function toDamage(error: unknown): never {
  throw errorCode(error) === 'EIO'
    ? new DamagedFileError('The disk cannot read the file', { cause: error })
    : error
}

import type { FileHandle } from 'node:fs/promises'
import { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { markExact } from '../../http/exact-bytes.ts'
import { type ByteRange, DamagedFileError } from '../../ports/file-store.ts'
import { errorCode } from './io.ts'

/** A hundred slow downloads have one of these each. */
export const minBlockBytes = 128 * 1024
export const maxBlockBytes = 1024 ** 2
/** A receiver that takes less time for a block gets twice as much with the next one, and it is read ahead. */
const fastMs = 10
/** Unused memory that is kept for later blocks. */
const maxKeptBytes = 4 * 1024 ** 2

const unused: Array<Buffer> = []

type Options = {
  /** The stream that the response stands for. It ends after the last block, and nothing is sent once it is destroyed. */
  stream: Readable
  response: ServerResponse
  /** Fills the start of the buffer, and returns the number of bytes; 0 at the end. */
  readInto(buffer: Buffer): Promise<number>
}

/**
 * Sends all blocks and ends the response. A block's memory is used again once the operating system has its bytes. V8
 * collects garbage for every few megabytes of new buffers, which took most of the time of a download.
 */
export async function sendBlocks({ stream, response, readInto }: Options): Promise<void> {
  let size = minBlockBytes
  const isOpen = () => !stream.destroyed && !response.destroyed
  const readBlock = async () => {
    const buffer = takeBuffer(size)
    const length = await readInto(buffer)
    return { buffer, length }
  }

  let block = await readBlock()
  while (isOpen() && block.length > 0) {
    const sentAt = performance.now()
    const sent = send(response, block.buffer.subarray(0, block.length))
    const next = size > minBlockBytes ? readBlock() : undefined
    // Its error is thrown where it is awaited.
    next?.catch(() => undefined)
    if (!(await sent)) break
    keepBuffer(block.buffer)
    size = performance.now() - sentAt < fastMs ? Math.min(size * 2, maxBlockBytes) : minBlockBytes
    block = await (next ?? readBlock())
  }
  if (!isOpen()) {
    stream.destroy()
    return
  }
  keepBuffer(block.buffer)
  response.end()
  stream.push(null)
  stream.resume()
}

/** True once the operating system has the bytes; false when the client has left. */
function send(response: ServerResponse, bytes: Buffer): Promise<boolean> {
  return new Promise((done) => {
    // Node.js never calls the callback of a write between the end of the socket and its event.
    const onClose = () => done(false)
    response.once('close', onClose)
    response.write(bytes, (error) => {
      response.off('close', onClose)
      done(!error)
    })
  })
}

function takeBuffer(size: number): Buffer {
  const index = unused.findLastIndex(({ length }) => length === size)
  return unused.splice(index, index === -1 ? 0 : 1)[0] ?? Buffer.allocUnsafeSlow(size)
}

/** Keeps what was used last, so that the sizes in use stay. */
function keepBuffer(buffer: Buffer): void {
  unused.push(buffer)
  let kept = unused.reduce((sum, { length }) => sum + length, 0)
  while (kept > maxKeptBytes && unused[0]) {
    kept -= unused[0].length
    unused.shift()
  }
}

/** The bytes of a read for other receivers than a response. */
const readBytes = 256 * 1024

/**
 * A range of an open file. Closes the file. Fails with DamagedFileError when the file ends before the range does or the
 * disk cannot read it. A response that it is piped to gets blocks in memory that is used again. Other receivers may keep
 * what they get, so each read has new memory.
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

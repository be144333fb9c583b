import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'

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

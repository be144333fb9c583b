import { pipeline, type Readable, Transform } from 'node:stream'
import { type ByteRange, DamagedFileError, type ReadRange, wholeFile } from '../ports/file-store.ts'

/** Streams that fail by themselves when they would end before or after this number of bytes. */
const exactLengths = new WeakMap<Readable, number>()

/** Notes that a stream counts its bytes itself, so that they are not counted again. */
export function markExact(bytes: Readable, length: number): Readable {
  exactLengths.set(bytes, length)
  return bytes
}

/**
 * Passes on exactly `length` bytes. Fails with DamagedFileError at the end of a shorter stream, and before the first byte
 * too many of a longer one. A response with a content length must never have fewer or more bytes: the client would take
 * the next response for the missing ones, or the surplus for the next response.
 */
export function exactBytes(bytes: Readable, length: number): Readable {
  if (exactLengths.get(bytes) === length) return bytes
  let count = 0
  const counted = new Transform({
    transform(chunk: Buffer, _, done) {
      count += chunk.length
      if (count > length) done(new DamagedFileError(`More than the promised ${length} bytes`))
      else done(null, chunk)
    },
    flush(done) {
      done(count < length ? new DamagedFileError(`${count} of ${length} bytes`) : null)
    },
  })
  // Its error is the error of `counted`, too.
  pipeline(bytes, counted, () => undefined)
  return markExact(counted, length)
}

/** The range that is read from a file of this size. Throws DamagedFileError when the file cannot have it. */
export function readRange(key: string, storedBytes: number, range?: ReadRange): ByteRange {
  const { start, end, sizeBytes } = range ?? wholeFile(storedBytes)
  requireSize(key, storedBytes, sizeBytes)
  if (end >= storedBytes)
    throw new DamagedFileError(`The store has ${storedBytes} bytes of ${key}, which end before byte ${end}`)
  return { start, end }
}

/** Throws DamagedFileError when the stored file has another size than promised. */
export function requireSize(key: string, storedBytes: number, sizeBytes = storedBytes): void {
  if (storedBytes !== sizeBytes)
    throw new DamagedFileError(`The store has ${storedBytes} bytes of ${key} instead of ${sizeBytes}`)
}

import { Readable } from 'node:stream'
import { GetObjectCommand, type GetObjectCommandOutput, HeadObjectCommand } from '@aws-sdk/client-s3'
import { exactBytes, readRange } from '../../http/exact-bytes.ts'
import { DamagedFileError, type ReadRange, StoreUnavailableError } from '../../ports/file-store.ts'
import { failWhenIdle } from '../idle-stream.ts'
import { type Bucket, ignoreMissing } from './client.ts'

/**
 * The bytes of an object, or a range of them; undefined when it does not exist. What the store says about its answer is
 * compared with what was asked for before the first byte, and the bytes are counted.
 */
export async function readObject(
  { reader, bucket, idleMs }: Bucket,
  key: string,
  range?: ReadRange,
): Promise<Readable | undefined> {
  const isPart = range && !(range.start === 0 && range.end + 1 === range.sizeBytes)
  const Range = isPart && `bytes=${range.start}-${range.end}`
  const object = await reader
    .send(new GetObjectCommand({ Bucket: bucket, Key: key, ...(Range && { Range }) }))
    .catch(ignoreMissing)
    .catch(toDamage)
  if (!(object?.Body instanceof Readable)) return undefined
  const error = new StoreUnavailableError('The object store stopped sending the file')
  const body = failWhenIdle(object.Body, { idleMs, error })
  try {
    return requestedBytes(key, { ...object, Body: body }, range)
  } catch (refused) {
    body.on('error', () => undefined).destroy()
    throw refused
  }
}

type Answer = Pick<GetObjectCommandOutput, 'ContentLength' | 'ContentRange'> & { Body: Readable }

function requestedBytes(
  key: string,
  { Body, ContentLength, ContentRange }: Answer,
  wanted: ReadRange | undefined,
): Readable {
  const sent = /^bytes (\d+)-(\d+)\/(\d+)$/
    .exec(ContentRange ?? '')
    ?.slice(1)
    .map(Number)
  const storedBytes = sent?.[2] ?? ContentLength ?? wanted?.sizeBytes
  // A store that does not say how much it sends, and nobody knows.
  if (storedBytes === undefined) return Body
  const range = readRange(key, storedBytes, wanted)
  const length = range.end - range.start + 1
  if (!sent) {
    // A store may ignore a range, and then sends the whole object.
    const whole = exactBytes(Body, storedBytes)
    return length === storedBytes
      ? whole
      : exactBytes(Readable.from(slice(whole, range.start, length)), length)
  }
  if (sent[0] !== range.start || sent[1] !== range.end || (ContentLength ?? length) !== length)
    throw new StoreUnavailableError(`The object store sent ${ContentRange} instead of the requested range`)
  return exactBytes(Body, length)
}

async function* slice(bytes: Readable, start: number, length: number): AsyncGenerator<Buffer> {
  let skip = start
  let left = length
  for await (const chunk of bytes) {
    const part: Buffer = chunk.subarray(skip, skip + left)
    skip = Math.max(0, skip - chunk.length)
    left -= part.length
    if (part.length > 0) yield part
    if (left === 0) return
  }
}

/** The store answers 416 for a range that the object does not have. */
function toDamage(error: unknown): never {
  if (Object(error).$metadata?.httpStatusCode !== 416) throw error
  throw new DamagedFileError('The object ends before the requested range', { cause: error })
}

/** Throws StoreUnavailableError unless the store has the object with this size: it may accept bytes and lose them. */
export async function requireObject(
  { client, bucket: Bucket }: Pick<Bucket, 'client' | 'bucket'>,
  Key: string,
  sizeBytes: number,
): Promise<void> {
  const object = await client.send(new HeadObjectCommand({ Bucket, Key })).catch(ignoreMissing)
  if (object && (object.ContentLength ?? sizeBytes) === sizeBytes) return
  throw new StoreUnavailableError(
    `The object store accepted ${sizeBytes} bytes of ${Key} and has ${object?.ContentLength ?? 'nothing'}`,
  )
}

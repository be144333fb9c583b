import { limits } from '../../contract/limits.ts'
import { type AppError, BusyError } from '../../domain/errors.ts'
import { workQueue } from './work-queue.ts'

type Options = {
  /** The maximum images waiting or being decoded: in total, and for one user. */
  maxQueued?: number
  maxQueuedPerPerson?: number
  /** The maximum bytes of images waiting or being decoded. */
  maxBufferedBytes?: number
}

type QueueOwner = { bytes: AsyncIterable<Buffer> | Iterable<Buffer>; tooLarge: () => AppError }

/** Reads an image and decodes it in the queue; undefined without bytes. */
export type ImageQueue = <T>(
  personId: string,
  given: QueueOwner,
  decode: (bytes: Buffer) => Promise<T>,
) => Promise<T | undefined>

/**
 * Decoding an image takes seconds of CPU and up to 150 MB: one at a time in this process, a few waiting, and a small
 * share of those for each user. A place is taken once all bytes have arrived, so a slow sender blocks no one. The
 * form reader (multipart.ts) limits the memory and time of reading.
 */
export function imageQueue({
  maxQueued = 24,
  maxQueuedPerPerson = 2,
  maxBufferedBytes = 48 * 1024 ** 2,
}: Options = {}): ImageQueue {
  const queue = workQueue({
    concurrency: 1,
    maxQueued,
    maxQueuedPerOwner: maxQueuedPerPerson,
    fullError: busy,
    ownerFullError: ownBusy,
  })
  let bufferedBytes = 0

  return async (personId, given, decode) => {
    const bytes = await readImageBytes(given)
    if (bytes.length === 0) return undefined
    if (bufferedBytes + bytes.length > maxBufferedBytes) throw busy()
    const place = queue.enter(personId)
    bufferedBytes += bytes.length
    try {
      return await place.run(() => decode(bytes))
    } finally {
      bufferedBytes -= bytes.length
      place.leave()
    }
  }
}

async function readImageBytes({ bytes, tooLarge }: QueueOwner): Promise<Buffer> {
  const chunks: Array<Buffer> = []
  let size = 0
  for await (const chunk of bytes) {
    size += chunk.length
    if (size > limits.maxPreviewBytes) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The queue of this process: photos, logos and previews share it. */
export const runImageTask = imageQueue()

function busy(): BusyError {
  return new BusyError(
    'unavailable',
    'We’re preparing many images right now. Please try again in a minute.',
    30,
  )
}

function ownBusy(): BusyError {
  return new BusyError(
    'rate_limited',
    'We’re still preparing your last two images. Please try again in a moment.',
    10,
  )
}

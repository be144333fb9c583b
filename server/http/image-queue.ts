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

type ImageSource = { bytes: AsyncIterable<Buffer> | Iterable<Buffer>; tooLarge: () => AppError }

/** Reads an image and decodes it in the queue; undefined without bytes. */
export type ImageQueue = <T>(
  personId: string,
  source: ImageSource,
  decode: (bytes: Buffer) => Promise<T>,
) => Promise<T | undefined>

/**
 * Decoding an image takes seconds of CPU and up to 150 MB. So this process decodes one at a time, and the queue is
 * limited in total and for each user. An image gets a slot once all its bytes have arrived, so a slow sender blocks no
 * one. The form reader (multipart.ts) limits the memory and time of reading.
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
    fullError: queueFullError,
    ownerFullError: ownQueueFullError,
  })
  let bufferedBytes = 0

  return async (personId, source, decode) => {
    const bytes = await readImageBytes(source)
    if (bytes.length === 0) return undefined
    if (bufferedBytes + bytes.length > maxBufferedBytes) throw queueFullError()
    const slot = queue.enter(personId)
    bufferedBytes += bytes.length
    try {
      return await slot.run(() => decode(bytes))
    } finally {
      bufferedBytes -= bytes.length
      slot.leave()
    }
  }
}

async function readImageBytes({ bytes, tooLarge }: ImageSource): Promise<Buffer> {
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

function queueFullError(): BusyError {
  return new BusyError(
    'unavailable',
    'We’re preparing many images right now. Please try again in a minute.',
    30,
  )
}

function ownQueueFullError(): BusyError {
  return new BusyError(
    'rate_limited',
    'We’re still preparing your last two images. Please try again in a moment.',
    10,
  )
}

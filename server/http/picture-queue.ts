import { limits } from '../../contract/limits.ts'
import { type AppError, BusyError } from '../../domain/errors.ts'
import { type QueuePlace, workQueue } from './work-queue.ts'

type Options = {
  /** Pictures that are read, wait or are decoded: of everybody, and of one person. */
  maxPlaces?: number
  maxPlacesPerPerson?: number
  /** Bytes of encoded pictures in memory. */
  maxBufferedBytes?: number
}

type Given = { bytes: AsyncIterable<Buffer> | Iterable<Buffer>; tooLarge: () => AppError }

/** Reads a picture and decodes it in turn; undefined where there are no bytes. */
export type PictureQueue = <T>(
  personId: string,
  given: Given,
  decode: (bytes: Buffer) => Promise<T>,
) => Promise<T | undefined>

/**
 * Decoding a picture takes seconds of a CPU and up to 150 MB: one at a time in this process, a few waiting, and a small
 * share of those for each person. A person's place is taken before the bytes are read, so waiting costs little memory.
 */
export function pictureQueue({
  maxPlaces = 24,
  maxPlacesPerPerson = 2,
  maxBufferedBytes = 48 * 1024 ** 2,
}: Options = {}): PictureQueue {
  const queue = workQueue({
    concurrency: 1,
    maxPlaces,
    maxPlacesPerOwner: maxPlacesPerPerson,
    fullError: busy,
    ownerFullError: ownBusy,
  })
  let bufferedBytes = 0

  return async (personId, { bytes, tooLarge }, decode) => {
    let place: QueuePlace | undefined
    let size = 0
    try {
      const chunks: Array<Buffer> = []
      for await (const chunk of bytes) {
        place ??= queue.enter(personId)
        size += chunk.length
        bufferedBytes += chunk.length
        if (size > limits.maxPreviewBytes) throw tooLarge()
        if (bufferedBytes > maxBufferedBytes) throw busy()
        chunks.push(chunk)
      }
      if (!place) return undefined
      const whole = Buffer.concat(chunks.splice(0))
      return await place.run(() => decode(whole))
    } finally {
      bufferedBytes -= size
      place?.leave()
    }
  }
}

/** The one of this process: photos, logos and previews wait in the same queue. */
export const decodeInTurn = pictureQueue()

function busy(): BusyError {
  return new BusyError(
    'unavailable',
    'We’re preparing many images right now. Please try again in a minute.',
    30,
  )
}

function ownBusy(): BusyError {
  return new BusyError(
    'throttled',
    'We’re still preparing your last two images. Please try again in a moment.',
    10,
  )
}

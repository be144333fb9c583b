import { limits } from '../../../../contract/limits.ts'
import { AppError, BusyError } from '../../../../domain/errors.ts'
import { isPicture } from '../../../../domain/file-type.ts'
import { type FileResponse, fromBuffer } from '../../../http/file-response.ts'
import { runImageTask } from '../../../http/images.ts'
import type { FindViewer } from '../../../http/request-context.ts'
import { workQueue } from '../../../http/work-queue.ts'
import { ImageError } from '../../../ports/image-encoder.ts'
import type { Ports } from '../../../ports/index.ts'
import type { StoredFile } from '../../selling/content/parts.ts'
import { storedOrRendered, thumbnailKeyOf } from '../../selling/content/preview-image.ts'
import { requireBoughtPart } from './active-access.ts'
import { requireItemByToken } from './download.ts'
import { lostFileError, openStored } from './stored-file.ts'

type ThumbnailRequest = { partId: number; findViewer: FindViewer }

/**
 * A small square of a purchased picture, made at the first request and then stored. The grant is read for every request. It
 * does not count as opened: the page shows it by itself. Throws AppError for what is no picture, or takes too much to open.
 */
export async function getThumbnail(
  ports: Ports,
  token: string,
  { partId, findViewer }: ThumbnailRequest,
): Promise<FileResponse> {
  const { row, paidAt } = await requireItemByToken(ports, token, findViewer)
  const { file } = requireBoughtPart(row, { paidAt, id: partId })
  if (!file || !isPicture(file.mimeType)) throw new AppError('not_found', 'This part isn’t an image.')
  if (file.missingSince) throw lostFileError()
  if (file.sizeBytes > limits.maxThumbnailSourceBytes || unreadableKeys.has(file.key)) throw unreadableError()
  const bytes = await storedOrRendered(ports, {
    key: thumbnailKeyOf(file.key),
    render: () => queue.run(token, () => makeThumbnail(ports, file)),
  })
  return {
    name: 'thumbnail.webp',
    type: 'image/webp',
    etag: `thumbnail-${file.sha256}`,
    disposition: 'inline',
    cache: 'viewer',
    ...fromBuffer(bytes),
  }
}

/** One at a time, so that only one file is in memory. A page may ask for all pictures of an item at once. */
const queue = workQueue({
  concurrency: 1,
  maxQueued: 500,
  maxQueuedPerOwner: limits.maxParts,
  fullError: busyError,
  ownerFullError: busyError,
})

const recipe = {
  maxPixels: limits.maxPreviewPixels,
  box: { width: 320, height: 320, fit: 'cover' as const },
  outputs: [{ format: 'webp' as const, quality: 72 }],
}

/** Pictures that could not be opened are not tried again while this process runs. */
const unreadableKeys = new Set<string>()
const maxUnreadableKeys = 10_000

async function makeThumbnail(ports: Ports, file: StoredFile): Promise<Buffer> {
  const picture = {
    bytes: await openStored(ports, file),
    maxBytes: limits.maxThumbnailSourceBytes,
    tooLarge: unreadableError,
  }
  const encoded = await runImageTask('thumbnails', picture, (bytes) =>
    ports.images.encode(bytes, recipe).catch((error: unknown) => {
      if (!(error instanceof ImageError)) throw error
      if (unreadableKeys.size < maxUnreadableKeys) unreadableKeys.add(file.key)
      throw unreadableError()
    }),
  )
  const [thumbnail] = encoded ?? []
  if (!thumbnail) throw unreadableError()
  return thumbnail.bytes
}

function unreadableError(): AppError {
  return new AppError('unsupported_media_type', 'There is no small version of this image. Open it instead.')
}

function busyError(): BusyError {
  return new BusyError(
    'unavailable',
    'We’re preparing many images right now. Reload the page in a minute.',
    30,
  )
}

import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { limits } from '../../../../contract/limits.ts'
import type { TeaserPicture } from '../../../../contract/teasers.ts'
import { AppError } from '../../../../domain/errors.ts'
import { readImage } from '../../../http/images.ts'
import type { FormPart } from '../../../http/multipart.ts'
import { enforceRateLimits } from '../../../http/rate-limit.ts'
import type { Viewer } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { removeStoredObjects } from '../../site/storage/remove-stored-objects.ts'
import { contentNotFoundError, requireOwnContent } from './guards.ts'
import { findOwnContent } from './repository.ts'
import { presentPictures } from './teaser.ts'
import { deletePicture, insertPictureIfAllowed, selectTeaserParts } from './teaser-repository.ts'

const maxEdgePx = 1_600
const hourMs = 3_600_000

type Pictures = { pictures: Array<TeaserPicture> }

export async function listTeaserPictures(ports: Ports, viewer: Viewer, id: number): Promise<Pictures> {
  await requireOwnContent(ports, viewer, id)
  return { pictures: presentPictures(await selectTeaserParts(ports.db, id)) }
}

/** Adds a picture after the others. Throws AppError for an invalid image, and for one too many. */
export async function addTeaserPicture(
  ports: Ports,
  viewer: Viewer,
  { id, form }: { id: number; form: AsyncIterable<FormPart> },
): Promise<Pictures> {
  await requireOwnContent(ports, viewer, id)
  await enforceRateLimits(ports, [
    { key: `teaser-picture/${viewer.id}`, max: limits.maxTeaserPicturesPerHour, windowMs: hourMs },
  ])
  const { bytes, width, height } = await readImage(ports, form, {
    personId: viewer.id,
    field: 'picture',
    box: { width: maxEdgePx, height: maxEdgePx, fit: 'inside' },
    output: { format: 'webp', quality: 80 },
  })
  const key = `teasers/${randomUUID()}`
  await ports.fileStore.put(key, Readable.from([bytes]), { maxBytes: limits.maxPreviewBytes })
  const isAdded = await ports.db.transaction((tx) =>
    insertPictureIfAllowed(tx, {
      contentId: id,
      creatorId: viewer.id,
      kind: 'picture',
      mimeType: 'image/webp',
      key,
      sizeBytes: bytes.length,
      width,
      height,
      createdAt: ports.clock.now(),
    }),
  )
  if (isAdded) return listTeaserPictures(ports, viewer, id)
  await removeStoredObjects(ports, [key])
  const message = `Add up to ${limits.maxTeaserPictures} preview images.`
  throw new AppError('conflict', message, { picture: message })
}

export async function removeTeaserPicture(
  ports: Ports,
  viewer: Viewer,
  { id, partId }: { id: number; partId: number },
): Promise<Pictures> {
  if (!(await findOwnContent(ports.db, { id, creatorId: viewer.id }))) throw contentNotFoundError()
  const key = await ports.db.transaction((tx) => deletePicture(tx, { contentId: id, id: partId }))
  await removeStoredObjects(ports, [key])
  return listTeaserPictures(ports, viewer, id)
}

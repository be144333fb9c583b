import { Readable } from 'node:stream'
import { limits } from '../../../../contract/limits.ts'
import { AppError } from '../../../../domain/errors.ts'
import type { FileResponse } from '../../../http/file-response.ts'
import { readImage, readStoredImage } from '../../../http/images.ts'
import type { FormPart } from '../../../http/multipart.ts'
import { enforceRateLimits, type RateLimit } from '../../../http/rate-limit.ts'
import type { Viewer } from '../../../http/request-context.ts'
import type { ImageRecipe } from '../../../ports/image-encoder.ts'
import type { Ports } from '../../../ports/index.ts'
import { removeStoredObjects } from '../../site/storage/remove-stored-objects.ts'
import { findUserById, updateUser } from './repository.ts'
import { creatorTag, findShownOwner, type ProfileImageColumn } from './shown-person.ts'

/** An account's single image of a kind: its form field, the column of its key, and its processing. */
export type ProfileImageSpec = {
  name: 'photo' | 'logo'
  column: ProfileImageColumn
  folder: string
  box: ImageRecipe['box']
  output: ImageRecipe['outputs'][number]
}

export async function replaceProfileImage(
  ports: Ports,
  viewer: Viewer,
  { name, box, output, column, folder }: ProfileImageSpec,
  form: AsyncIterable<FormPart>,
): Promise<void> {
  await enforceRateLimits(ports, [uploadLimit(viewer)])
  const { bytes } = await readImage(ports, form, { personId: viewer.id, field: name, box, output })
  const key = `${folder}${ports.newPublicId()}`
  await ports.fileStore.put(key, Readable.from([bytes]), { maxBytes: limits.maxPreviewBytes })
  await replaceKey(ports, viewer, { column, key })
}

/** Photos and logos together, because each costs seconds of CPU. */
function uploadLimit({ id }: Viewer): RateLimit {
  const message = 'You’ve changed your images many times in the last hour. Please try again later.'
  return { key: `own-picture/${id}`, max: limits.maxPhotosPerHour, windowMs: 3_600_000, message }
}

export async function removeImage(ports: Ports, viewer: Viewer, { column }: ProfileImageSpec): Promise<void> {
  await replaceKey(ports, viewer, { column, key: null })
}

/** The image of an account that has it now and may be shown. Throws AppError `not_found`. */
export async function serveProfileImage(
  { db, fileStore }: Ports,
  { name, folder, column }: ProfileImageSpec,
  id: number,
): Promise<FileResponse> {
  const key = `${folder}${id}`
  const owner = await findShownOwner(db, column, key)
  const image = owner && (await readStoredImage(fileStore, { key, field: name }))
  if (!image) throw new AppError('not_found', `We couldn’t find that ${name}.`)
  return { ...image, cache: 'minute', tags: creatorTag(owner), isEmbeddable: true }
}

/** The row is written first: a crash in between leaves an unused file, never a row without its file. */
async function replaceKey(
  ports: Ports,
  viewer: Viewer,
  { column, key }: { column: ProfileImageColumn; key: string | null },
): Promise<void> {
  const { db, clock } = ports
  const previousKey = (await findUserById(db, viewer.id))?.[column]
  await updateUser(db, viewer.id, { [column]: key, updatedAt: clock.now() })
  await removeStoredObjects(ports, [previousKey])
}

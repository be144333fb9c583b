import { Readable } from 'node:stream'
import type { Sharp } from 'sharp'
import { limits } from '../../../contract/limits.ts'
import { AppError } from '../../../domain/errors.ts'
import type { Viewer } from '../../http/call.ts'
import type { Download } from '../../http/download.ts'
import { keptPicture, pictureIn } from '../../http/picture.ts'
import { type Limit, throttle } from '../../http/throttle.ts'
import type { FormPart } from '../../http/upload.ts'
import type { Ports } from '../../ports/index.ts'
import { updateUser, userById } from './repository.ts'

/** A picture of which an account has one at the most: its name in forms, the column of its key, and how it is drawn. */
export type OwnPicture = {
  name: 'photo' | 'logo'
  column: 'photoKey' | 'logoKey'
  folder: string
  draw: (upright: Sharp) => Sharp
}

/** Keeps the picture of a form in the place of the one before. Throws AppError for what is none or too large. */
export async function setPicture(
  ports: Ports,
  viewer: Viewer,
  { name, draw, column, folder }: OwnPicture,
  form: AsyncIterable<FormPart>,
): Promise<void> {
  await throttle(ports, [uploadLimit(viewer)])
  const bytes = await pictureIn(form, { personId: viewer.id, field: name, draw })
  const key = `${folder}${ports.newId()}`
  await ports.files.put(key, Readable.from([bytes]), { maxBytes: limits.maxPreviewBytes })
  await replace(ports, viewer, { column, key })
}

/** Photos and logos together: each costs seconds of a CPU. */
function uploadLimit({ id }: Viewer): Limit {
  const sentence = 'You’ve changed your images many times in the last hour. Please try again later.'
  return { key: `own-picture/${id}`, max: limits.photosPerHour, perMs: 3_600_000, sentence }
}

export async function removePicture(ports: Ports, viewer: Viewer, { column }: OwnPicture): Promise<void> {
  await replace(ports, viewer, { column, key: null })
}

/** Throws AppError `not_found`. */
export async function openPicture(
  { files }: Ports,
  { name, folder }: OwnPicture,
  id: number,
): Promise<Download> {
  const picture = await keptPicture(files, { key: `${folder}${id}`, field: name })
  if (!picture) throw new AppError('not_found', `There is no such ${name}.`)
  return picture
}

/** The row first: a crash between the two leaves a file nobody sees, never a row without its file. */
async function replace(
  { db, files, clock }: Ports,
  viewer: Viewer,
  { column, key }: { column: OwnPicture['column']; key: string | null },
): Promise<void> {
  const before = (await userById(db, viewer.id))?.[column]
  await updateUser(db, viewer.id, { [column]: key, updatedAt: clock.now() })
  if (before) await files.remove(before)
}

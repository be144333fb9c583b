import { Readable } from 'node:stream'
import type { Account } from '../../../contract/account-settings.ts'
import { limits } from '../../../contract/limits.ts'
import { AppError } from '../../../domain/errors.ts'
import type { Viewer } from '../../http/call.ts'
import type { Download } from '../../http/download.ts'
import { keptPicture, pictureIn } from '../../http/picture.ts'
import type { FormPart } from '../../http/upload.ts'
import type { Ports } from '../../ports/index.ts'
import { showAccount } from './profile.ts'
import { updateUser, userById } from './repository.ts'

/** Pixels of the square that is kept. */
const side = 320
const folder = 'photos/'

/** Cut to its liveliest square. */
export async function setPhoto(
  ports: Ports,
  viewer: Viewer,
  form: AsyncIterable<FormPart>,
): Promise<Account> {
  const bytes = await pictureIn(form, 'photo', (upright) =>
    upright.resize({ width: side, height: side, fit: 'cover', position: 'attention' }).webp({ quality: 82 }),
  )
  const key = `${folder}${ports.newId()}`
  await ports.files.put(key, Readable.from([bytes]), { maxBytes: limits.maxPreviewBytes })
  return replacePhoto(ports, viewer, key)
}

export async function removePhoto(ports: Ports, viewer: Viewer): Promise<Account> {
  return replacePhoto(ports, viewer, null)
}

export async function showPhoto({ files }: Ports, id: number): Promise<Download> {
  const photo = await keptPicture(files, { key: `${folder}${id}`, field: 'photo' })
  if (!photo) throw new AppError('not_found', 'There is no such photo.')
  return photo
}

/** The row first: a crash between the two leaves a file nobody sees, never a row without its file. */
async function replacePhoto(ports: Ports, viewer: Viewer, photoKey: string | null): Promise<Account> {
  const { db, files, clock } = ports
  const before = await userById(db, viewer.id)
  await updateUser(db, viewer.id, { photoKey, updatedAt: clock.now() })
  if (before?.photoKey) await files.remove(before.photoKey)
  return showAccount(ports, viewer)
}

import type { Account } from '../../../contract/settings.ts'
import type { FileResponse } from '../../http/file-response.ts'
import type { FormPart } from '../../http/multipart.ts'
import type { Viewer } from '../../http/request-context.ts'
import type { Ports } from '../../ports/index.ts'
import { getAccount } from './profile.ts'
import {
  type ProfileImageSpec,
  removeImage,
  replaceProfileImage,
  serveProfileImage,
} from './profile-image.ts'

/** The width and height of a stored photo in pixels. */
const sizePx = 320

/** Cropped to its most salient square. */
const photo: ProfileImageSpec = {
  name: 'photo',
  column: 'photoKey',
  folder: 'photos/',
  box: { width: sizePx, height: sizePx, fit: 'cover' },
  output: { format: 'webp', quality: 82 },
}

export async function setPhoto(
  ports: Ports,
  viewer: Viewer,
  form: AsyncIterable<FormPart>,
): Promise<Account> {
  await replaceProfileImage(ports, viewer, photo, form)
  return getAccount(ports, viewer)
}

export async function removePhoto(ports: Ports, viewer: Viewer): Promise<Account> {
  await removeImage(ports, viewer, photo)
  return getAccount(ports, viewer)
}

export function getPhoto(ports: Ports, id: number): Promise<FileResponse> {
  return serveProfileImage(ports, photo, id)
}

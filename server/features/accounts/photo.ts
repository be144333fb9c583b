import type { Account } from '../../../contract/account-settings.ts'
import type { Viewer } from '../../http/call.ts'
import type { Download } from '../../http/download.ts'
import type { FormPart } from '../../http/upload.ts'
import type { Ports } from '../../ports/index.ts'
import { type OwnPicture, openPicture, removePicture, setPicture } from './own-picture.ts'
import { showAccount } from './profile.ts'

/** Pixels of the square that is kept. */
const side = 320

/** Cut to its liveliest square. */
const photo: OwnPicture = {
  name: 'photo',
  column: 'photoKey',
  folder: 'photos/',
  draw: (upright) =>
    upright.resize({ width: side, height: side, fit: 'cover', position: 'attention' }).webp({ quality: 82 }),
}

export async function setPhoto(
  ports: Ports,
  viewer: Viewer,
  form: AsyncIterable<FormPart>,
): Promise<Account> {
  await setPicture(ports, viewer, photo, form)
  return showAccount(ports, viewer)
}

export async function removePhoto(ports: Ports, viewer: Viewer): Promise<Account> {
  await removePicture(ports, viewer, photo)
  return showAccount(ports, viewer)
}

export function showPhoto(ports: Ports, id: number): Promise<Download> {
  return openPicture(ports, photo, id)
}

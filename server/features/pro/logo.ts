import type { Branding } from '../../../contract/pro.ts'
import type { Viewer } from '../../http/call.ts'
import type { Download } from '../../http/download.ts'
import type { FormPart } from '../../http/upload.ts'
import type { Ports } from '../../ports/index.ts'
import { type OwnPicture, openPicture, removePicture, setPicture } from '../accounts/own-picture.ts'
import { requirePro } from '../accounts/pro.ts'
import { forgetPagesOf } from '../content/repository.ts'
import { showBranding } from './branding.ts'

/** Pixels of the box a logo is fitted into: twice what it is shown at. */
const box = { width: 480, height: 120 }

const logo: OwnPicture = {
  name: 'logo',
  column: 'logoKey',
  folder: 'logos/',
  draw: (upright) =>
    upright.resize({ ...box, fit: 'inside', withoutEnlargement: true }).webp({ quality: 90 }),
}

/** Keeps the picture of a form as the creator's logo. */
export async function setLogo(
  ports: Ports,
  viewer: Viewer,
  form: AsyncIterable<FormPart>,
): Promise<Branding> {
  await requirePro(ports.db, viewer, 'Custom branding')
  await setPicture(ports, viewer, logo, form)
  return changed(ports, viewer)
}

export async function removeLogo(ports: Ports, viewer: Viewer): Promise<Branding> {
  await removePicture(ports, viewer, logo)
  return changed(ports, viewer)
}

export function openLogo(ports: Ports, id: number): Promise<Download> {
  return openPicture(ports, logo, id)
}

async function changed(ports: Ports, viewer: Viewer): Promise<Branding> {
  await forgetPagesOf(ports.db, viewer.id)
  return showBranding(ports, viewer)
}

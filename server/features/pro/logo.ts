import { Readable } from 'node:stream'
import { limits } from '../../../contract/limits.ts'
import type { Branding } from '../../../contract/pro.ts'
import { AppError } from '../../../domain/errors.ts'
import type { Viewer } from '../../http/call.ts'
import type { Download } from '../../http/download.ts'
import { keptPicture, pictureIn } from '../../http/picture.ts'
import type { FormPart } from '../../http/upload.ts'
import type { Ports } from '../../ports/index.ts'
import { requirePro } from '../accounts/pro.ts'
import { updateUser, userById } from '../accounts/repository.ts'
import { showBranding } from './branding.ts'
import { forgetPagesOf } from './repository.ts'

/** Pixels of the box a logo is fitted into: twice what it is shown at. */
const box = { width: 480, height: 120 }
const folder = 'logos/'

/** Keeps the picture of a form as the creator's logo. */
export async function setLogo(
  ports: Ports,
  viewer: Viewer,
  form: AsyncIterable<FormPart>,
): Promise<Branding> {
  await requirePro(ports.db, viewer, 'Custom branding')
  const logo = await pictureIn(form, 'logo', (upright) =>
    upright.resize({ ...box, fit: 'inside', withoutEnlargement: true }).webp({ quality: 90 }),
  )
  const key = `${folder}${ports.newId()}`
  await ports.files.put(key, Readable.from([logo]), { maxBytes: limits.maxPreviewBytes })
  return replaceLogo(ports, viewer, key)
}

export function removeLogo(ports: Ports, viewer: Viewer): Promise<Branding> {
  return replaceLogo(ports, viewer, null)
}

export async function openLogo({ files }: Ports, id: number): Promise<Download> {
  const logo = await keptPicture(files, { key: `${folder}${id}`, field: 'logo' })
  if (!logo) throw new AppError('not_found', 'There is no such logo.')
  return logo
}

/** The row first: a crash between the two leaves a file nobody sees, never a row without its file. */
async function replaceLogo(ports: Ports, viewer: Viewer, logoKey: string | null): Promise<Branding> {
  const { db, files, clock } = ports
  const before = await userById(db, viewer.id)
  await updateUser(db, viewer.id, { logoKey, updatedAt: clock.now() })
  await forgetPagesOf(db, viewer.id)
  if (before?.logoKey) await files.remove(before.logoKey)
  return showBranding(ports, viewer)
}

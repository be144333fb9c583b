import type { Branding } from '../../../contract/pro.ts'
import type { FileResponse } from '../../http/file-response.ts'
import type { FormPart } from '../../http/multipart.ts'
import type { Viewer } from '../../http/request-context.ts'
import type { Ports } from '../../ports/index.ts'
import {
  type ProfileImageSpec,
  removeImage,
  replaceProfileImage,
  serveProfileImage,
} from '../accounts/profile-image.ts'
import { requirePro } from '../accounts/require-pro.ts'
import { invalidateTipPages } from '../content/repository.ts'
import { getBranding } from './service.ts'

/** The maximum size of a logo in pixels: twice its display size. */
const maxLogoSizePx = { width: 480, height: 120 }

const logo: ProfileImageSpec = {
  name: 'logo',
  column: 'logoKey',
  folder: 'logos/',
  box: { ...maxLogoSizePx, fit: 'inside' },
  output: { format: 'webp', quality: 90 },
}

/** Stores the form's image as the creator's logo. */
export async function setLogo(
  ports: Ports,
  viewer: Viewer,
  form: AsyncIterable<FormPart>,
): Promise<Branding> {
  await requirePro(ports.db, viewer, 'Custom branding')
  await replaceProfileImage(ports, viewer, logo, form)
  return invalidateAndGetBranding(ports, viewer)
}

export async function removeLogo(ports: Ports, viewer: Viewer): Promise<Branding> {
  await removeImage(ports, viewer, logo)
  return invalidateAndGetBranding(ports, viewer)
}

export function getLogo(ports: Ports, id: number): Promise<FileResponse> {
  return serveProfileImage(ports, logo, id)
}

async function invalidateAndGetBranding(ports: Ports, viewer: Viewer): Promise<Branding> {
  await invalidateTipPages(ports.db, viewer.id).catch((error: unknown) =>
    // Cached pages expire by themselves, and the logo is saved.
    ports.log.warn({ err: error, creatorId: viewer.id }, 'cached pages could not be dropped'),
  )
  return getBranding(ports, viewer)
}

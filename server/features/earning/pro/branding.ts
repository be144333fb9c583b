import type { Branding } from '../../../../contract/pro.ts'
import { AppError } from '../../../../domain/errors.ts'
import type { FileResponse } from '../../../http/file-response.ts'
import type { FormPart } from '../../../http/multipart.ts'
import type { Viewer } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { requirePro } from '../../people/accounts/guards.ts'
import {
  type ProfileImageSpec,
  removeImage,
  replaceProfileImage,
  serveProfileImage,
} from '../../people/accounts/profile-image.ts'
import { findUserById, updateUser } from '../../people/accounts/repository.ts'
import { logoUrl } from '../../selling/content/present.ts'
import { invalidateTipPages } from '../../selling/content/repository.ts'

/** The maximum size of a logo in pixels: twice its display size. */
const maxLogoSizePx = { width: 480, height: 120 }

const logo: ProfileImageSpec = {
  name: 'logo',
  column: 'logoKey',
  folder: 'logos/',
  box: { ...maxLogoSizePx, fit: 'inside' },
  output: { format: 'webp', quality: 90 },
}

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

/** A creator's stored branding. Without Pro it stays stored, and pages do not use it. */
export async function getBranding({ db }: Ports, viewer: Viewer): Promise<Branding> {
  const user = await findUserById(db, viewer.id)
  if (!user) throw new AppError('unauthorized', 'Unauthorized')
  const { accentColor, hidePlatformBranding } = user
  return { accentColor, hidesPlatformName: hidePlatformBranding, logoUrl: logoUrl(user) }
}

export async function updateBranding(
  ports: Ports,
  viewer: Viewer,
  { accentColor, hidesPlatformName }: { accentColor: string; hidesPlatformName: boolean },
): Promise<Branding> {
  const { db, clock } = ports
  await requirePro(db, viewer, 'Custom branding')
  await db.transaction(async (tx) => {
    await updateUser(tx, viewer.id, {
      accentColor: accentColor || null,
      hidePlatformBranding: hidesPlatformName,
      updatedAt: clock.now(),
    })
    await invalidateTipPages(tx, viewer.id)
  })
  return getBranding(ports, viewer)
}

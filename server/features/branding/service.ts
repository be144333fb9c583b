import type { Branding } from '../../../contract/pro.ts'
import { AppError } from '../../../domain/errors.ts'
import type { Viewer } from '../../http/request-context.ts'
import type { Ports } from '../../ports/index.ts'
import { findUserById, updateUser } from '../accounts/repository.ts'
import { requirePro } from '../accounts/require-pro.ts'
import { logoUrl } from '../content/branding.ts'
import { invalidateTipPages } from '../content/repository.ts'

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

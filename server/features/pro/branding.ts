import type { Branding } from '../../../contract/pro.ts'
import { AppError } from '../../../domain/errors.ts'
import type { Viewer } from '../../http/call.ts'
import type { Ports } from '../../ports/index.ts'
import { requirePro } from '../accounts/pro.ts'
import { updateUser, userById } from '../accounts/repository.ts'
import { logoUrl } from '../content/brand.ts'
import { forgetPagesOf } from '../content/repository.ts'

/** What a creator has chosen, whether Pro is on or not: it comes back with Pro. */
export async function showBranding({ db }: Ports, viewer: Viewer): Promise<Branding> {
  const user = await userById(db, viewer.id)
  if (!user) throw new AppError('unauthorized', 'Unauthorized')
  const { accentColor, hideBrand } = user
  return { accentColor, hideBrand, logo: logoUrl(user) }
}

export async function changeBranding(
  ports: Ports,
  viewer: Viewer,
  { accentColor, hideBrand }: { accentColor: string; hideBrand: boolean },
): Promise<Branding> {
  const { db, clock } = ports
  await requirePro(db, viewer, 'Custom branding')
  await updateUser(db, viewer.id, { accentColor: accentColor || null, hideBrand, updatedAt: clock.now() })
  await forgetPagesOf(db, viewer.id)
  return showBranding(ports, viewer)
}

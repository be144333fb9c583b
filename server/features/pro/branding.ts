import { type Branding, getLogo } from '../../../contract/pro.ts'
import { urlOf } from '../../../contract/route.ts'
import { AppError } from '../../../domain/errors.ts'
import type { Viewer } from '../../http/call.ts'
import type { Ports } from '../../ports/index.ts'
import { requirePro } from '../accounts/pro.ts'
import { updateUser, userById } from '../accounts/repository.ts'
import { forgetPagesOf } from './repository.ts'

/** What a creator has chosen, whether Pro is on or not: it comes back with Pro. */
export async function showBranding({ db }: Ports, viewer: Viewer): Promise<Branding> {
  const user = await userById(db, viewer.id)
  if (!user) throw new AppError('unauthorized', 'Unauthorized')
  const { accentColor, hideBrand, logoKey } = user
  return {
    accentColor,
    hideBrand,
    logo: logoKey ? urlOf(getLogo, { params: { id: logoKey.split('/').at(-1) } }) : null,
  }
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

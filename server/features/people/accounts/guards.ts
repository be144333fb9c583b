import { limits } from '../../../../contract/limits.ts'
import { AppError } from '../../../../domain/errors.ts'
import type { Db } from '../../../db/database.ts'
import type { Viewer } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { planOf } from './plan.ts'
import { findUserById } from './repository.ts'

/**
 * Payout details, email changes and irreversible actions need a sign-in within the last ten minutes, because an open
 * session is not enough. A sign-in by the OpenID provider never counts, because a provider that has a session redirects
 * back without asking. Throws AppError `reauthentication_required`; our pages then ask for a code and repeat the call.
 */
export function requireRecentSignIn(ports: Pick<Ports, 'clock'>, viewer: Viewer): void {
  if (!hasRecentSignIn(ports, viewer))
    throw new AppError('reauthentication_required', 'Please sign in again to do this.')
}

export function hasRecentSignIn(
  { clock }: Pick<Ports, 'clock'>,
  { signedInAt, isSilent = false }: Viewer,
): boolean {
  return !isSilent && clock.now().getTime() - signedInAt.getTime() <= limits.recentSignInWindowMs
}

/** Throws AppError (403, `upgrade_required`) without Pro. `feature` begins the message, for example `Custom branding`. */
export async function requirePro(db: Db, viewer: Viewer, feature: string): Promise<void> {
  const user = await findUserById(db, viewer.id)
  if (!user || planOf(user) !== 'pro')
    throw new AppError('upgrade_required', `${feature} is part of Pro. Upgrade to use it.`)
}

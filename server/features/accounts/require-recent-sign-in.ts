import { limits } from '../../../contract/limits.ts'
import { AppError } from '../../../domain/errors.ts'
import type { Viewer } from '../../http/request-context.ts'
import type { Ports } from '../../ports/index.ts'

/**
 * Payout details, email changes and irreversible actions need a sign-in within the last ten minutes, because an open
 * session is not enough. A sign-in by the OpenID provider never counts, because a provider that has a session redirects
 * back without asking. Throws AppError `reauthentication_required`; our pages then ask for a code and repeat the call.
 */
export function requireRecentSignIn(
  { clock }: Pick<Ports, 'clock'>,
  { signedInAt, isSilent = false }: Viewer,
): void {
  const isRecent = clock.now().getTime() - signedInAt.getTime() <= limits.recentSignInWindowMs
  if (isRecent && !isSilent) return
  throw new AppError('reauthentication_required', 'Please sign in again to do this.')
}

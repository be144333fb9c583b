import { limits } from '../../../contract/limits.ts'
import { AppError } from '../../../domain/errors.ts'
import type { Viewer } from '../../http/request-context.ts'
import type { Ports } from '../../ports/index.ts'

/**
 * What moves money, changes an address or cannot be undone asks for a sign-in of the last ten minutes: a browser left
 * open is not enough. Throws AppError `fresh_sign_in`; our pages then ask for a code in place and repeat the call.
 */
export function requireRecentSignIn({ clock }: Pick<Ports, 'clock'>, { signedInAt }: Viewer): void {
  if (clock.now().getTime() - signedInAt.getTime() <= limits.recentSignInWindowMs) return
  throw new AppError('fresh_sign_in', 'Please sign in again to do this.')
}

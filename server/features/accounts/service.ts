import type { IncomingHttpHeaders } from 'node:http'
import { APIError } from 'better-auth/api'
import type { User } from '../../../contract/accounts.ts'
import { AppError } from '../../../domain/errors.ts'
import type { Viewer } from '../../http/call.ts'
import type { Ports } from '../../ports/index.ts'
import type { Auth } from './auth.ts'
import { refusals } from './auth-hooks.ts'
import { presentUser } from './present.ts'
import { userById } from './repository.ts'
import { newSession } from './session.ts'

export async function currentUser({ db, config }: Ports, viewer: Viewer): Promise<User> {
  const row = await userById(db, viewer.id)
  if (!row) throw new AppError('unauthorized', 'Unauthorized')
  return presentUser(row, config)
}

export async function requestCode(auth: Auth, email: string) {
  await auth.api.sendVerificationOTP({ body: { email, type: 'sign-in' } })
  return { sent: true as const }
}

/** Signs in by the mailed code; hands the session's cookies to `setCookies`. */
export function signInWithCode(
  auth: Auth,
  ports: Ports,
  { email, code, headers }: { email: string; code: string; headers: IncomingHttpHeaders },
): Promise<{ user: User; cookies: Array<string> }> {
  return newSession(auth, ports, headers, (web) =>
    auth.api
      .signInEmailOTP({ body: { email, otp: code }, headers: web, returnHeaders: true })
      .catch(refusedCode),
  )
}

/** Wrong, used up and too often tried are told apart; whether the address is known never is. */
function refusedCode(error: unknown): never {
  if (!(error instanceof APIError)) throw error
  const code = String(error.body?.code ?? '')
  if (code === refusals.suspended) throw error
  const sentence =
    code === 'TOO_MANY_ATTEMPTS'
      ? 'Too many tries with this code. Ask for a new one.'
      : code === 'OTP_EXPIRED'
        ? 'This code is too old. Ask for a new one.'
        : 'This code is not right. Check the e-mail and try again.'
  throw new AppError('invalid_input', sentence, { code: sentence })
}

import type { IncomingHttpHeaders } from 'node:http'
import { APIError } from 'better-auth/api'
import type { User } from '../../../contract/accounts.ts'
import { AppError } from '../../../domain/errors.ts'
import type { Viewer } from '../../http/call.ts'
import type { Ports } from '../../ports/index.ts'
import type { Auth } from './auth.ts'
import { isAdmin, presentUser } from './present.ts'
import { setFirstName, userById } from './repository.ts'

/** Who the session cookie belongs to, if it is still good on the server. */
export async function viewerOf(
  auth: Auth,
  { config }: Ports,
  headers: IncomingHttpHeaders,
): Promise<Viewer | undefined> {
  if (!headers.cookie) return undefined
  const found = await auth.api.getSession({ headers: webHeaders(headers) })
  if (!found) return undefined
  const { id, email, emailVerified } = found.user
  return { id, email, isAdmin: isAdmin({ email, emailVerified }, config) }
}

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
export async function signInWithCode(
  auth: Auth,
  { db, config }: Ports,
  { email, code, headers }: { email: string; code: string; headers: IncomingHttpHeaders },
): Promise<{ user: User; cookies: Array<string> }> {
  const signedIn = await auth.api
    .signInEmailOTP({ body: { email, otp: code }, headers: webHeaders(headers), returnHeaders: true })
    .catch(refusedCode)
  const row = await userById(db, signedIn.response.user.id)
  if (!row) throw new Error('Signed in to an account that is gone')
  return { user: presentUser(row, config), cookies: signedIn.headers.getSetCookie() }
}

export async function signOut(auth: Auth, headers: IncomingHttpHeaders): Promise<Array<string>> {
  const { headers: answer } = await auth.api.signOut({ headers: webHeaders(headers), returnHeaders: true })
  return answer.getSetCookie()
}

export async function changeProfile(
  { db, config, clock }: Ports,
  viewer: Viewer,
  { firstName }: { firstName: string },
) {
  const row = await setFirstName(db, viewer.id, firstName, clock.now())
  if (!row) throw new AppError('unauthorized', 'Unauthorized')
  return presentUser(row, config)
}

/** Wrong, used up and too often tried are told apart; whether the address is known never is. */
function refusedCode(error: unknown): never {
  if (!(error instanceof APIError)) throw error
  const code = String(error.body?.code ?? '')
  const sentence =
    code === 'TOO_MANY_ATTEMPTS'
      ? 'Too many tries with this code. Ask for a new one.'
      : code === 'OTP_EXPIRED'
        ? 'This code is too old. Ask for a new one.'
        : 'This code is not right. Check the e-mail and try again.'
  throw new AppError('invalid_input', sentence, { code: sentence })
}

function webHeaders(headers: IncomingHttpHeaders): Headers {
  const kept = new Headers()
  for (const name of ['cookie', 'user-agent'] as const) {
    const value = headers[name]
    if (value) kept.set(name, value)
  }
  return kept
}

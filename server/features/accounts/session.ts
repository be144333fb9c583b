import type { IncomingHttpHeaders } from 'node:http'
import { APIError } from 'better-auth/api'
import type { User } from '../../../contract/accounts.ts'
import { limits } from '../../../contract/limits.ts'
import { AppError } from '../../../domain/errors.ts'
import type { Viewer } from '../../http/call.ts'
import type { Ports } from '../../ports/index.ts'
import type { Auth } from './auth.ts'
import { refusals } from './auth-hooks.ts'
import { type Caller, noteBrowser } from './known-browsers.ts'
import { isAdmin, presentUser } from './present.ts'
import { endSession, userById } from './repository.ts'

/** Who the session cookie belongs to, if it is still good on the server: not ended, not too old, not suspended. */
export async function viewerOf(
  auth: Auth,
  { config, clock }: Ports,
  headers: IncomingHttpHeaders,
): Promise<Viewer | undefined> {
  const found = await sessionOf(auth, headers)
  if (!found) return undefined
  const { session, user } = found
  if (user.suspendedAt || user.deletedAt) return undefined
  if (clock.now().getTime() - session.createdAt.getTime() > limits.sessionLifetime) return undefined
  const { id, email, emailVerified } = user
  return {
    id,
    email,
    isAdmin: isAdmin({ email, emailVerified }, config),
    sessionId: session.id,
    signedInAt: session.createdAt,
  }
}

type SignedIn = { response: { user: { id: string } }; headers: Headers }

/** Signs in one way or another: the session is a new one, and the one this browser had before is over. */
export async function newSession(
  auth: Auth,
  ports: Ports,
  { headers, browserHash }: Caller,
  signIn: (headers: Headers) => Promise<SignedIn>,
): Promise<{ user: User; cookies: Array<string> }> {
  const { db, config } = ports
  const before = await sessionOf(auth, headers)
  const signedIn = await signIn(webHeaders(headers)).catch(refusedSession)
  if (before) await endSession(db, { userId: before.user.id, id: before.session.id })
  const row = await userById(db, signedIn.response.user.id)
  if (!row) throw new Error('Signed in to an account that is gone')
  await noteBrowser(ports, row, { headers, browserHash })
  return { user: presentUser(row, config), cookies: signedIn.headers.getSetCookie() }
}

/** Notes the browser of a session that better-auth has just answered with. */
export async function noteNewSession(auth: Auth, ports: Ports, caller: Caller, cookies: Array<string>) {
  const cookie = cookies.map((line) => line.split(';', 1)[0]).join('; ')
  const found = await sessionOf(auth, { cookie })
  if (found) await noteBrowser(ports, found.user, caller)
}

export async function signOut(auth: Auth, headers: IncomingHttpHeaders): Promise<Array<string>> {
  const { headers: answer } = await auth.api.signOut({ headers: webHeaders(headers), returnHeaders: true })
  return answer.getSetCookie()
}

/** What better-auth needs of a request. */
export function webHeaders(headers: IncomingHttpHeaders): Headers {
  const kept = new Headers()
  for (const name of ['cookie', 'user-agent'] as const) {
    const value = headers[name]
    if (value) kept.set(name, value)
  }
  return kept
}

export async function sessionOf(auth: Auth, headers: IncomingHttpHeaders) {
  if (!headers.cookie) return undefined
  return (await auth.api.getSession({ headers: webHeaders(headers) })) ?? undefined
}

function refusedSession(error: unknown): never {
  if (error instanceof APIError && error.body?.code === refusals.suspended)
    throw new AppError('suspended', String(error.body.message))
  throw error
}

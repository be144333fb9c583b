import type { IncomingHttpHeaders } from 'node:http'
import { APIError } from 'better-auth/api'
import type { User } from '../../../contract/accounts.ts'
import { limits } from '../../../contract/limits.ts'
import { AppError } from '../../../domain/errors.ts'
import type { Viewer } from '../../http/request-context.ts'
import type { Ports } from '../../ports/index.ts'
import type { Auth } from './better-auth.ts'
import { type Caller, recordBrowser } from './known-browsers.ts'
import { claimOwnership } from './ownership.ts'
import { presentUser, staffRoleOf } from './present.ts'
import { confirmSession, deleteSession, findUserById, hasPasskey, markSilent } from './repository.ts'
import { signInErrorCodes } from './sign-in-policy.ts'
import { signUpRefusedCode } from './sign-up-policy.ts'
import { acceptInvitation } from './staff-repository.ts'

/** The user of the session cookie, if the session is valid: not ended, expired or suspended. */
export async function authenticate(
  auth: Auth,
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  headers: IncomingHttpHeaders,
): Promise<Viewer | undefined> {
  const stored = await findSession(auth, headers)
  if (!stored) return undefined
  const { session, user } = stored
  if (user.suspendedAt || user.deletedAt) return undefined
  if (hasEnded({ clock }, session)) return undefined
  const { id, email } = user
  const role = staffRoleOf({ ...user, isOwner: user.isOwner === true }) ?? undefined
  const needsPasskey = role !== undefined && !session.passkeyConfirmedAt && (await hasPasskey(db, id))
  return {
    ...{ id, email, role, needsPasskey },
    isAdmin: role === 'admin' && !needsPasskey,
    sessionId: session.id,
    signedInAt: session.createdAt,
    isSilent: session.isSilent === true,
  }
}

/** better-auth extends a session that is used; ours ends a fixed time after the sign-in. */
function hasEnded({ clock }: Pick<Ports, 'clock'>, { createdAt }: { createdAt: Date }): boolean {
  return clock.now().getTime() - createdAt.getTime() > limits.sessionTtlMs
}

type SignedIn = { response: { user: { id: string } }; headers: Headers }

/** Signs in and creates a new session; the browser's previous one ends. */
export async function rotateSession(
  auth: Auth,
  ports: Ports,
  { headers, browserHash }: Caller,
  signIn: (headers: Headers) => Promise<SignedIn>,
): Promise<{ user: User; cookies: Array<string> }> {
  const { db } = ports
  const previous = await findSession(auth, headers)
  const signedIn = await signIn(toWebHeaders(headers)).catch(throwIfRefused)
  const wasConfirmed = previous?.session.passkeyConfirmedAt && !hasEnded(ports, previous.session)
  if (wasConfirmed && previous.user.id === signedIn.response.user.id)
    await confirmNewSession(auth, ports, signedIn.headers.getSetCookie())
  if (previous) await deleteSession(db, { userId: previous.user.id, id: previous.session.id })
  await acceptInvitation(ports, signedIn.response.user.id)
  await claimOwnership(ports)
  const row = await findUserById(db, signedIn.response.user.id)
  if (!row) throw new Error('Signed in to an account that does not exist')
  await recordBrowser(ports, row, { headers, browserHash })
  const cookies = signedIn.headers.getSetCookie()
  const { needsPasskey } = (await authenticate(auth, ports, { cookie: toCookieHeader(cookies) })) ?? {}
  return { user: presentUser(row, { needsPasskey }), cookies }
}

/** A browser that confirmed its session with a passkey stays confirmed when it signs in to the account again. */
async function confirmNewSession(auth: Auth, { db, clock }: Ports, cookies: Array<string>): Promise<void> {
  const created = await findSession(auth, { cookie: toCookieHeader(cookies) })
  if (created) await confirmSession(db, created.session.id, clock.now())
}

function toCookieHeader(cookies: Array<string>): string {
  return cookies.map((line) => line.split(';', 1)[0]).join('; ')
}

/** Records the browser of a session that the OpenID provider has just created, possibly without asking the person. */
export async function recordProviderSession(
  auth: Auth,
  ports: Ports,
  caller: Caller,
  cookies: Array<string>,
) {
  const session = await findSession(auth, { cookie: toCookieHeader(cookies) })
  if (!session) return
  await markSilent(ports.db, session.session.id)
  await acceptInvitation(ports, session.user.id)
  await claimOwnership(ports)
  await recordBrowser(ports, session.user, caller)
}

export async function signOut(auth: Auth, headers: IncomingHttpHeaders): Promise<Array<string>> {
  const { headers: responseHeaders } = await auth.api.signOut({
    headers: toWebHeaders(headers),
    returnHeaders: true,
  })
  return responseHeaders.getSetCookie()
}

/** Only the headers that better-auth needs. */
export function toWebHeaders(headers: IncomingHttpHeaders): Headers {
  const forwarded = new Headers()
  for (const name of ['cookie', 'user-agent'] as const) {
    const value = headers[name]
    if (value) forwarded.set(name, value)
  }
  return forwarded
}

export async function findSession(auth: Auth, headers: IncomingHttpHeaders) {
  if (!headers.cookie) return undefined
  return (await auth.api.getSession({ headers: toWebHeaders(headers) })) ?? undefined
}

function throwIfRefused(error: unknown): never {
  if (error instanceof APIError && error.body?.code === signUpRefusedCode)
    throw new AppError('forbidden', String(error.body.message))
  if (error instanceof APIError && error.body?.code === signInErrorCodes.suspended)
    throw new AppError('suspended', String(error.body.message))
  throw error
}

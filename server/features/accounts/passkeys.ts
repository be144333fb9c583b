import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { APIError } from 'better-auth/api'
import type { PasskeyAssertion, PasskeyRegistration, User } from '../../../contract/accounts.ts'
import { limits } from '../../../contract/limits.ts'
import type { Passkey } from '../../../contract/settings.ts'
import { AppError } from '../../../domain/errors.ts'
import type { Viewer } from '../../http/request-context.ts'
import type { Ports } from '../../ports/index.ts'
import { enqueueEmail } from '../mail/outbox.ts'
import type { Auth } from './better-auth.ts'
import type { Caller } from './known-browsers.ts'
import { confirmSession, deletePasskey, selectPasskeys, setPasskeyName } from './repository.ts'
import { requireRecentSignIn } from './require-recent-sign-in.ts'
import { signInErrorCodes } from './sign-in-policy.ts'
import { rotateSession, toWebHeaders } from './sign-in-session.ts'

type Options = { options: Record<string, unknown>; cookies: Array<string> }

/** Any passkey of this site works; a cookie binds the challenge to this browser. */
export async function createPasskeySignInOptions(auth: Auth, headers: IncomingHttpHeaders): Promise<Options> {
  const { response, headers: responseHeaders } = await auth.api.generatePasskeyAuthenticationOptions({
    headers: toWebHeaders(headers),
    returnHeaders: true,
  })
  return { options: { ...response, userVerification: 'required' }, cookies: responseHeaders.getSetCookie() }
}

export function signInWithPasskey(
  auth: Auth,
  ports: Ports,
  { response, ...caller }: Caller & { response: PasskeyAssertion },
): Promise<{ user: User; cookies: Array<string> }> {
  return rotateSession(auth, ports, caller, async (web) => {
    const signedIn = await auth.api
      .verifyPasskeyAuthentication({ body: { response }, headers: web, returnHeaders: true })
      .catch((error: unknown) =>
        throwInvalidPasskey(error, 'We don’t recognize this passkey. Sign in with an email code instead.'),
      )
    await confirmSession(ports.db, signedIn.response.session.id, ports.clock.now())
    return signedIn
  })
}

export async function listPasskeys({ db }: Ports, viewer: Viewer): Promise<Array<Passkey>> {
  const rows = await selectPasskeys(db, viewer.id)
  return rows.map(({ id, name, createdAt }) => ({
    id,
    name: name ?? 'Passkey',
    addedAt: (createdAt ?? new Date(0)).toISOString(),
  }))
}

export async function createPasskeyOptions(
  auth: Auth,
  ports: Ports,
  viewer: Viewer,
  headers: IncomingHttpHeaders,
): Promise<Options> {
  requireRecentSignIn(ports, viewer)
  requireConfirmedSession(viewer)
  const existing = await selectPasskeys(ports.db, viewer.id)
  if (existing.length >= limits.maxPasskeysPerUser)
    throw new AppError(
      'conflict',
      `You can have up to ${limits.maxPasskeysPerUser} passkeys. Remove one first.`,
    )
  const { response, headers: responseHeaders } = await auth.api.generatePasskeyRegistrationOptions({
    query: { name: viewer.email },
    headers: toWebHeaders(headers),
    returnHeaders: true,
  })
  return { options: { ...response }, cookies: responseHeaders.getSetCookie() }
}

type PasskeyRegistrationInput = { name: string; response: PasskeyRegistration; headers: IncomingHttpHeaders }

export async function addPasskey(
  auth: Auth,
  ports: Ports,
  viewer: Viewer,
  { name, response, headers }: PasskeyRegistrationInput,
) {
  requireRecentSignIn(ports, viewer)
  requireConfirmedSession(viewer)
  await auth.api
    .verifyPasskeyRegistration({ body: { name, response }, headers: toWebHeaders(headers) })
    .catch((error: unknown) => throwInvalidPasskey(error, 'We couldn’t save this passkey. Please try again.'))
  await ports.db.transaction(async (tx) => {
    // The browser has just verified the person for the new passkey.
    await confirmSession(tx, viewer.sessionId, ports.clock.now())
    await enqueueEmail(tx, ports, {
      kind: 'passkey_added',
      dedupeKey: `passkey/${randomUUID()}`,
      recipient: viewer.email,
      data: { message: name },
    })
  })
  return listPasskeys(ports, viewer)
}

/** Another user's passkey is reported as missing. */
export async function renamePasskey(
  ports: Ports,
  viewer: Viewer,
  { id, name }: { id: string; name: string },
) {
  if (!(await setPasskeyName(ports.db, { id, name, userId: viewer.id }))) throw passkeyNotFound()
  return listPasskeys(ports, viewer)
}

export async function removePasskey(ports: Ports, viewer: Viewer, id: string): Promise<Array<Passkey>> {
  requireRecentSignIn(ports, viewer)
  requireConfirmedSession(viewer)
  if (!(await deletePasskey(ports.db, { id, userId: viewer.id }))) throw passkeyNotFound()
  return listPasskeys(ports, viewer)
}

/** Otherwise a code from the admin's mailbox would be enough to replace the second factor. */
function requireConfirmedSession({ needsPasskey }: Viewer): void {
  if (needsPasskey)
    throw new AppError(
      'second_factor_required',
      'Confirm with a passkey that you have before you change them.',
    )
}

const passkeyNotFound = () => new AppError('not_found', 'We couldn’t find that passkey.')

/** The browser's response was forged, stale or for another user; better-auth does not report which. */
function throwInvalidPasskey(error: unknown, message: string): never {
  if (!(error instanceof APIError) || error.body?.code === signInErrorCodes.suspended) throw error
  throw new AppError('invalid_input', message)
}

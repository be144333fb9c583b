import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { APIError } from 'better-auth/api'
import type { PasskeyAssertion, PasskeyRegistration, User } from '../../../../contract/accounts.ts'
import { limits } from '../../../../contract/limits.ts'
import type { Passkey } from '../../../../contract/settings.ts'
import { AppError } from '../../../../domain/errors.ts'
import { deleteRows, updateRow } from '../../../db/rows.ts'
import { passkeys } from '../../../db/schema/index.ts'
import type { Viewer } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { sendEmail } from '../../telling/deliveries/deliveries.ts'
import { requireRecentSignIn } from '../accounts/guards.ts'
import { staffRoleOf } from '../accounts/present.ts'
import { confirmSession, findPasskey, lockCreator, selectPasskeys } from '../accounts/repository.ts'
import { type Auth, isCounterError } from './better-auth.ts'
import { signInErrorCodes } from './policy.ts'
import { type Caller, rotateSession, toWebHeaders } from './session.ts'

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
      .catch(async (error: unknown) => {
        if (isCounterError(error)) await reportRefusedPasskey(ports, response.id)
        return throwInvalidPasskey(
          error,
          'We don’t recognize this passkey. Sign in with an email code instead.',
        )
      })
    await confirmSession(ports.db, signedIn.response.session.id, ports.clock.now())
    return signedIn
  })
}

export async function listPasskeys({ db }: Ports, viewer: Viewer): Promise<Array<Passkey>> {
  const rows = await selectPasskeys(db, viewer.id)
  return rows.map(({ id, name, createdAt }) => ({
    id,
    name: nameOf({ name }),
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
  await auth.api
    .verifyPasskeyRegistration({ body: { name, response }, headers: toWebHeaders(headers) })
    .catch((error: unknown) => throwInvalidPasskey(error, 'We couldn’t save this passkey. Please try again.'))
  await ports.db.transaction(async (tx) => {
    // The browser has just verified the person for the new passkey.
    await confirmSession(tx, viewer.sessionId, ports.clock.now())
    await sendEmail(tx, ports, {
      kind: 'passkey_added',
      dedupeKey: `passkey/${randomUUID()}`,
      to: viewer.email,
      data: { name },
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
  if (!(await updateRow(ports.db, passkeys, { id, userId: viewer.id }, { name }))) throw passkeyNotFound()
  return listPasskeys(ports, viewer)
}

/**
 * Staff keep at least one passkey: without any, a code from the mailbox would open the admin pages again. The account is
 * locked, so that two requests can't remove the last two.
 */
export async function removePasskey(ports: Ports, viewer: Viewer, id: string): Promise<Array<Passkey>> {
  requireRecentSignIn(ports, viewer)
  await ports.db.transaction(async (tx) => {
    const user = await lockCreator(tx, viewer.id)
    const existing = await selectPasskeys(tx, viewer.id)
    const passkey = existing.find((row) => row.id === id)
    if (!passkey) throw passkeyNotFound()
    if (staffRoleOf(user) && existing.length === 1)
      throw new AppError(
        'conflict',
        'This is your only passkey, and it protects the admin pages. Add another passkey first.',
      )
    await deleteRows(tx, passkeys, { id, userId: viewer.id })
    await sendEmail(tx, ports, {
      kind: 'passkey_removed',
      dedupeKey: `passkey-removed/${id}`,
      to: user.email,
      data: { name: nameOf(passkey) },
    })
  })
  return listPasskeys(ports, viewer)
}

/** The passkey has counted fewer sign-ins than we have, so a copy of it is in use. At most one email a day. */
async function reportRefusedPasskey(ports: Ports, credentialId: string): Promise<void> {
  const { db, log, clock } = ports
  const found = await findPasskey(db, credentialId)
  if (!found) return
  const { passkey, email } = found
  log.warn({ userId: passkey.userId, passkeyId: passkey.id }, 'refused a passkey that may have been copied')
  const day = clock.now().toISOString().slice(0, 10)
  await db.transaction((tx) =>
    sendEmail(tx, ports, {
      kind: 'passkey_refused',
      dedupeKey: `passkey-refused/${passkey.id}/${day}`,
      to: email,
      data: { name: nameOf(passkey) },
    }),
  )
}

const nameOf = ({ name }: { name: string | null }) => name ?? 'Passkey'

const passkeyNotFound = () => new AppError('not_found', 'We couldn’t find that passkey.')

/** The browser's response was forged, stale or for another user; better-auth does not report which. */
function throwInvalidPasskey(error: unknown, message: string): never {
  if (!(error instanceof APIError) || error.body?.code === signInErrorCodes.suspended) throw error
  throw new AppError('invalid_input', message)
}

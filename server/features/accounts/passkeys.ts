import type { IncomingHttpHeaders } from 'node:http'
import { APIError } from 'better-auth/api'
import type { Passkey } from '../../../contract/account-settings.ts'
import type { NewPasskey, PasskeySignature, User } from '../../../contract/accounts.ts'
import { limits } from '../../../contract/limits.ts'
import { AppError } from '../../../domain/errors.ts'
import type { Viewer } from '../../http/call.ts'
import type { Ports } from '../../ports/index.ts'
import { queueMail } from '../mail/outbox.ts'
import type { Auth } from './auth.ts'
import { refusals } from './auth-hooks.ts'
import { requireFreshSignIn } from './fresh.ts'
import type { Caller } from './known-browsers.ts'
import { deletePasskey, passkeysOf, setPasskeyName } from './repository.ts'
import { newSession, webHeaders } from './session.ts'

type Options = { options: Record<string, unknown>; cookies: Array<string> }

/** Any passkey of this site will do; the challenge is bound to this browser by a cookie. */
export async function passkeyChallenge(auth: Auth, headers: IncomingHttpHeaders): Promise<Options> {
  const { response, headers: answer } = await auth.api.generatePasskeyAuthenticationOptions({
    headers: webHeaders(headers),
    returnHeaders: true,
  })
  return { options: { ...response, userVerification: 'required' }, cookies: answer.getSetCookie() }
}

export function signInWithPasskey(
  auth: Auth,
  ports: Ports,
  { response, ...caller }: Caller & { response: PasskeySignature },
): Promise<{ user: User; cookies: Array<string> }> {
  return newSession(auth, ports, caller, (web) =>
    auth.api
      .verifyPasskeyAuthentication({ body: { response }, headers: web, returnHeaders: true })
      .catch((fault: unknown) =>
        refused(fault, 'This passkey is not known here. Sign in with an e-mail code instead.'),
      ),
  )
}

export async function listPasskeys({ db }: Ports, viewer: Viewer): Promise<Array<Passkey>> {
  const rows = await passkeysOf(db, viewer.id)
  return rows.map(({ id, name, createdAt }) => ({
    id,
    name: name ?? 'Passkey',
    addedAt: (createdAt ?? new Date(0)).toISOString(),
  }))
}

export async function startPasskey(
  auth: Auth,
  ports: Ports,
  viewer: Viewer,
  headers: IncomingHttpHeaders,
): Promise<Options> {
  requireFreshSignIn(ports, viewer)
  const own = await passkeysOf(ports.db, viewer.id)
  if (own.length >= limits.passkeys)
    throw new AppError('conflict', `An account has at most ${limits.passkeys} passkeys. Remove one first.`)
  const { response, headers: answer } = await auth.api.generatePasskeyRegistrationOptions({
    query: { name: viewer.email },
    headers: webHeaders(headers),
    returnHeaders: true,
  })
  return { options: { ...response }, cookies: answer.getSetCookie() }
}

type Made = { name: string; response: NewPasskey; headers: IncomingHttpHeaders }

export async function addPasskey(
  auth: Auth,
  ports: Ports,
  viewer: Viewer,
  { name, response, headers }: Made,
) {
  requireFreshSignIn(ports, viewer)
  await auth.api
    .verifyPasskeyRegistration({ body: { name, response }, headers: webHeaders(headers) })
    .catch((fault: unknown) => refused(fault, 'This passkey could not be kept. Please try again.'))
  await ports.db.transaction((tx) =>
    queueMail(tx, ports, {
      kind: 'passkey-added',
      subject: `passkey/${ports.newId()}`,
      recipient: viewer.email,
      data: { words: name },
    }),
  )
  return listPasskeys(ports, viewer)
}

/** Another person's passkey answers as one that is not there. */
export async function renamePasskey(
  ports: Ports,
  viewer: Viewer,
  { id, name }: { id: string; name: string },
) {
  if (!(await setPasskeyName(ports.db, { id, name, userId: viewer.id }))) throw passkeyNotFound()
  return listPasskeys(ports, viewer)
}

export async function removePasskey(ports: Ports, viewer: Viewer, id: string): Promise<Array<Passkey>> {
  requireFreshSignIn(ports, viewer)
  if (!(await deletePasskey(ports.db, { id, userId: viewer.id }))) throw passkeyNotFound()
  return listPasskeys(ports, viewer)
}

const passkeyNotFound = () => new AppError('not_found', 'There is no such passkey.')

/** What the browser sent was forged, stale or somebody else's: which of them is nobody's business. */
function refused(fault: unknown, sentence: string): never {
  if (!(fault instanceof APIError) || fault.body?.code === refusals.suspended) throw fault
  throw new AppError('invalid_input', sentence)
}

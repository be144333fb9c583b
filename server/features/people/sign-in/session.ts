import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { APIError } from 'better-auth/api'
import { eq } from 'drizzle-orm'
import type { User } from '../../../../contract/accounts.ts'
import { limits } from '../../../../contract/limits.ts'
import type { Session } from '../../../../contract/settings.ts'
import { AppError } from '../../../../domain/errors.ts'
import { deleteRows, hasRow, updateRow } from '../../../db/rows.ts'
import { passkeys, sessions } from '../../../db/schema/index.ts'
import type { Viewer } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { sendEmail } from '../../telling/deliveries/deliveries.ts'
import { presentCurrentUser } from '../accounts/current-user.ts'
import { claimOwnership } from '../accounts/ownership.ts'
import { staffRoleOf } from '../accounts/present.ts'
import {
  confirmSession,
  deleteSession,
  deleteSessions,
  findUserById,
  keepPushDevices,
  keepTimeZone,
  type SessionRow,
  selectSessions,
} from '../accounts/repository.ts'
import { acceptInvitation } from '../accounts/staff-repository.ts'
import type { Auth } from './better-auth.ts'
import { type CodeCaller, redeemCode } from './codes.ts'
import { signInErrorCodes, signUpRefusedCode } from './policy.ts'
import { upsertKnownBrowser } from './repository.ts'

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
  const needsPasskey =
    role !== undefined && !session.passkeyConfirmedAt && (await hasRow(db, passkeys, eq(passkeys.userId, id)))
  return {
    id,
    email,
    role,
    needsPasskey,
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
  { headers, browserHash, timeZone }: Caller,
  signIn: (headers: Headers) => Promise<SignedIn>,
): Promise<{ user: User; cookies: Array<string> }> {
  const { db } = ports
  const previous = await findSession(auth, headers)
  const signedIn = await signIn(toWebHeaders(headers)).catch(throwIfRefused)
  const wasConfirmed = previous?.session.passkeyConfirmedAt && !hasEnded(ports, previous.session)
  if (wasConfirmed && previous.user.id === signedIn.response.user.id)
    await confirmNewSession(auth, ports, signedIn.headers.getSetCookie())
  if (previous) await deleteRows(db, sessions, { userId: previous.user.id, id: previous.session.id })
  await acceptInvitation(ports, signedIn.response.user.id)
  await claimOwnership(ports)
  const row = await findUserById(db, signedIn.response.user.id)
  if (!row) throw new Error('Signed in to an account that does not exist')
  await recordBrowser(ports, row, { headers, browserHash })
  await keepTimeZone(db, row, timeZone)
  const cookies = signedIn.headers.getSetCookie()
  const viewer = await authenticate(auth, ports, { cookie: toCookieHeader(cookies) })
  if (viewer) await keepPushDevices(db, { userId: row.id, browserHash, sessionId: viewer.sessionId })
  return { user: await presentCurrentUser(db, row, { needsPasskey: viewer?.needsPasskey }), cookies }
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
  await updateRow(ports.db, sessions, { id: session.session.id }, { isSilent: true })
  await acceptInvitation(ports, session.user.id)
  await claimOwnership(ports)
  await recordBrowser(ports, session.user, caller)
  const { browserHash } = caller
  await keepPushDevices(ports.db, { userId: session.user.id, browserHash, sessionId: session.session.id })
}

export async function signOut(
  auth: Auth,
  { db }: Pick<Ports, 'db'>,
  headers: IncomingHttpHeaders,
): Promise<Array<string>> {
  const ended = await findSession(auth, headers)
  if (ended) await deleteSession(db, { userId: ended.user.id, id: ended.session.id })
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

/** The signing-in browser, by the hash of its cookie. */
export type Caller = { headers: IncomingHttpHeaders; browserHash: string; timeZone?: string | undefined }

/** Records the browser of a sign-in and emails the user about a new one, except the account's first. */
async function recordBrowser(
  ports: Ports,
  { id: userId, email }: { id: string; email: string },
  { headers, browserHash }: Caller,
): Promise<void> {
  const now = ports.clock.now()
  const device = describeDevice(headers['user-agent'] ?? null)
  await ports.db.transaction(async (tx) => {
    const { isNew, isFirst } = await upsertKnownBrowser(tx, { userId, browserHash, now })
    if (!isNew || isFirst) return
    await sendEmail(tx, ports, {
      kind: 'new_browser',
      dedupeKey: `new-browser/${randomUUID()}`,
      to: email,
      data: { device },
    })
  })
}

export async function currentUser({ db }: Ports, viewer: Viewer): Promise<User> {
  const row = await findUserById(db, viewer.id)
  if (!row) throw new AppError('unauthorized', 'Unauthorized')
  return presentCurrentUser(db, row, viewer)
}

export async function signInWithCode(
  auth: Auth,
  ports: Ports,
  { headers, ...credentials }: CodeCaller & Caller & { code: string },
): Promise<{ user: User; cookies: Array<string> }> {
  await redeemCode(ports, credentials)
  const { browserHash, timeZone } = credentials
  const email = credentials.email.toLowerCase()
  return rotateSession(auth, ports, { headers, browserHash, timeZone }, (web) =>
    auth.api.signInVerifiedEmail({ body: { email }, headers: web, returnHeaders: true }),
  )
}

export async function listSessions({ db, clock }: Ports, viewer: Viewer): Promise<Array<Session>> {
  const rows = await selectSessions(db, viewer.id)
  const activeSessions = rows.filter(({ expiresAt }) => expiresAt > clock.now())
  const isCurrent = ({ id }: SessionRow) => id === viewer.sessionId
  return activeSessions
    .toSorted((a, b) => Number(isCurrent(b)) - Number(isCurrent(a)))
    .map((row) => ({
      id: row.id,
      device: describeDevice(row.userAgent),
      signedInAt: row.createdAt.toISOString(),
      lastUsedAt: row.updatedAt.toISOString(),
      isCurrent: isCurrent(row),
    }))
}

/** Another user's session is reported as missing. */
export async function endSession(ports: Ports, viewer: Viewer, id: string): Promise<Array<Session>> {
  if (!(await deleteSession(ports.db, { userId: viewer.id, id })))
    throw new AppError('not_found', 'This browser is already signed out.')
  return listSessions(ports, viewer)
}

export async function endOtherSessions(
  ports: Ports,
  viewer: Viewer,
  { browserHash }: { browserHash: string | undefined },
): Promise<Array<Session>> {
  await deleteSessions(ports.db, viewer.id, { except: { sessionId: viewer.sessionId, browserHash } })
  return listSessions(ports, viewer)
}

/** Browsers claim to be others, so the most specific name comes first. */
const browsers: Array<[pattern: RegExp, name: string]> = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const operatingSystems: Array<[pattern: RegExp, name: string]> = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

/** The browser and system of a user agent, for example `Firefox on Windows`. */
export function describeDevice(userAgent: string | null): string {
  const findName = (list: typeof browsers) => list.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  const [browser, system] = [findName(browsers), findName(operatingSystems)]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown device'
}

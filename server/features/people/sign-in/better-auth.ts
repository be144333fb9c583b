import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { passkey } from '@better-auth/passkey'
import type { BetterAuthPlugin } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { APIError } from 'better-auth/api'
// Without Kysely, which its own adapters use.
import { betterAuth } from 'better-auth/minimal'
import { limits } from '../../../../contract/limits.ts'
import { productName } from '../../../../contract/site.ts'
import { isDatabaseUnavailable } from '../../../db/health.ts'
import { oauthAccounts, passkeys, sessions, users, verifications } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'
import { alertOfDebtorsEmail, reopenDebtor } from './debts.ts'
import {
  rejectSuspended,
  requireSignUpAllowed,
  validateOAuthUser,
  verifiedEmail,
  withDisplayName,
} from './policy.ts'

const secondsPerDay = 24 * 3_600

/** better-auth's own path is only used for the callback of the OpenID provider. */
const betterAuthBasePath = '/api/identity'

/** better-auth on our tables, called from our own routes only. Sign-in codes are our own: see codes.ts. */
export function createAuth(ports: Ports, extraPlugins: Array<BetterAuthPlugin> = []) {
  const { config, secret, db, newPublicId } = ports
  const isHttps = config.publicUrl.startsWith('https:')
  const auth = betterAuth({
    appName: productName,
    baseURL: config.publicUrl,
    basePath: betterAuthBasePath,
    secret,
    database: drizzleAdapter(db, {
      provider: 'pg',
      schema: {
        user: users,
        session: sessions,
        account: oauthAccounts,
        verification: verifications,
        passkey: passkeys,
      },
    }),
    session: {
      expiresIn: limits.sessionTtlMs / 1_000,
      updateAge: secondsPerDay,
      additionalFields: {
        passkeyConfirmedAt: { type: 'date', required: false, input: false },
        isSilent: { type: 'boolean', required: false, input: false },
      },
    },
    user: {
      additionalFields: {
        firstName: { type: 'string', required: false, input: false },
        role: { type: 'string', required: false, input: false },
        isOwner: { type: 'boolean', required: false, input: false },
        suspendedAt: { type: 'date', required: false, input: false },
        deletedAt: { type: 'date', required: false, input: false },
      },
      validateUserInfo: validateOAuthUser,
    },
    databaseHooks: {
      user: {
        create: {
          async before(user) {
            await requireSignUpAllowed(ports, user)
            await alertOfDebtorsEmail(ports, user.email)
            return withDisplayName(user)
          },
        },
      },
      // Every session is created here, for all sign-in methods.
      session: { create: { before: ({ userId }) => rejectSuspended(db, userId) } },
    },
    advanced: {
      // A sibling subdomain can set a cookie named __Secure-, but not one named __Host-.
      cookiePrefix: isHttps ? '__Host-tipdrop' : 'tipdrop',
      useSecureCookies: false,
      defaultCookieAttributes: { secure: isHttps },
      database: { generateId: ({ model }) => (model === 'user' ? String(newPublicId()) : randomUUID()) },
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { level: 'error', log: captureAuthError },
    plugins: [verifiedEmail((email) => reopenDebtor(ports, email)), passkeyPlugin(ports), ...extraPlugins],
  })
  return { ...auth, api: withCauses(auth.api) }
}

export type Auth = ReturnType<typeof createAuth>

const authByPorts = new WeakMap<Ports, Auth>()

/** One for each app: who signs in by its routes is known at its door. */
export function authOf(ports: Ports): Auth {
  const auth = authByPorts.get(ports) ?? createAuth(ports)
  authByPorts.set(ports, auth)
  return auth
}

/** Discoverable passkeys with user verification, because the device alone must not be enough. */
function passkeyPlugin({ config }: Ports) {
  return passkey({
    rpID: new URL(config.publicUrl).hostname,
    rpName: productName,
    origin: config.publicUrl,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    // Without it, the passkey could never sign in.
    registration: {
      afterVerification({ verification }) {
        if (verification.registrationInfo?.userVerified) return
        throw new APIError('UNAUTHORIZED', { code: 'USER_NOT_VERIFIED' })
      },
    },
    authentication: {
      afterVerification({ verification }) {
        if (verification.authenticationInfo.userVerified) return
        throw new APIError('UNAUTHORIZED', { code: 'USER_NOT_VERIFIED' })
      },
    },
  })
}

const callStorage = new AsyncLocalStorage<{ error?: Error }>()

/** Receives better-auth's log, the only source of the cause of its own 500. */
function captureAuthError(_level: string, ...args: Array<unknown>): void {
  const call = callStorage.getStore()
  const error = args.find((value) => value instanceof Error)
  if (call && error) call.error ??= error
}

/** Wraps better-auth's calls: their errors get what better-auth logged as the cause. */
function withCauses<Api extends object>(api: Api): Api {
  return new Proxy(api, {
    get(target, name, receiver) {
      const call: unknown = Reflect.get(target, name, receiver)
      if (typeof call !== 'function') return call
      return (...args: Array<unknown>) => withCause(async () => call.apply(target, args))
    },
  })
}

async function withCause<T>(run: () => Promise<T>): Promise<T> {
  const captured: { error?: Error } = {}
  try {
    return await callStorage.run(captured, run)
  } catch (error) {
    if (!(error instanceof APIError)) throw error
    if (error.statusCode >= 500 && isDatabaseUnavailable(captured.error))
      throw new Error('better-auth failed', { cause: captured.error })
    error.cause ??= captured.error
    throw error
  }
}

/** Whether a passkey was refused because it has counted fewer sign-ins than we have. The library has no code for it. */
export function isCounterError(error: unknown): boolean {
  return (
    error instanceof APIError &&
    error.cause instanceof Error &&
    /^Response counter value /.test(error.cause.message)
  )
}

import { randomUUID } from 'node:crypto'
import { passkey } from '@better-auth/passkey'
import type { BetterAuthPlugin } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { APIError } from 'better-auth/api'
// Without Kysely, which its own adapters use.
import { betterAuth } from 'better-auth/minimal'
import { limits } from '../../../contract/limits.ts'
import { productName } from '../../../contract/product.ts'
import { oauthAccounts, passkeys, sessions, users, verifications } from '../../db/schema/index.ts'
import type { Ports } from '../../ports/index.ts'
import { captureAuthError, withCauses } from './auth-errors.ts'
import { alertOfDebtorsEmail, reopenDebtor } from './debts.ts'
import { rejectSuspended, validateOAuthUser, withDisplayName } from './sign-in-policy.ts'
import { requireSignUpAllowed } from './sign-up-policy.ts'
import { verifiedEmail } from './verified-email.ts'

const secondsPerDay = 24 * 3_600

/** better-auth's own path is only used for the callback of the OpenID provider. */
const betterAuthBasePath = '/api/identity'

/** better-auth on our tables, called from our own routes only. Sign-in codes are our own: see sign-in-codes.ts. */
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

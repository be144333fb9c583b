import { randomUUID } from 'node:crypto'
import { betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { emailOTP } from 'better-auth/plugins'
import { limits } from '../../../contract/limits.ts'
import { identities, sessions, users, verifications } from '../../db/schema/index.ts'
import type { Ports } from '../../ports/index.ts'
import { signInMail } from './mails.ts'

const day = 24 * 3_600

/** better-auth over our tables, called from our own routes only: codes hashed, five tries, ten minutes. */
export function createAuth({ config, secret, db, mailer, newId, log }: Ports) {
  return betterAuth({
    appName: 'Tipdrop',
    baseURL: config.publicUrl,
    basePath: '/api/identity',
    secret,
    database: drizzleAdapter(db, {
      provider: 'pg',
      schema: { user: users, session: sessions, account: identities, verification: verifications },
    }),
    session: { expiresIn: 30 * day, updateAge: day },
    advanced: {
      cookiePrefix: 'tipdrop',
      useSecureCookies: config.publicUrl.startsWith('https:'),
      database: { generateId: ({ model }) => (model === 'user' ? String(newId()) : randomUUID()) },
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
    plugins: [
      emailOTP({
        otpLength: limits.signInCodeDigits,
        expiresIn: limits.signInCodeLifetime / 1_000,
        allowedAttempts: limits.signInCodeTries,
        storeOTP: 'hashed',
        async sendVerificationOTP({ email, otp }) {
          await mailer.send(signInMail({ to: email, code: otp })).catch((error: unknown) => {
            log.error({ err: error }, 'a sign-in code could not be mailed')
            throw error
          })
        },
      }),
    ],
  })
}

export type Auth = ReturnType<typeof createAuth>

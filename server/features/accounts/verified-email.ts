import type { BetterAuthPlugin } from 'better-auth'
import { createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'

/**
 * Signs in a user whose email was just verified, and creates the account the first time. Only for our own code: it
 * has no path and checks no code itself. `reopen` opens a deleted account again that still owes money.
 */
export function verifiedEmail(reopen: (email: string) => Promise<boolean>) {
  return {
    id: 'verified-email',
    endpoints: {
      signInVerifiedEmail: createAuthEndpoint.serverOnly(
        { method: 'POST', body: z.object({ email: z.email() }) },
        async (ctx) => {
          const { email } = ctx.body
          const { internalAdapter } = ctx.context
          const find = async () => (await internalAdapter.findUserByEmail(email))?.user
          // Of two concurrent first sign-ins, the second insert fails and the first one's account is used.
          const create = () =>
            internalAdapter
              .createUser({ email, emailVerified: true, name: '' }, { method: 'email-otp' })
              .catch(async (error: unknown) => (await find()) ?? Promise.reject(error))
          const findReopened = async () => ((await reopen(email)) ? find() : undefined)
          const user = (await find()) ?? (await findReopened()) ?? (await create())
          const session = await internalAdapter.createSession(user.id)
          await setSessionCookie(ctx, { session, user })
          return { user: { id: user.id } }
        },
      ),
    },
  } satisfies BetterAuthPlugin
}

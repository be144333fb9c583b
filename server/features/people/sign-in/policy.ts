import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { and, eq, gt } from 'drizzle-orm'
import { z } from 'zod'
import { limits } from '../../../../contract/limits.ts'
import { toShownName } from '../../../../contract/names.ts'
import { Email } from '../../../../contract/schemas.ts'
import { toSingleLine } from '../../../../contract/text.ts'
import { cut } from '../../../../domain/truncate.ts'
import type { Db } from '../../../db/database.ts'
import { hasRow, updateRow } from '../../../db/rows.ts'
import { signUpInvitations, staffInvitations } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'
import { findOwner } from '../accounts/ownership.ts'
import { findUserById } from '../accounts/repository.ts'

/** Error codes of refused sign-ins that the sign-in page has messages for. */
export const signInErrorCodes = { suspended: 'account_suspended', unverified: 'email_not_verified' } as const

function suspendedMessage(reason: string | null): string {
  const trimmedReason = reason?.trim().replace(/[.\s]+$/, '')
  return trimmedReason ? `This account is suspended: ${trimmedReason}.` : 'This account is suspended.'
}

export async function rejectSuspended(db: Db, userId: string): Promise<void> {
  const row = await findUserById(db, userId)
  if (row?.suspendedAt || row?.deletedAt)
    throw new APIError('FORBIDDEN', {
      code: signInErrorCodes.suspended,
      message: suspendedMessage(row.suspendedReason),
    })
}

/**
 * The OpenID provider creates or links an account only for an email that it has verified and that we accept.
 * Otherwise an attacker could prepare an account in another person's name.
 */
export async function validateOAuthUser({
  user,
  source,
}: {
  user: { email?: string | undefined; emailVerified?: boolean | undefined }
  source: { method: string; action: string }
}): Promise<{ error: string } | undefined> {
  if (source.method !== 'oauth' || source.action === 'sign-in') return undefined
  const isAcceptedEmail = user.emailVerified === true && Email.safeParse(user.email).data === user.email
  return isAcceptedEmail ? undefined : { error: signInErrorCodes.unverified }
}

/** The provider's name becomes the display name, until the user chooses another. */
export async function withDisplayName<U extends { name?: string | undefined }>(user: U) {
  const firstName = toShownName(cut(toSingleLine(user.name ?? ''), limits.maxDisplayNameLength))
  return { data: { ...user, ...(firstName && { firstName }) } }
}

/** The error code of a refused new account, which the sign-in page has a message for. */
export const signUpRefusedCode = 'sign_up_refused'

const messages = {
  invited: 'Only invited people can create an account here. Ask the site for an invitation.',
  closed: 'This site isn’t taking new accounts right now.',
}

/**
 * Rejects a new account that the site's setting does not allow. It is called when the email is proved, so nobody learns
 * which addresses have an account. Invited staff may always sign up, and ADMIN_EMAIL until the site has an owner.
 */
export async function requireSignUpAllowed(
  { db, config, settings, clock }: Ports,
  { email }: { email: string },
): Promise<void> {
  const { signUp } = settings.current()
  const address = email.toLowerCase()
  if (signUp === 'open') return
  if (address === config.adminEmail?.toLowerCase() && !(await findOwner(db))) return
  if (await isInvitedStaff(db, address, clock.now())) return
  if (signUp === 'invited' && (await acceptInvitation(db, address, clock.now()))) return
  throw new APIError('FORBIDDEN', { code: signUpRefusedCode, message: messages[signUp] })
}

function isInvitedStaff(db: Db, email: string, now: Date): Promise<boolean> {
  const isValid = and(eq(staffInvitations.email, email), gt(staffInvitations.expiresAt, now))
  return hasRow(db, staffInvitations, isValid)
}

/** Marks the invitation as accepted. An account that was deleted may be created again with it. */
async function acceptInvitation(db: Db, email: string, now: Date): Promise<boolean> {
  return (await updateRow(db, signUpInvitations, { email }, { acceptedAt: now })) !== undefined
}

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

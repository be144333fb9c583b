import { APIError } from 'better-auth/api'
import { limits } from '../../../contract/limits.ts'
import { toShownName } from '../../../contract/names.ts'
import { Email } from '../../../contract/schemas.ts'
import { toSingleLine } from '../../../contract/text.ts'
import { cut } from '../../../domain/truncate.ts'
import type { Db } from '../../db/database.ts'
import { findUserById } from './repository.ts'

/** Error codes of refused sign-ins that the sign-in page has messages for. */
export const signInErrorCodes = { suspended: 'account_suspended', unverified: 'email_not_verified' } as const

/** The message to a suspended user, with the reason if there is one. */
function suspendedMessage(reason: string | null): string {
  const trimmedReason = reason?.trim().replace(/[.\s]+$/, '')
  return trimmedReason ? `This account is suspended: ${trimmedReason}.` : 'This account is suspended.'
}

/** Rejects new sessions of suspended and deleted accounts. */
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

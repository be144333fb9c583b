import { APIError } from 'better-auth/api'
import { limits } from '../../../contract/limits.ts'
import { Email } from '../../../contract/schemas.ts'
import type { Db } from '../../db/database.ts'
import { findUserById } from './repository.ts'

/** Codes of refused sign-ins that the sign-in page has a sentence for. */
export const signInErrorCodes = { suspended: 'account_suspended', unverified: 'email_not_verified' } as const

/** Why a suspended person cannot come in, for them to read. */
function suspendedMessage(reason: string | null): string {
  const why = reason?.trim().replace(/[.\s]+$/, '')
  return why ? `This account is suspended: ${why}.` : 'This account is suspended.'
}

/** No session begins for a suspended or deleted account. */
export async function rejectSuspended(db: Db, userId: string): Promise<void> {
  const row = await findUserById(db, userId)
  if (row?.suspendedAt || row?.deletedAt)
    throw new APIError('FORBIDDEN', {
      code: signInErrorCodes.suspended,
      message: suspendedMessage(row.suspendedReason),
    })
}

/**
 * Another provider's word makes or joins an account only for an address that it has verified and that we would take
 * ourselves. Else somebody could prepare an account in another's name and wait inside it.
 */
export async function validateOAuthUser({
  user,
  source,
}: {
  user: { email?: string | undefined; emailVerified?: boolean | undefined }
  source: { method: string; action: string }
}): Promise<{ error: string } | undefined> {
  if (source.method !== 'oauth' || source.action === 'sign-in') return undefined
  const isFit = user.emailVerified === true && Email.safeParse(user.email).data === user.email
  return isFit ? undefined : { error: signInErrorCodes.unverified }
}

/** A name that came with the person is the name buyers see, until they choose another. */
export async function withDisplayName<U extends { name?: string | undefined }>(user: U) {
  const firstName = [...(user.name ?? '').replace(/\p{Cc}/gu, ' ').trim()]
    .slice(0, limits.maxDisplayNameLength)
    .join('')
  return { data: { ...user, ...(firstName && { firstName }) } }
}

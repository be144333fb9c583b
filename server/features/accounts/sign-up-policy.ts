import { APIError } from 'better-auth/api'
import { and, eq, gt } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import { signUpInvitations, staffInvitations } from '../../db/schema/index.ts'
import type { Ports } from '../../ports/index.ts'
import { findOwner } from './ownership.ts'

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

async function isInvitedStaff(db: Db, email: string, now: Date): Promise<boolean> {
  const isValid = and(eq(staffInvitations.email, email), gt(staffInvitations.expiresAt, now))
  return (await db.select({ email: staffInvitations.email }).from(staffInvitations).where(isValid)).length > 0
}

/** Marks the invitation as accepted. An account that was deleted may be created again with it. */
async function acceptInvitation(db: Db, email: string, now: Date): Promise<boolean> {
  const rows = await db
    .update(signUpInvitations)
    .set({ acceptedAt: now })
    .where(eq(signUpInvitations.email, email))
    .returning({ id: signUpInvitations.id })
  return rows.length > 0
}

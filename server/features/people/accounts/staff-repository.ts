import { and, asc, eq, gt, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/database.ts'
import { passkeys, staffInvitations, users } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'
import type { UserRow } from './repository.ts'

export type InvitationRow = typeof staffInvitations.$inferSelect

/**
 * Gives a user who signs in the role that their verified email was invited to. Once, also when two sign-ins run at the
 * same time.
 */
export async function acceptInvitation({ db, clock }: Ports, userId: string): Promise<void> {
  await db.execute(sql`
    with invitation as (
      delete from ${staffInvitations} using ${users}
      where ${users.id} = ${userId} and ${users.emailVerified} and ${staffInvitations.email} = lower(${users.email})
        and ${staffInvitations.expiresAt} > ${clock.now()}::timestamptz
      returning ${staffInvitations.role} as role
    )
    update ${users} set role = invitation.role from invitation where ${users.id} = ${userId}`)
}

export type StaffMember = { user: UserRow; hasPasskey: boolean }

export async function selectStaff(db: Db): Promise<Array<StaffMember>> {
  return db
    .select({
      user: users,
      // Among the selected columns, Drizzle writes ${users.id} without its table, which would be that of the passkeys.
      hasPasskey: sql<boolean>`exists (select from ${passkeys} where ${passkeys}.user_id = ${users}.id)`,
    })
    .from(users)
    .where(and(isNull(users.deletedAt), or(isNotNull(users.role), eq(users.isOwner, true))))
    .orderBy(asc(users.createdAt), asc(users.id))
}

/** The ids of the accounts with the role of an admin, locked until the transaction ends. */
export async function lockAdmins(tx: Tx): Promise<Array<string>> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'admin'), isNull(users.deletedAt)))
    .orderBy(asc(users.id))
    .for('update')
  return rows.map(({ id }) => id)
}

export async function selectInvitations(db: Db, now: Date): Promise<Array<InvitationRow>> {
  return db
    .select()
    .from(staffInvitations)
    .where(gt(staffInvitations.expiresAt, now))
    .orderBy(asc(staffInvitations.createdAt))
}

export async function upsertInvitation(tx: Tx, invitation: InvitationRow): Promise<void> {
  const { email: target, ...set } = invitation
  await tx
    .insert(staffInvitations)
    .values({ email: target, ...set })
    .onConflictDoUpdate({ target: staffInvitations.email, set })
}

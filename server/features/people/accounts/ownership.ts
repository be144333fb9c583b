import { randomUUID } from 'node:crypto'
import { and, eq, isNull, notExists } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { AppError } from '../../../../domain/errors.ts'
import type { Db } from '../../../db/database.ts'
import { findRow } from '../../../db/rows.ts'
import { auditLog, users } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'
import { selectSettings } from '../../site/settings/repository.ts'
import { sendEmail } from '../../telling/deliveries/deliveries.ts'
import { findUserByEmail, type UserRow, updateUser } from './repository.ts'
import { commandActor } from './reset-passkeys.ts'

export function findOwner(db: Db): Promise<UserRow | undefined> {
  return findRow(db, users, { isOwner: true })
}

/**
 * Makes the account with the verified email ADMIN_EMAIL the owner, once. From then on the owner is that account, so
 * neither a change of its email nor a new account with the old one moves the role. Only ASCII letters are case-folded,
 * so no look-alike matches.
 */
export async function claimOwnership({ db, config }: Pick<Ports, 'db' | 'config'>): Promise<void> {
  if (config.adminEmail === undefined) return
  const owners = alias(users, 'owners')
  const anyOwner = db.select({ id: owners.id }).from(owners).where(eq(owners.isOwner, true))
  const isActive = and(eq(users.emailVerified, true), isNull(users.suspendedAt), isNull(users.deletedAt))
  await db
    .update(users)
    .set({ isOwner: true })
    .where(and(eq(users.email, asciiLower(config.adminEmail)), isActive, notExists(anyOwner)))
}

/**
 * Makes another account the owner. Only for the operator of the machine. The former owner stays an admin, whom the
 * new one can remove. Both get an email. Throws AppError `not_found` and `conflict`, also where the owner is the only creator: their items would go on
 * selling for someone who can't be paid.
 */
export async function transferOwnership(
  ports: Pick<Ports, 'db' | 'clock' | 'config'>,
  email: string,
): Promise<void> {
  await ports.db.transaction(async (tx) => {
    const user = await findUserByEmail(tx, email.toLowerCase())
    if (!user?.emailVerified || user.deletedAt)
      throw new AppError('not_found', `No account has the email address ${email}. Sign in with it first.`)
    if (user.suspendedAt)
      throw new AppError('conflict', `The account ${email} is suspended. Restore it first.`)
    const former = await findOwner(tx)
    if (former?.id === user.id) return
    if (former && (await isSolo(tx, ports)))
      throw new AppError(
        'conflict',
        'Only the owner sells on this site. Turn that off first: /admin/settings/creators.',
      )
    if (former) await updateUser(tx, former.id, { isOwner: false, role: 'admin' })
    await updateUser(tx, user.id, { isOwner: true })
    await tx.insert(auditLog).values({
      ...commandActor,
      action: 'transferOwnership',
      target: `person/${user.id}`,
      createdAt: ports.clock.now(),
      oldValues: { email: former?.email ?? null },
      newValues: { email: user.email },
    })
    for (const recipient of [user.email, ...(former ? [former.email] : [])])
      await sendEmail(tx, ports, {
        kind: 'owner_changed',
        dedupeKey: `owner/${randomUUID()}`,
        to: recipient,
        data: { newEmail: user.email },
      })
  })
}

function asciiLower(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

/** Read from the database, because a command has no settings in memory. */
async function isSolo(db: Db, { config }: Pick<Ports, 'config'>): Promise<boolean> {
  const stored = (await selectSettings(db)).find(({ key }) => key === 'soloMode')?.value
  return config.settings.soloMode ?? stored === true
}

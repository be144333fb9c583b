import { eq } from 'drizzle-orm'
import type { Db, Tx } from '../../db/database.ts'
import { users } from '../../db/schema/index.ts'

export type UserRow = typeof users.$inferSelect

export async function userById(db: Db, id: string): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(eq(users.id, id))
  return row
}

export async function setFirstName(
  db: Db,
  id: string,
  firstName: string,
  now: Date,
): Promise<UserRow | undefined> {
  const [row] = await db
    .update(users)
    .set({ firstName, name: firstName, updatedAt: now })
    .where(eq(users.id, id))
    .returning()
  return row
}

/** Every transaction that moves a creator's balance holds this lock first, so that two cannot decide on the same money. */
export async function lockCreator(tx: Tx, id: string): Promise<UserRow> {
  const [row] = await tx.select().from(users).where(eq(users.id, id)).for('no key update')
  if (!row) throw new Error(`Creator ${id} is gone`)
  return row
}

import { desc, eq, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/database.ts'
import { feedback } from '../../../db/schema/index.ts'
import type { LimitOffset } from '../../../http/pagination.ts'

export type FeedbackRow = typeof feedback.$inferSelect

export async function insertFeedback(tx: Tx, message: typeof feedback.$inferInsert): Promise<number> {
  const [row] = await tx.insert(feedback).values(message).returning({ id: feedback.id })
  if (!row) throw new Error('The feedback was not inserted')
  return row.id
}

export async function findFeedback(db: Db, id: number): Promise<FeedbackRow | undefined> {
  const [row] = await db.select().from(feedback).where(eq(feedback.id, id))
  return row
}

const priorityRank = sql`array_position(array['low', 'medium', 'high', 'urgent'], ${feedback.priority})`

/** Feedback of Pro first, then by priority, then the newest, with the total in this state. */
export async function selectFeedback(db: Db, state: FeedbackRow['state'], { limit, offset }: LimitOffset) {
  const where = eq(feedback.state, state)
  const rows = await db
    .select()
    .from(feedback)
    .where(where)
    .orderBy(desc(feedback.isPro), desc(priorityRank), desc(feedback.createdAt), desc(feedback.id))
    .limit(limit)
    .offset(offset)
  return { rows, total: await db.$count(feedback, where) }
}

export async function updateFeedbackState(
  tx: Tx,
  id: number,
  change: Pick<FeedbackRow, 'state' | 'closedAt'>,
): Promise<FeedbackRow | undefined> {
  const [row] = await tx.update(feedback).set(change).where(eq(feedback.id, id)).returning()
  return row
}

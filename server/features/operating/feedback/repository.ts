import { desc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../../db/database.ts'
import { feedback } from '../../../db/schema/index.ts'
import type { LimitOffset } from '../../../http/pagination.ts'

export type FeedbackRow = typeof feedback.$inferSelect

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

import type { Db } from '../../db/database.ts'
import { feedback } from '../../db/schema/index.ts'

export async function insertFeedback(db: Db, message: typeof feedback.$inferInsert): Promise<void> {
  await db.insert(feedback).values(message)
}

import { desc, eq, inArray, sql } from 'drizzle-orm'
import { limits } from '../../../../contract/limits.ts'
import type { Message } from '../../../../contract/messages.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { insertRows } from '../../../db/rows.ts'
import { messages, purchases } from '../../../db/schema/index.ts'

export type MessageRow = typeof messages.$inferSelect

export async function insertMessage(
  tx: Tx,
  message: Pick<MessageRow, 'purchaseId' | 'sender' | 'text' | 'createdAt'>,
): Promise<MessageRow> {
  const [row] = await insertRows(tx, messages, [message])
  return row
}

/** The messages of a purchase, oldest first; of many the newest. */
export async function presentMessages(db: Db, purchaseId: number): Promise<Array<Message>> {
  const newest = await db
    .select()
    .from(messages)
    .where(eq(messages.purchaseId, purchaseId))
    .orderBy(desc(messages.id))
    .limit(limits.maxListed.messagesOfPurchase)
  return newest
    .reverse()
    .map(({ sender, text, createdAt }) => ({ sender, text, sentAt: createdAt.toISOString() }))
}

/** All messages of purchases, oldest first. */
export function selectMessagesOf(db: Db, purchaseIds: ReadonlyArray<number>): Promise<Array<MessageRow>> {
  return db
    .select()
    .from(messages)
    .where(inArray(messages.purchaseId, [...purchaseIds]))
    .orderBy(messages.id)
}

export async function deleteMessagesOf(tx: Tx, purchaseIds: ReadonlyArray<number>): Promise<void> {
  await tx.delete(messages).where(inArray(messages.purchaseId, [...purchaseIds]))
}

/** Deletes what a creator and their buyers wrote. */
export async function deleteMessagesOfCreator(tx: Tx, creatorId: string): Promise<void> {
  const own = sql`select ${purchases.id} from ${purchases} where ${purchases.creatorId} = ${creatorId}`
  await tx.delete(messages).where(sql`${messages.purchaseId} in (${own})`)
}

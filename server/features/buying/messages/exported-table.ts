import { and, asc, eq, gt } from 'drizzle-orm'
import type { Db } from '../../../db/database.ts'
import { messages, purchases } from '../../../db/schema/index.ts'
import { type ExportTable, exportTable } from '../../../http/export-table.ts'

export function messagesTable(db: Db, creatorId: string): ExportTable {
  return exportTable('messages', {
    select: (after, limit) =>
      db
        .select({ message: messages, orderNumber: purchases.orderNumber })
        .from(messages)
        .innerJoin(purchases, eq(purchases.id, messages.purchaseId))
        .where(and(eq(purchases.creatorId, creatorId), gt(messages.id, after)))
        .orderBy(asc(messages.id))
        .limit(limit),
    idOf: ({ message }) => message.id,
    columns: {
      order: ({ orderNumber }) => orderNumber,
      sender: ({ message }) => message.sender,
      text: ({ message }) => message.text,
      sentAt: ({ message }) => message.createdAt.toISOString(),
    },
  })
}

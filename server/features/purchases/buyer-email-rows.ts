import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import { attempts, grants, purchases } from '../../db/schema/index.ts'

export async function keepBuyerEmail(db: Db, attemptId: number, email: string): Promise<void> {
  await db.update(attempts).set({ buyerEmail: email }).where(eq(attempts.id, attemptId))
}

type Same = { contentId: number; email: string; but: number }

/** Payments of the same address for the same item that are on their way. */
export async function processingFor(db: Db, { contentId, email, but }: Same): Promise<Array<string>> {
  const rows = await db
    .select({ paymentId: attempts.providerPaymentId })
    .from(attempts)
    .where(
      and(
        eq(attempts.contentId, contentId),
        eq(sql`lower(${attempts.buyerEmail})`, email.toLowerCase()),
        eq(attempts.state, 'processing'),
        ne(attempts.id, but),
      ),
    )
    .limit(5)
  return rows.flatMap(({ paymentId }) => paymentId ?? [])
}

/** Whether an address has bought the item and may open it. */
export async function ownsWith(db: Db, { contentId, email }: Same): Promise<boolean> {
  const [row] = await db
    .select({ id: purchases.id })
    .from(purchases)
    .innerJoin(grants, eq(grants.purchaseId, purchases.id))
    .where(
      and(
        eq(purchases.contentId, contentId),
        eq(sql`lower(${purchases.email})`, email.toLowerCase()),
        isNull(grants.revokedAt),
      ),
    )
    .limit(1)
  return row !== undefined
}

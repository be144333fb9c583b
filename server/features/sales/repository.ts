import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { creatorAccount, earningKinds } from '../../../domain/ledger.ts'
import type { Db } from '../../db/database.ts'
import {
  attempts,
  contents,
  grants,
  ledgerTotals,
  mails,
  purchases,
  refundRequests,
} from '../../db/schema/index.ts'
import type { Place } from '../../http/paging.ts'
import { entriesWith } from '../ledger/repository.ts'
import { disputesOf, referencesOf, refundsOf } from '../purchases/reversals.ts'
import { type Filter, newestFirst, pageOf } from './search.ts'

/** The newest request a buyer made and nobody has decided on; none once all of it went back. */
const waitingRequest = sql<number | null>`(select ${refundRequests.id} from ${refundRequests}
  where ${refundRequests.purchaseId} = ${purchases.id} and ${refundRequests.state} = 'asked'
  and ${purchases.refunded} < ${purchases.amount} order by ${refundRequests.createdAt} desc limit 1)`.mapWith(
  Number,
)

export type SaleRow = Awaited<ReturnType<typeof salesOf>>[number]

/** A page of a creator's sales, the newest first. */
export async function salesOf(
  db: Db,
  creatorId: string,
  page: { filter: Filter; after: Place | undefined; most: number },
) {
  const ids = await pageOf(db, creatorId, page)
  return everything(db)
    .where(inArray(purchases.id, sql`(select id from (${ids}) as page)`))
    .orderBy(...newestFirst)
}

/** Where a page ends with this sale. */
export function placeOf({ purchase }: Pick<SaleRow, 'purchase'>): Place {
  return { at: purchase.paidAt, id: purchase.id }
}

/** One sale, whoever's it is: what the caller may see of it is the caller's to decide. */
export async function saleById(db: Db, id: number): Promise<SaleRow | undefined> {
  const [row] = await everything(db).where(eq(purchases.id, id))
  return row
}

/** How many sales a creator ever had: a kept count, so it costs nothing. */
export async function countSales(db: Db, creatorId: string): Promise<number> {
  const [row] = await db
    .select({ entries: sql<string>`coalesce(sum(${ledgerTotals.entries}), 0)` })
    .from(ledgerTotals)
    .where(and(eq(ledgerTotals.account, creatorAccount(creatorId)), eq(ledgerTotals.kind, 'sale')))
  return Number(row?.entries ?? 0)
}

export async function newestSale(db: Db, creatorId: string): Promise<number | null> {
  const [row] = await db
    .select({ id: purchases.id })
    .from(purchases)
    .where(eq(purchases.creatorId, creatorId))
    .orderBy(...newestFirst)
    .limit(1)
  return row?.id ?? null
}

/** Every entry of a sale and of what went back of it, the oldest posting first. */
export async function entriesOf(db: Db, purchaseId: number) {
  const gone = { refunds: await refundsOf(db, purchaseId), disputes: await disputesOf(db, purchaseId) }
  return entriesWith(db, referencesOf(purchaseId, gone), earningKinds)
}

/** The mails that are about one purchase alone. */
export async function mailsAbout(db: Db, purchaseId: number) {
  return db
    .select()
    .from(mails)
    .where(eq(sql`(${mails.data} ->> 'purchaseId')`, String(purchaseId)))
    .orderBy(asc(mails.createdAt), asc(mails.id))
}

function everything(db: Db) {
  return db
    .select({
      purchase: purchases,
      grant: grants,
      title: contents.title,
      note: {
        supporterName: attempts.supporterName,
        message: attempts.supporterMessage,
        isPrivate: attempts.supporterPrivate,
        source: attempts.source,
      },
      refundRequest: waitingRequest,
    })
    .from(purchases)
    .innerJoin(grants, eq(grants.purchaseId, purchases.id))
    .innerJoin(attempts, eq(attempts.id, purchases.attemptId))
    .innerJoin(contents, eq(contents.id, purchases.contentId))
    .$dynamic()
}

import { and, asc, eq, gt } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import {
  attempts,
  contents,
  files,
  ledgerEntries,
  payouts,
  purchases,
  subscriptions,
} from '../../db/schema/index.ts'
import { countContents } from '../content/repository.ts'

/** Rows read at once: the whole of a large account never lies in memory. */
const pageSize = 1_000

/** Every row in the order of its id, page after page. */
async function* paged<R>(page: (after: number) => Promise<Array<R>>, idOf: (row: R) => number) {
  let after = 0
  for (;;) {
    const rows = await page(after)
    yield* rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < pageSize) return
    after = idOf(last)
  }
}

export function itemsOf(db: Db, creatorId: string) {
  return paged(
    (after) =>
      db
        .select({ content: contents, file: files })
        .from(contents)
        .leftJoin(files, eq(files.id, contents.fileId))
        .where(and(eq(contents.creatorId, creatorId), gt(contents.id, after)))
        .orderBy(asc(contents.id))
        .limit(pageSize),
    ({ content }) => content.id,
  )
}

export function salesOf(db: Db, creatorId: string) {
  return paged(
    (after) =>
      db
        .select({ purchase: purchases, attempt: attempts, title: contents.title })
        .from(purchases)
        .innerJoin(attempts, eq(attempts.id, purchases.attemptId))
        .innerJoin(contents, eq(contents.id, purchases.contentId))
        .where(and(eq(purchases.creatorId, creatorId), gt(purchases.id, after)))
        .orderBy(asc(purchases.id))
        .limit(pageSize),
    ({ purchase }) => purchase.id,
  )
}

export function entriesOf(db: Db, account: string) {
  return paged(
    (after) =>
      db
        .select()
        .from(ledgerEntries)
        .where(and(eq(ledgerEntries.account, account), gt(ledgerEntries.id, after)))
        .orderBy(asc(ledgerEntries.id))
        .limit(pageSize),
    ({ id }) => id,
  )
}

export function payoutsOf(db: Db, creatorId: string) {
  return paged(
    (after) =>
      db
        .select()
        .from(payouts)
        .where(and(eq(payouts.creatorId, creatorId), gt(payouts.id, after)))
        .orderBy(asc(payouts.id))
        .limit(pageSize),
    ({ id }) => id,
  )
}

export async function subscriptionsOf(db: Db, userId: string) {
  return db.select().from(subscriptions).where(eq(subscriptions.userId, userId))
}

/** What stays behind: items that are on the shelf, and sales whose buyers keep their access. */
export async function leftBehind(db: Db, creatorId: string): Promise<{ items: number; sales: number }> {
  return {
    items: await countContents(db, creatorId),
    sales: await db.$count(purchases, eq(purchases.creatorId, creatorId)),
  }
}

import { and, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import type { MinorUnits } from '../../../contract/money.ts'
import { creatorAccount } from '../../../domain/ledger.ts'
import type { Funds } from '../../../domain/payout.ts'
import { creatorRefundShare } from '../../../domain/refund.ts'
import type { Db } from '../../db/database.ts'
import { ledgerRollups, purchases, refundRequests } from '../../db/schema/index.ts'
import { saleNetAmount } from '../purchases/net-amount.ts'

/** A creator's funds. Sales from `cutoff` on are too new to be paid out. Decisions need the creator's lock. */
export async function getFunds(db: Db, creatorId: string, cutoff: Date): Promise<Funds> {
  return {
    balance: await sumBalance(db, creatorId),
    onHold: await sumOnHold(db, cutoff, creatorId),
    reserved: await sumReserved(db, cutoff, creatorId),
  }
}

async function sumBalance(db: Db, creatorId: string): Promise<MinorUnits> {
  const [row] = await db
    .select({ total: sql<string | null>`sum(${ledgerRollups.amount})` })
    .from(ledgerRollups)
    .where(eq(ledgerRollups.account, creatorAccount(creatorId)))
  return Number(row?.total ?? 0)
}

/** The net amount of sales that are too new. */
async function sumOnHold(db: Db, cutoff: Date, creatorId: string): Promise<MinorUnits> {
  const [row] = await db
    .select({ total: sql<string | null>`sum(${saleNetAmount})` })
    .from(purchases)
    .where(and(gte(purchases.paidAt, cutoff), eq(purchases.creatorId, creatorId)))
  return Number(row?.total ?? 0)
}

/** Requested refunds of older sales, undecided, in review or in progress. */
async function sumReserved(db: Db, cutoff: Date, creatorId: string): Promise<MinorUnits> {
  const rows = await db
    .select({ purchase: purchases, requestedTotal: sql<string>`sum(${refundRequests.amount})` })
    .from(refundRequests)
    .innerJoin(purchases, eq(purchases.id, refundRequests.purchaseId))
    .where(
      and(
        inArray(refundRequests.state, ['requested', 'in_review', 'processing']),
        lt(purchases.paidAt, cutoff),
        eq(purchases.creatorId, creatorId),
      ),
    )
    .groupBy(purchases.id)
  let reserved = 0
  for (const { purchase, requestedTotal } of rows) {
    const refundable = purchase.amount - purchase.refundedAmount - purchase.disputedAmount
    const part = Math.min(Number(requestedTotal), refundable)
    if (part > 0) reserved += creatorRefundShare(purchase, part)
  }
  return reserved
}

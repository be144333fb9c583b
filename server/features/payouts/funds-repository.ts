import { and, eq, inArray, like, lt, sql } from 'drizzle-orm'
import { creatorAccount } from '../../../domain/ledger.ts'
import type { Funds } from '../../../domain/payout.ts'
import { creatorRefundShare } from '../../../domain/refund.ts'
import type { Db } from '../../db/database.ts'
import { ledgerRollups, purchases, refundRequests } from '../../db/schema/index.ts'

/** A creator's funds. Sales from `cutoff` on are too new to be paid out. Decisions need the creator's lock. */
export async function getFunds(db: Db, creatorId: string, cutoff: Date): Promise<Funds> {
  const all = await getFundsByCreator(db, cutoff, creatorId)
  return all.get(creatorId) ?? zeroFunds
}

/** The funds of every creator with earnings, or of one. */
export async function getFundsByCreator(
  db: Db,
  cutoff: Date,
  creatorId?: string,
): Promise<Map<string, Funds>> {
  const balances = await sumBalances(db, creatorId)
  const held = await sumOnHold(db, cutoff, creatorId)
  const reserved = await sumReserved(db, cutoff, creatorId)
  return new Map(
    [...balances].map(([id, balance]) => [
      id,
      { balance, held: held.get(id) ?? 0, reserved: reserved.get(id) ?? 0 },
    ]),
  )
}

const zeroFunds: Funds = { balance: 0, held: 0, reserved: 0 }

async function sumBalances(db: Db, creatorId?: string): Promise<Map<string, number>> {
  const { account, amount } = ledgerRollups
  const rows = await db
    .select({ account, total: sql<string>`sum(${amount})` })
    .from(ledgerRollups)
    .where(creatorId ? eq(account, creatorAccount(creatorId)) : like(account, 'creator_balance/%'))
    .groupBy(account)
  return new Map(rows.map((row) => [row.account.replace('creator_balance/', ''), Number(row.total)]))
}

/** The net amount of sales that are too new. */
async function sumOnHold(db: Db, cutoff: Date, creatorId?: string): Promise<Map<string, number>> {
  const { amount, platformFeeAmount, refundedAmount, disputedAmount, platformFeeRefundedAmount } = purchases
  const rows = await db
    .select({
      creatorId: purchases.creatorId,
      total: sql<string>`sum(${amount} - ${platformFeeAmount} - ${refundedAmount} - ${disputedAmount} + ${platformFeeRefundedAmount})`,
    })
    .from(purchases)
    .where(
      and(sql`${purchases.paidAt} >= ${cutoff}`, creatorId ? eq(purchases.creatorId, creatorId) : undefined),
    )
    .groupBy(purchases.creatorId)
  return new Map(rows.map((row) => [row.creatorId, Number(row.total)]))
}

/** Requested refunds of older sales, undecided, in review or in progress. */
async function sumReserved(db: Db, cutoff: Date, creatorId?: string): Promise<Map<string, number>> {
  const rows = await db
    .select({ purchase: purchases, asked: sql<string>`sum(${refundRequests.amount})` })
    .from(refundRequests)
    .innerJoin(purchases, eq(purchases.id, refundRequests.purchaseId))
    .where(
      and(
        inArray(refundRequests.state, ['requested', 'in_review', 'processing']),
        lt(purchases.paidAt, cutoff),
        creatorId ? eq(purchases.creatorId, creatorId) : undefined,
      ),
    )
    .groupBy(purchases.id)
  const reserved = new Map<string, number>()
  for (const { purchase, asked: requestedTotal } of rows) {
    const part = Math.min(
      Number(requestedTotal),
      purchase.amount - purchase.refundedAmount - purchase.disputedAmount,
    )
    if (part <= 0) continue
    reserved.set(
      purchase.creatorId,
      (reserved.get(purchase.creatorId) ?? 0) + creatorRefundShare(purchase, part),
    )
  }
  return reserved
}

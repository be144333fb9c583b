import { and, asc, count, gte, lt, sql } from 'drizzle-orm'
import type { MinorUnits } from '../../../contract/money.ts'
import type { Db } from '../../db/database.ts'
import { ledgerEntries, receipts } from '../../db/schema/index.ts'

export type Range = { from: Date; to: Date }
export type ReportLine = Pick<typeof receipts.$inferSelect, 'amount' | 'taxAmount'> & {
  country: string | null
  kind: 'digital' | 'ebook'
  rateBps: number
  suppliedIn: string
  documents: number
}

/** The documents booked in a range, summed. A sale's own quarter comes first, then corrections of earlier ones. */
export async function selectReportLines(db: Db, { from, to }: Range): Promise<Array<ReportLine>> {
  const suppliedIn = sql<string>`to_char(${receipts.suppliedAt} at time zone 'UTC', 'YYYY"-Q"Q')`
  const rows = await db
    .select({
      country: receipts.buyerCountry,
      kind: receipts.taxKind,
      rateBps: receipts.taxRateBps,
      suppliedIn,
      documents: count(),
      amount: sql<string>`sum(${receipts.amount})`,
      taxAmount: sql<string>`sum(${receipts.taxAmount})`,
    })
    .from(receipts)
    .where(and(gte(receipts.bookedAt, from), lt(receipts.bookedAt, to)))
    .groupBy(receipts.buyerCountry, receipts.taxKind, receipts.taxRateBps, sql`4`)
    .orderBy(sql`4 desc`, asc(receipts.buyerCountry), asc(receipts.taxKind), asc(receipts.taxRateBps))
  return rows.map((row) => ({ ...row, amount: Number(row.amount), taxAmount: Number(row.taxAmount) }))
}

/** The change of the tax that is owed in a range, in minor units. */
export async function sumLedgerTax(db: Db, { from, to }: Range): Promise<MinorUnits> {
  const { account, amount, createdAt } = ledgerEntries
  const [row] = await db
    .select({ total: sql<string>`coalesce(sum(${amount}), 0)` })
    .from(ledgerEntries)
    .where(and(sql`${account} = 'tax_payable'`, gte(createdAt, from), lt(createdAt, to)))
  return Number(row?.total ?? 0)
}

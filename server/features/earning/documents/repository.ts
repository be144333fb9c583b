import { and, desc, eq, gte, inArray, isNull, lt, sql } from 'drizzle-orm'
import { limits } from '../../../../contract/limits.ts'
import { creatorAccount } from '../../../../domain/ledger.ts'
import type { Db } from '../../../db/database.ts'
import { documents } from '../../../db/schema/index.ts'

type Range = { from: Date; to: Date }

export type KindSum = { kind: string; count: number; net: number; fee: number; tax: number }

/** The entries of a creator's account in a range by kind, with the fee and the tax of their postings. */
export async function sumAccount(db: Db, creatorId: string, { from, to }: Range): Promise<Array<KindSum>> {
  const { rows } = await db.execute<Record<keyof KindSum, string>>(sql`
    select e.kind, count(*) as count, sum(e.amount) as net, coalesce(sum(f.amount), 0) as fee, coalesce(sum(t.amount), 0) as tax
    from ledger_entries e
    left join ledger_entries f on f.kind = e.kind and f.reference = e.reference and f.account = 'platform_revenue'
    left join ledger_entries t on t.kind = e.kind and t.reference = e.reference and t.account = 'tax_payable'
    where e.account = ${creatorAccount(creatorId)} and e.created_at >= ${from} and e.created_at < ${to}
    group by e.kind`)
  return rows.map(({ kind, count, net, fee, tax }) => ({
    kind,
    count: Number(count),
    net: Number(net),
    fee: Number(fee),
    tax: Number(tax),
  }))
}

/** The time of the first entry of a creator's account; undefined without any. */
export async function findFirstEntry(db: Db, creatorId: string): Promise<Date | undefined> {
  const { rows } = await db.execute<{ at: string | null }>(
    sql`select min(created_at) as at from ledger_entries where account = ${creatorAccount(creatorId)}`,
  )
  const at = rows[0]?.at
  return at ? new Date(at) : undefined
}

/** What a creator gets: not the receipts of their buyers. */
const isForCreator = and(
  isNull(documents.purchaseId),
  inArray(documents.kind, ['statement', 'invoice', 'credit_note', 'credit_note_reversal']),
)

export async function selectOwnDocuments(db: Db, creatorId: string, { from, to }: Range) {
  return db
    .select()
    .from(documents)
    .where(
      and(
        eq(documents.creatorId, creatorId),
        isForCreator,
        gte(documents.bookedAt, from),
        lt(documents.bookedAt, to),
      ),
    )
    .orderBy(desc(documents.bookedAt), desc(documents.id))
    .limit(limits.maxListed.creatorDocuments)
}

export async function findOwnDocument(db: Db, creatorId: string, id: number) {
  const [row] = await db
    .select()
    .from(documents)
    .where(and(eq(documents.id, id), eq(documents.creatorId, creatorId), isForCreator))
  return row
}

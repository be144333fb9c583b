import { sql } from 'drizzle-orm'
import type { MinorUnits } from '../../../../contract/money.ts'
import type { StatementLine } from '../../../../contract/payouts.ts'
import { creatorAccount } from '../../../../domain/ledger.ts'
import type { Db } from '../../../db/database.ts'
import type { PayoutRow } from '../payouts/repository.ts'

/**
 * The entries of a payout on the creator's account: after those of the previous payout, up to its own. Every booking
 * holds the creator's lock, so entry ids are in booking order.
 */
export type EntryRange = {
  account: string
  afterEntryId: number
  beforeEntryId: number
  openingBalance: MinorUnits
}

export async function entryRangeOf(db: Db, { id, creatorId }: PayoutRow): Promise<EntryRange> {
  const account = creatorAccount(creatorId)
  const { rows } = await db.execute<{ after: string; up_to: string; opening: string }>(sql`
    with own as (
      select id from ledger_entries
      where kind = 'payout' and reference = ${`payout/${id}`} and account = ${account}
    ), before as (
      select coalesce(max(e.id), 0) as id from ledger_entries e, own
      where e.account = ${account} and e.kind = 'payout' and e.id < own.id
    )
    select before.id as after, own.id as up_to,
      (select coalesce(sum(amount), 0) from ledger_entries where account = ${account} and id <= before.id) as opening
    from own, before`)
  const [row] = rows
  if (!row) throw new Error(`Payout ${id} has no ledger entry`)
  return {
    account,
    afterEntryId: Number(row.after),
    beforeEntryId: Number(row.up_to),
    openingBalance: Number(row.opening),
  }
}

export type LineRow = {
  entry: number
  date: Date
  type: StatementLine['type']
  number: number | null
  title: string
  /** What was sold; null for others. */
  contentId: number | null
  rate: number | null
  tax: MinorUnits
  fee: MinorUnits
  net: MinorUnits
  /** Of a sale. */
  promisedReleaseAt: Date | null
  releasedAt: Date | null
  item: { releaseAt: Date | null; deletedAt: Date | null; takenDownAt: Date | null; releaseTimeZone: string }
}

type ReleaseTimes = Record<
  'promised_release_at' | 'released_at' | 'release_at' | 'deleted_at' | 'taken_down_at' | 'release_time_zone',
  string | null
>

/** The lines of a statement in booking order, after an entry; at most `limit`. */
export async function selectStatementLines(
  db: Db,
  range: EntryRange,
  { afterEntryId, limit }: { afterEntryId: number; limit: number },
) {
  const { rows } = await db.execute<LineRow & ReleaseTimes>(sql`
    with lines as (
      select e.id, e.kind, e.reference, e.amount, e.created_at from ledger_entries e
      where e.account = ${range.account} and e.id > ${afterEntryId} and e.id < ${range.beforeEntryId}
      order by e.id limit ${limit}
    )
    select l.id as entry, l.created_at as date, l.kind as type, l.amount as net,
      coalesce((select sum(f.amount) from ledger_entries f
        where f.kind = l.kind and f.reference = l.reference and f.account = 'platform_revenue'), 0) as fee,
      coalesce((select sum(t.amount) from ledger_entries t
        where t.kind = l.kind and t.reference = l.reference and t.account = 'tax_payable'), 0) as tax,
      coalesce(p.order_number, case when l.kind = 'payout_return' then split_part(l.reference, '/', 2)::bigint end) as number,
      coalesce(c.title, '') as title, p.content_id as "contentId",
      a.platform_fee_bps as rate,
      case when l.kind = 'sale' then p.promised_release_at end as promised_release_at, p.released_at,
      c.release_at, c.deleted_at, c.taken_down_at, c.release_time_zone
    from lines l
    left join refunds r on l.kind in ('refund', 'refund_reversal') and r.id = split_part(l.reference, '/', 2)::bigint
    left join disputes d on l.kind in ('dispute', 'dispute_reversal') and d.id = split_part(l.reference, '/', 2)::bigint
    left join purchases p on p.id = coalesce(r.purchase_id, d.purchase_id)
      or l.kind = 'sale' and p.order_number = split_part(l.reference, '/', 2)::bigint
    left join checkouts a on a.id = p.checkout_id
    left join content_items c on c.id = p.content_id
    order by l.id`)
  // A raw query returns times and large numbers as text.
  return rows.map((row) => ({
    ...row,
    entry: Number(row.entry),
    date: new Date(row.date),
    number: row.number === null ? null : Number(row.number),
    contentId: row.contentId === null ? null : Number(row.contentId),
    tax: Number(row.tax),
    fee: Number(row.fee),
    net: Number(row.net),
    promisedReleaseAt: toDate(row.promised_release_at),
    releasedAt: toDate(row.released_at),
    item: {
      releaseAt: toDate(row.release_at),
      deletedAt: toDate(row.deleted_at),
      takenDownAt: toDate(row.taken_down_at),
      releaseTimeZone: row.release_time_zone ?? '',
    },
  }))
}

function toDate(text: string | null): Date | null {
  return text === null ? null : new Date(text)
}

export async function sumStatementLines(db: Db, { account, afterEntryId, beforeEntryId }: EntryRange) {
  const { rows } = await db.execute<{ lines: string; net: string }>(sql`
    select count(*) as lines, coalesce(sum(amount), 0) as net from ledger_entries
    where account = ${account} and id > ${afterEntryId} and id < ${beforeEntryId}`)
  return { lines: Number(rows[0]?.lines ?? 0), net: Number(rows[0]?.net ?? 0) }
}

import { and, desc, eq, gt, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { SalesFilter } from '../../../contract/sales.ts'
import type { Db } from '../../db/database.ts'
import { likePart, startsWith } from '../../db/like.ts'
import { contents, purchases, refundRequests } from '../../db/schema/index.ts'
import type { Place } from '../../http/paging.ts'

export type Filter = z.output<typeof SalesFilter>
type Page = { filter: Filter; after: Place | undefined; most: number }

/** So many items at the most are looked through one by one; what matches more is found on the way through the sales. */
const fewItems = 200

/** A query for the ids of a page of a creator's sales, each way to find one by an index of its own. */
export async function pageOf(db: Db, creatorId: string, { filter, after, most }: Page): Promise<SQL> {
  const all = and(eq(purchases.creatorId, creatorId), ...narrowed(filter), ...(after ? [before(after)] : []))
  const q = filter.q?.trim().toLowerCase() ?? ''
  if (q === '') return newest(all, most)

  const named = itemsNamed(creatorId, q)
  const items = (await db.execute<{ id: string }>(sql`${named} limit ${fewItems + 1}`)).rows
  // Of a state that is rare, all sales are fewer than those of the items.
  const oneByOne = items.length <= fewItems && (!filter.state || filter.state === 'paid')
  const found = [
    newest(and(all, sql`lower(${purchases.email}) like ${startsWith(q)}`), most),
    ...(/^\d{1,15}$/.test(q) ? [newest(and(all, eq(purchases.id, Number(q))), most)] : []),
    ...(items.length > 0 && !oneByOne
      ? [newest(and(all, inArray(purchases.contentId, sql`(${named})`)), most)]
      : []),
    ...(items.length > 0 && oneByOne ? [ofEach(named, all, most)] : []),
  ]
  const either = sql.join(found, sql` union `)
  return sql`select id, paid_at from (${either}) as found order by paid_at desc, id desc limit ${most}`
}

function newest(where: SQL | undefined, most: number): SQL {
  return sql`(select ${purchases.id}, ${purchases.paidAt} from ${purchases} where ${where}
    order by ${purchases.paidAt} desc, ${purchases.id} desc limit ${most})`
}

/** The newest of each item first, so that no item's long history is read for a page. */
function ofEach(items: SQL, where: SQL | undefined, most: number): SQL {
  const one = and(where, sql`${purchases.contentId} = item.id`)
  return sql`(select sold.id, sold.paid_at from (${items}) as item
    cross join lateral ${newest(one, most)} as sold order by sold.paid_at desc, sold.id desc limit ${most})`
}

function itemsNamed(creatorId: string, q: string): SQL {
  return sql`select ${contents.id} from ${contents} where ${contents.creatorId} = ${creatorId}
    and lower(${contents.title}) like ${likePart(q)}`
}

function narrowed({ item, state, from, to }: Filter): Array<SQL | undefined> {
  return [
    item === undefined ? undefined : eq(purchases.contentId, item),
    state === undefined ? undefined : states[state],
    from === undefined ? undefined : gte(purchases.paidAt, new Date(`${from}T00:00:00Z`)),
    to === undefined ? undefined : lt(purchases.paidAt, endOf(to)),
  ]
}

/** The condition of the index over the sales of which something went back. */
const reversed = or(gt(purchases.refunded, 0), gt(purchases.disputed, 0))
const isWhole = eq(purchases.refunded, purchases.amount)
const isHeld = gt(purchases.disputed, 0)

/** As `saleState` of the domain says it. */
const states: Record<NonNullable<Filter['state']>, SQL | undefined> = {
  paid: and(eq(purchases.refunded, 0), eq(purchases.disputed, 0)),
  partly_refunded: and(reversed, eq(purchases.disputed, 0), lt(purchases.refunded, purchases.amount)),
  refunded: and(reversed, eq(purchases.disputed, 0), isWhole),
  disputed: and(reversed, isHeld),
  refund_asked: and(
    lt(purchases.refunded, purchases.amount),
    sql`${purchases.id} in (select ${refundRequests.purchaseId} from ${refundRequests} where ${refundRequests.state} = 'asked')`,
  ),
}

function before({ at, id }: Place): SQL {
  return sql`(${purchases.paidAt}, ${purchases.id}) < (${at}::timestamptz, ${id})`
}

function endOf(day: string): Date {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 24 * 3_600_000)
}

/** Newest first; two of one moment by their id. */
export const newestFirst = [desc(purchases.paidAt), desc(purchases.id)]

import { placeholder, type SQL, sql } from 'drizzle-orm'
import type { MinorUnits } from '../../../../contract/money.ts'
import { utcDay } from '../../../../domain/dates.ts'
import { contentDailyRollups, contentRollups, creatorDailyRollups } from '../../../db/schema/index.ts'

/** The change of an item's totals by a sale or refund. The order of changes does not matter. */
type RollupDelta = {
  contentId: number
  creatorId: string
  saleCount: number
  purchaseCount: number
  netAmount: MinorUnits
  now: Date
}

export function rollupValues({ now, ...delta }: RollupDelta) {
  return { ...delta, day: utcDay(now) }
}

const incrementDailyColumns = sql.raw(`purchase_count = stored.purchase_count + excluded.purchase_count,
      sale_count_delta = stored.sale_count_delta + excluded.sale_count_delta,
      net_amount_delta = stored.net_amount_delta + excluded.net_amount_delta`)

/** The delta of `rollupValues` as a query, with a row for each of `source`. */
export const deltaOf = (source: SQL) => sql`
  select ${placeholder('contentId')}::bigint as content_id,
    ${placeholder('creatorId')}::text as creator_id,
    ${placeholder('day')}::date as day,
    ${placeholder('saleCount')}::int as sale_count,
    ${placeholder('purchaseCount')}::int as purchase_count,
    ${placeholder('netAmount')}::bigint as net_amount
  from ${source}`

/**
 * The parts of a statement that add the rows of a query to the totals of items and of a day. All rows are of one creator
 * and day, and ordered by item. Every writer locks the rows in this order: totals, items' day, creator's day. Each part
 * selects from the one before, because PostgreSQL may run independent parts in any order.
 */
export const rollupParts = (deltas: SQL) => sql`
  delta as (${deltas}), content_total as (
    insert into ${contentRollups} as stored (content_id, creator_id, sale_count, purchase_count, net_amount)
    select content_id, creator_id, sale_count, purchase_count, net_amount from delta
    on conflict (content_id) do update set sale_count = stored.sale_count + excluded.sale_count,
      purchase_count = stored.purchase_count + excluded.purchase_count,
      net_amount = stored.net_amount + excluded.net_amount
    returning content_id
  ), content_day as (
    insert into ${contentDailyRollups} as stored
      (content_id, creator_id, day, purchase_count, sale_count_delta, net_amount_delta)
    select content_id, creator_id, day, purchase_count, sale_count, net_amount
    from content_total join delta using (content_id) order by content_id
    on conflict (content_id, day) do update set ${incrementDailyColumns}
    returning content_id
  ), creator_day as (
    insert into ${creatorDailyRollups} as stored
      (creator_id, day, purchase_count, sale_count_delta, net_amount_delta)
    select creator_id, day, sum(purchase_count), sum(sale_count), sum(net_amount)
    from content_day join delta using (content_id) group by creator_id, day
    on conflict (creator_id, day) do update set ${incrementDailyColumns}
  )`

import { placeholder, sql } from 'drizzle-orm'
import type { MinorUnits } from '../../../contract/money.ts'
import { utcDay } from '../../../domain/dates.ts'
import type { Tx } from '../../db/database.ts'
import { preparedSql } from '../../db/prepared-statement.ts'
import { contentDailyRollups, contentRollups, creatorDailyRollups } from '../../db/schema/index.ts'

const incrementDailyColumns = sql.raw(`purchase_count = stored.purchase_count + excluded.purchase_count,
  sale_count_delta = stored.sale_count_delta + excluded.sale_count_delta,
  net_amount_delta = stored.net_amount_delta + excluded.net_amount_delta`)

type RollupDelta = {
  contentId: number
  creatorId: string
  saleCount: number
  purchaseCount: number
  netAmount: MinorUnits
  now: Date
}

/** Adds the deltas of a sale or refund to the totals of the item and the day. The order of deltas does not matter. */
export async function updateRollups(tx: Tx, { now, ...delta }: RollupDelta): Promise<void> {
  await addToRollups(tx, { ...delta, day: utcDay(now) })
}

/**
 * Every writer locks the rows in this order: totals, item's day, creator's day. Each part selects from the one before,
 * because PostgreSQL may run independent parts in any order.
 */
const addToRollups = preparedSql(
  'add_to_rollups',
  sql`with delta as (
    select ${placeholder('contentId')}::bigint as content_id, ${placeholder('creatorId')}::text as creator_id, ${placeholder('day')}::date as day,
      ${placeholder('saleCount')}::int as sale_count, ${placeholder('purchaseCount')}::int as purchase_count, ${placeholder('netAmount')}::bigint as net_amount
  ), content_total as (
    insert into ${contentRollups} as stored (content_id, creator_id, sale_count, purchase_count, net_amount)
    select content_id, creator_id, sale_count, purchase_count, net_amount from delta
    on conflict (content_id) do update set sale_count = stored.sale_count + excluded.sale_count,
      purchase_count = stored.purchase_count + excluded.purchase_count,
      net_amount = stored.net_amount + excluded.net_amount
    returning content_id
  ), content_day as (
    insert into ${contentDailyRollups} as stored
      (content_id, creator_id, day, purchase_count, sale_count_delta, net_amount_delta)
    select content_id, creator_id, day, purchase_count, sale_count, net_amount from content_total join delta using (content_id)
    on conflict (content_id, day) do update set ${incrementDailyColumns}
    returning content_id
  )
  insert into ${creatorDailyRollups} as stored (creator_id, day, purchase_count, sale_count_delta, net_amount_delta)
  select creator_id, day, purchase_count, sale_count, net_amount from content_day join delta using (content_id)
  on conflict (creator_id, day) do update set ${incrementDailyColumns}`,
)

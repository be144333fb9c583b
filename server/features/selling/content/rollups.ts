import type { MinorUnits } from '../../../../contract/money.ts'
import { utcDay } from '../../../../domain/dates.ts'
import type { Tx } from '../../../db/database.ts'
import { connectionOf } from '../../../db/prepared-query.ts'

/** The change of an item's totals by a sale or refund. The order of changes does not matter. */
type RollupDelta = {
  contentId: number
  creatorId: string
  saleCount: number
  purchaseCount: number
  netAmount: MinorUnits
}

/** Purchases of an item, and those of its creator's items on this UTC day. */
type SaleCounts = { itemCount: number; dayCount: number }

/**
 * Adds to the totals of an item and of a day, in one statement, because all sales of a creator wait for each other until
 * it has ended. Every writer locks the rows in this order: item's totals, item's day, creator's day; each part reads the
 * one before it. Returns the number of purchases of the item, and of the creator on this day.
 */
export async function addToRollups(tx: Tx, delta: RollupDelta, now: Date): Promise<SaleCounts> {
  const { contentId, creatorId, saleCount, purchaseCount, netAmount } = delta
  const values = [contentId, creatorId, utcDay(now), saleCount, purchaseCount, netAmount]
  const { rows } = await connectionOf(tx).query<SaleCounts>({ ...addition, values })
  const [counts] = rows as [SaleCounts]
  return counts
}

const addition = {
  name: 'add_to_rollups',
  text: `
    with item as (
      insert into content_rollups as rollup (content_id, creator_id, sale_count, purchase_count, net_amount)
      values ($1, $2, $4, $5, $6)
      on conflict (content_id) do update set
        sale_count = rollup.sale_count + excluded.sale_count,
        purchase_count = rollup.purchase_count + excluded.purchase_count,
        net_amount = rollup.net_amount + excluded.net_amount
      returning content_id, creator_id, purchase_count
    ), item_day as (
      insert into content_daily_rollups as rollup
        (content_id, creator_id, day, sale_count_delta, purchase_count, net_amount_delta)
      select content_id, creator_id, $3, $4, $5, $6 from item
      on conflict (content_id, day) do update set
        sale_count_delta = rollup.sale_count_delta + excluded.sale_count_delta,
        purchase_count = rollup.purchase_count + excluded.purchase_count,
        net_amount_delta = rollup.net_amount_delta + excluded.net_amount_delta
      returning creator_id, day
    ), creator_day as (
      insert into creator_daily_rollups as rollup
        (creator_id, day, sale_count_delta, purchase_count, net_amount_delta)
      select creator_id, day, $4, $5, $6 from item_day
      on conflict (creator_id, day) do update set
        sale_count_delta = rollup.sale_count_delta + excluded.sale_count_delta,
        purchase_count = rollup.purchase_count + excluded.purchase_count,
        net_amount_delta = rollup.net_amount_delta + excluded.net_amount_delta
      returning purchase_count
    )
    select item.purchase_count as "itemCount", creator_day.purchase_count as "dayCount" from item, creator_day`,
}

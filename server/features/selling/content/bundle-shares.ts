import { sql } from 'drizzle-orm'
import { limits } from '../../../../contract/limits.ts'
import { type Currency, formatDecimal } from '../../../../contract/money.ts'
import { type PricedItem, revenueByItem } from '../../../../domain/bundle.ts'
import type { Db } from '../../../db/database.ts'
import type { Ports } from '../../../ports/index.ts'
import { pricedItem } from './bundle-items.ts'
import { selectContentsUnordered } from './repository.ts'

/** Sales of a bundle that gave the same items: what the creator has of them, and the items that were paid for. */
type SaleGroup = {
  bundle_id: string
  title: string
  currency: Currency
  item_ids: Array<number>
  sales: string
  net_amount: string
}

type ShareOfBundle = { bundleId: number; title: string; sales: number; amount: string }

/** What an item is of each bundle that it was sold in, the largest share first. */
export async function bundleSharesOfItem(
  ports: Ports,
  { creatorId, contentId }: { creatorId: string; contentId: number },
): Promise<Array<ShareOfBundle>> {
  const groups = await selectSaleGroups(ports.db, creatorId, [contentId])
  const priced = await pricesOf(ports, groups)
  const byBundle = Map.groupBy(groups, ({ bundle_id }) => Number(bundle_id))
  const shares = [...byBundle].flatMap(([bundleId, ofBundle]) => {
    const [first] = ofBundle
    const withItem = ofBundle.filter(({ item_ids }) => item_ids.includes(contentId))
    if (!first || withItem.length === 0) return []
    const amount = revenueByItem(revenuesOf(withItem, priced)).get(contentId) ?? 0
    const sales = withItem.reduce((sum, group) => sum + Number(group.sales), 0)
    return [{ bundleId, title: first.title, currency: first.currency, sales, amount }]
  })
  return shares
    .sort((one, other) => other.amount - one.amount)
    .slice(0, limits.maxListed.bundleShares)
    .map(({ currency, amount, ...share }) => ({ ...share, amount: formatDecimal(amount, currency) }))
}

/** What items are of all bundles that they were sold in; those without a share are left out. */
export async function bundleSharesOfItems(
  ports: Ports,
  creatorId: string,
  contentIds: ReadonlyArray<number>,
): Promise<Array<{ id: number; amount: string }>> {
  const groups = await selectSaleGroups(ports.db, creatorId, contentIds)
  const [first] = groups
  if (!first) return []
  const shares = revenueByItem(revenuesOf(groups, await pricesOf(ports, groups)))
  return contentIds.flatMap((id) => {
    const amount = shares.get(id) ?? 0
    return amount > 0 ? [{ id, amount: formatDecimal(amount, first.currency) }] : []
  })
}

function revenuesOf(groups: ReadonlyArray<SaleGroup>, priced: ReadonlyMap<number, PricedItem>) {
  return groups.map(({ net_amount, item_ids }) => ({
    amount: Math.max(0, Number(net_amount)),
    items: item_ids.flatMap((id) => priced.get(id) ?? []),
  }))
}

async function pricesOf(
  { db, paymentProvider }: Ports,
  groups: ReadonlyArray<SaleGroup>,
): Promise<ReadonlyMap<number, PricedItem>> {
  const ids = [...new Set(groups.flatMap(({ item_ids }) => item_ids))]
  const rows = await selectContentsUnordered(db, ids)
  return new Map(
    rows.map((row) => [row.content.id, pricedItem(row, paymentProvider.chargeLimits(row.content.currency))]),
  )
}

/** More than the sets of items that the buyers of one creator's bundles had before. */
const maxGroups = 10_000

/**
 * The sales of the bundles with one of these items, grouped by what they gave for their money: not what the buyer had before, and
 * not what was refunded because it was taken down. Computed from the sales each time; there is no counter.
 */
async function selectSaleGroups(
  db: Db,
  creatorId: string,
  contentIds: ReadonlyArray<number>,
): Promise<Array<SaleGroup>> {
  if (contentIds.length === 0) return []
  const { rows } = await db.execute<SaleGroup>(sql`
    with sold as (
      select bundle.id as bundle_id, bundle.title, bundle.currency, purchases.net_amount, checkouts.owned_content_ids,
        -- Changes of the bundle before the payment: equal numbers mean the same items.
        (select count(*) from bundle_items item where item.bundle_id = bundle.id and item.added_at <= purchases.paid_at) as added,
        (select count(*) from bundle_items item where item.bundle_id = bundle.id and item.removed_at <= purchases.paid_at) as removed,
        purchases.paid_at, part.ids as refunded_ids
      from content_items bundle
        join purchases on purchases.content_id = bundle.id
        join checkouts on checkouts.id = purchases.checkout_id
        left join (select purchase_id, jsonb_agg(content_id order by content_id) as ids from refund_requests
          where content_id is not null and state <> 'failed' and creator_id = ${creatorId} group by purchase_id) part
          on part.purchase_id = purchases.id
      where bundle.creator_id = ${creatorId} and bundle.is_bundle and bundle.id in (
        select bundle_id from bundle_items where content_id = any(${sql.param([...contentIds])}::bigint[]))
    ), grouped as (
      select bundle_id, title, currency, owned_content_ids, refunded_ids, min(paid_at) as paid_at, count(*) as sales,
        sum(net_amount) as net_amount
      from sold group by bundle_id, title, currency, owned_content_ids, refunded_ids, added, removed
    )
    select bundle_id, title, currency, sales, net_amount, (
      select coalesce(json_agg(item.content_id order by item.content_id), '[]') from bundle_items item
      where item.bundle_id = grouped.bundle_id and item.added_at <= grouped.paid_at
        and (item.removed_at is null or grouped.paid_at < item.removed_at)
        and not owned_content_ids @> to_jsonb(item.content_id)
        and not coalesce(refunded_ids @> to_jsonb(item.content_id), false)
    ) as item_ids
    from grouped order by bundle_id, paid_at limit ${maxGroups}`)
  return rows
}

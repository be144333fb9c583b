import { sql } from 'drizzle-orm'
import type { Bundle, BundleItem } from '../../../../contract/content.ts'
import { formatDecimal } from '../../../../contract/money.ts'
import { mayBeShown } from '../../../../domain/access.ts'
import { type PricedItem, sumOfPrices } from '../../../../domain/bundle.ts'
import { type ChargeLimits, minimumCharge } from '../../../../domain/price.ts'
import type { Db } from '../../../db/database.ts'
import type { Ports } from '../../../ports/index.ts'
import { presentCommonFields } from './present.ts'
import { type ContentRow, selectContentsUnordered } from './repository.ts'
import { stateOf } from './shown.ts'

/** The items that a bundle has now and that may be shown, in the creator's order and without their texts. */
export async function selectBundleItems(db: Db, { bundleItems }: ContentRow): Promise<Array<ContentRow>> {
  const current = bundleItems.filter(({ removedAt }) => removedAt === null)
  const rows = await selectContentsUnordered(
    db,
    current.map(({ contentId }) => contentId),
  )
  const byId = new Map(rows.map((row) => [row.content.id, row]))
  return current
    .flatMap(({ contentId }) => byId.get(contentId) ?? [])
    .filter((row) => mayBeShown(stateOf(row), 'bundle'))
}

/** What an item costs alone, for the price of a bundle's rest and for shares. */
export function pricedItem({ content }: ContentRow, charge: ChargeLimits): PricedItem {
  const price = content.pricingModel === 'free' ? 0 : minimumCharge(content, charge)
  return { id: content.id, price }
}

/** What is in a bundle; null for what is none. */
export async function loadBundle(ports: Ports, row: ContentRow): Promise<Bundle | null> {
  return row.content.isBundle ? presentBundle(ports, row, await selectBundleItems(ports.db, row)) : null
}

function presentBundle(
  { paymentProvider }: Ports,
  { content: { currency } }: ContentRow,
  items: ReadonlyArray<ContentRow>,
): Bundle {
  const priced = items.map((item) => pricedItem(item, paymentProvider.chargeLimits(currency)))
  return {
    items: items.map((item, index) => presentBundleItem(item, priced[index]?.price ?? 0)),
    singly: formatDecimal(sumOfPrices(priced), currency),
  }
}

/** Its image only where everyone may see it. */
export function presentBundleItem(row: ContentRow, price: number): BundleItem {
  const isOnSale = mayBeShown(stateOf(row), 'none')
  const fields = presentCommonFields(row)
  const { id, kind, title, category, accessType, currency, fileName, fileSize, ...rest } = fields
  const { partCounts, totalSize, previewImage, previewFocus } = rest
  return {
    id,
    kind,
    title,
    category,
    accessType,
    currency,
    fileName,
    fileSize,
    partCounts,
    totalSize,
    previewImage: isOnSale ? previewImage : null,
    previewFocus,
    price: formatDecimal(price, currency),
    isOnSale,
  }
}

/** Takes an item out of all bundles: who bought one before keeps it. A bundle with fewer than two items is a draft then. */
export async function removeFromBundles(db: Db, contentId: number, now: Date): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`
  await db.execute(sql`
    with removed as (
      update bundle_items set removed_at = ${at}, position = null where content_id = ${contentId} and removed_at is null
      returning bundle_id
    ), left_over as (
      select bundle_id, (select count(*) from bundle_items b where b.bundle_id = removed.bundle_id
        and b.removed_at is null and b.content_id <> ${contentId}) as items from removed
    )
    update content_items set version = version + 1, updated_at = ${at},
      status = case when items < 2 then 'draft' else status end
    from left_over where id = bundle_id`)
}

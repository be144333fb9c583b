import { type SQL, sql } from 'drizzle-orm'
import type { Bundle, BundleItem } from '../../../../contract/content.ts'
import { limits } from '../../../../contract/limits.ts'
import { formatDecimal } from '../../../../contract/money.ts'
import { mayBeShown } from '../../../../domain/access.ts'
import { type PricedItem, sumOfPrices } from '../../../../domain/bundle.ts'
import { AppError } from '../../../../domain/errors.ts'
import { type ChargeLimits, minimumCharge } from '../../../../domain/price.ts'
import type { Db } from '../../../db/database.ts'
import type { Ports } from '../../../ports/index.ts'
import { hasLostPart } from './parts.ts'
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

/** The items that a bundle has now and that may not be shown, because they were taken down. */
export async function selectHiddenItems(db: Db, { bundleItems }: ContentRow): Promise<Array<ContentRow>> {
  const current = bundleItems.filter(({ removedAt }) => removedAt === null)
  const rows = await selectContentsUnordered(
    db,
    current.map(({ contentId }) => contentId),
  )
  return rows.filter((row) => !mayBeShown(stateOf(row), 'bundle'))
}

/** What an item costs alone, for the price of a bundle's rest and for shares. */
export function pricedItem({ content }: ContentRow, charge: ChargeLimits): PricedItem {
  const price = content.pricingModel === 'free' ? 0 : minimumCharge(content, charge)
  return { id: content.id, price }
}

/** What is in a bundle, and whether one of its items can't be sold right now. Nothing for what is no bundle. */
export async function loadBundle(
  ports: Ports,
  row: ContentRow,
): Promise<{ bundle: Bundle; isUnavailable: boolean } | undefined> {
  if (!row.content.isBundle) return undefined
  const items = await selectBundleItems(ports.db, row)
  const isUnavailable = items.length < limits.bundleItems.min || items.some(hasLostPart)
  return { bundle: presentBundle(ports, row, items), isUnavailable }
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
  const { id, tipAddress, kind, title, category, accessType, currency, fileName, fileSize, ...rest } = fields
  const { partCounts, totalSize, previewImage, previewFocus, pond } = rest
  return {
    id,
    tipAddress,
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
    pond,
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

/**
 * Bounds what the bundles hold that this transaction changed, with what earlier buyers keep, because each read of a purchase has
 * all of it. Throws AppError with a sentence for the changed bundle or item.
 */
export async function assertBundlesFit(
  db: Db,
  changed: { bundleId: number } | { contentId: number },
): Promise<void> {
  const isItem = 'contentId' in changed
  const [bundle] = await selectTooLarge(
    db,
    isItem
      ? sql`exists (select from bundle_items b where b.bundle_id = bundle.id and b.content_id = ${changed.contentId})`
      : sql`bundle.id = ${changed.bundleId}`,
  )
  if (!bundle) return
  const most = Number(bundle.parts) > limits.maxBundleParts ? mostParts : mostText
  const message = isItem
    ? `This item is in the bundle “${bundle.title}”. ${most} Add less here, or make a new item of it.`
    : `${most} Take items out.`
  throw new AppError('invalid_input', message, { [isItem ? 'parts' : 'items']: message })
}

const mostParts =
  'All items of a bundle have at most 1,000 parts together, with those that earlier buyers keep.'
const mostText =
  'All texts of a bundle have at most 1,000,000 characters together, with those that earlier buyers keep.'

type BundleSize = { title: string; parts: string; text_length: string }

/** An item that was removed, and one of a deleted bundle, counts while somebody bought the bundle before that. */
async function selectTooLarge(db: Db, isChanged: SQL): Promise<Array<BundleSize>> {
  const { rows } = await db.execute<BundleSize>(sql`
    select bundle.title, count(*) as parts, coalesce(sum(length(part.text)), 0) as text_length
    from content_items bundle
      join bundle_items item on item.bundle_id = bundle.id and (
        item.removed_at is null and bundle.deleted_at is null
        or exists (select from purchases where purchases.content_id = bundle.id
          and (item.removed_at is null or purchases.paid_at < item.removed_at)))
      join content_parts part on part.content_id = item.content_id
    where bundle.is_bundle and ${isChanged}
    group by bundle.id
    having count(*) > ${limits.maxBundleParts} or sum(length(part.text)) > ${limits.maxBundleTextLength}
    limit 1`)
  return rows
}

import { formatDecimal } from '../../../../contract/money.ts'
import type { PurchaseAccess } from '../../../../contract/purchases.ts'
import { itemsOf, mayBeShown } from '../../../../domain/access.ts'
import { sharesOf } from '../../../../domain/bundle.ts'
import { visibleParts } from '../../../../domain/parts.ts'
import type { Ports } from '../../../ports/index.ts'
import type { BundleItemRow } from '../../selling/content/bundle-column.ts'
import { pricedItem } from '../../selling/content/bundle-items.ts'
import type { PartRow } from '../../selling/content/parts.ts'
import { type ContentRow, selectWholeContents } from '../../selling/content/repository.ts'
import { stateOf } from '../../selling/content/shown.ts'
import { selectStillOwned } from '../purchases/owned-items.ts'
import type { PurchaseWithGrant } from '../purchases/repository.ts'

/** A purchase, as far as it decides what a bundle gives. Without an id: one that is being paid, or a test. */
export type BoughtBundle = {
  paidAt: Date
  paid?: Pick<PurchaseWithGrant, 'purchase' | 'checkout'>
}

/**
 * The row of what a purchase gives: of a bundle, with the parts of its items, each item as a section. So everything that
 * shows, sends or counts the parts of a purchase treats a bundle like one item.
 */
export async function withBoughtItems(
  ports: Ports,
  row: ContentRow,
  bought: BoughtBundle,
): Promise<ContentRow> {
  if (!row.content.isBundle) return row
  const items = await boughtItems(ports, row, bought)
  return { ...row, parts: items.filter(isShownInBundle).flatMap((item) => partsOf(item, bought.paidAt)) }
}

type BoughtItem = { entry: BundleItemRow; row: ContentRow }

const isShownInBundle = ({ row }: BoughtItem) => mayBeShown(stateOf(row), 'bundle')

/** The items that a purchase of a bundle gives, also those that were taken down. */
async function boughtItems(
  { db }: Ports,
  row: ContentRow,
  { paidAt, paid }: BoughtBundle,
): Promise<Array<BoughtItem>> {
  const ownedContentIds = paid?.checkout.ownedContentIds ?? []
  const stillOwned =
    paid && ownedContentIds.length > 0
      ? await selectStillOwned(db, { ...paid.purchase, buyerCookieHash: paid.checkout.buyerCookieHash })
      : new Set<number>()
  const entries = itemsOf({ paidAt, ownedContentIds, stillOwned }, row.bundleItems)
  const rows = await selectWholeContents(
    db,
    entries.map(({ contentId }) => contentId),
  )
  const byId = new Map(rows.map((item) => [item.content.id, item]))
  return entries.flatMap((entry) => {
    const found = byId.get(entry.contentId)
    return found ? [{ entry, row: found }] : []
  })
}

/** The parts of an item in a section with its title. What was removed from it before it came into the bundle is not among them. */
function partsOf({ entry, row }: BoughtItem, paidAt: Date): Array<PartRow> {
  const { title } = row.content
  const since = entry.addedAt > paidAt ? entry.addedAt : paidAt
  return visibleParts(row.parts, since).map((part) => ({
    ...part,
    section: part.section === '' ? title : `${title} · ${part.section}`,
    name: part.name === '' && part.file === null ? title : part.name,
  }))
}

/**
 * What the access page says of a bundle besides its parts: how many items it has, and those that were taken down, whose
 * part of the price the buyer can ask back.
 */
export async function presentBoughtBundle(
  ports: Ports,
  row: ContentRow,
  bought: BoughtBundle,
): Promise<PurchaseAccess['bundle']> {
  if (!row.content.isBundle) return null
  const items = await boughtItems(ports, row, bought)
  const shares = sharesOfPurchase(ports, items, bought)
  return {
    itemCount: items.filter(isShownInBundle).length,
    takenDown: items
      .filter((item) => !isShownInBundle(item))
      .map(({ row: { content } }) => {
        const share = shares.get(content.id)
        return {
          title: content.title,
          share: share === undefined ? null : formatDecimal(share, content.currency),
        }
      }),
  }
}

/** What each item was of the amount that was paid, by the prices of the items now. Items that the buyer had before have no part. */
function sharesOfPurchase(
  { paymentProvider }: Ports,
  items: ReadonlyArray<BoughtItem>,
  { paid }: BoughtBundle,
): Map<number, number> {
  if (!paid) return new Map()
  const charge = paymentProvider.chargeLimits(paid.purchase.currency)
  const ownedBefore = new Set(paid.checkout.ownedContentIds)
  const paidFor = items
    .filter(({ entry }) => !ownedBefore.has(entry.contentId) && entry.addedAt <= paid.purchase.paidAt)
    .map((item) => pricedItem(item.row, charge))
  return sharesOf(paid.purchase.amount, paidFor, paid.purchase.currency)
}

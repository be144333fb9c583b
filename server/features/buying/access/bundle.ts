import { formatDecimal } from '../../../../contract/money.ts'
import type { PurchaseAccess } from '../../../../contract/purchases.ts'
import { itemsOf, mayBeShown } from '../../../../domain/access.ts'
import { refundableShare, sharesOf } from '../../../../domain/bundle.ts'
import { visibleParts } from '../../../../domain/parts.ts'
import { shareRefundDeadline } from '../../../../domain/purchase.ts'
import { refundableAmount } from '../../../../domain/refund.ts'
import { isBeforeRelease } from '../../../../domain/release.ts'
import type { Db, Tx } from '../../../db/database.ts'
import type { Ports } from '../../../ports/index.ts'
import type { BundleItemRow } from '../../selling/content/bundle-column.ts'
import { pricedItem } from '../../selling/content/bundle-items.ts'
import type { PartRow } from '../../selling/content/parts.ts'
import { type ContentRow, selectWholeContents } from '../../selling/content/repository.ts'
import { stateOf } from '../../selling/content/shown.ts'
import { selectStillOwned } from '../purchases/owned-items.ts'
import {
  type ShareRefund,
  selectShareRefunds,
  sumInProgress,
} from '../purchases/refund-requests-repository.ts'
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
  const items = await boughtItems(ports.db, row, bought)
  const now = ports.clock.now()
  const shown = items.filter((item) => isShownInBundle(item) && !comesLater(item, now))
  return { ...row, parts: shown.flatMap((item) => partsOf(item, bought.paidAt)) }
}

/** What a purchase gives now: the item itself, or those of a bundle that its buyer may be shown. */
export async function givenItems(
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  row: ContentRow,
  bought: BoughtBundle,
): Promise<Array<ContentRow>> {
  if (!row.content.isBundle) return [row]
  const now = clock.now()
  const items = await boughtItems(db, row, bought)
  return items.filter((item) => isShownInBundle(item) && !comesLater(item, now)).map((item) => item.row)
}

type BoughtItem = { entry: BundleItemRow; row: ContentRow; shareRefund: ShareRefund | undefined }

/** An item whose part was refunded stays hidden when it comes back. */
const isShownInBundle = ({ row, shareRefund }: BoughtItem) =>
  mayBeShown(stateOf(row), 'bundle') && (!shareRefund || shareRefund.state === 'failed')

/** A bundle takes in no item before its day. One that got a day since is not given before it; who had it when it was taken out keeps it. */
function comesLater({ entry, row }: BoughtItem, now: Date): boolean {
  return entry.removedAt === null && isBeforeRelease(row.content.releaseAt, now)
}

/** Whether an item was taken down before the payment, so that it was no part of it. */
const wasHiddenAt = ({ row: { content } }: BoughtItem, paidAt: Date) =>
  content.takenDownAt !== null && content.takenDownAt < paidAt

/** The items that a purchase of a bundle gives, also those that were taken down. */
async function boughtItems(
  db: Db,
  row: ContentRow,
  { paidAt, paid }: BoughtBundle,
): Promise<Array<BoughtItem>> {
  const { ownedContentIds = [], ownedPurchaseIds = [], buyerCookieHash = '' } = paid?.checkout ?? {}
  const stillOwned =
    paid && ownedContentIds.length > 0
      ? await selectStillOwned(db, { ...paid.purchase, buyerCookieHash, ownedPurchaseIds })
      : new Set<number>()
  const shareRefunds = paid ? await selectShareRefunds(db, paid.purchase.id) : new Map()
  const entries = itemsOf({ paidAt, ownedContentIds, stillOwned }, row.bundleItems)
  const rows = await selectWholeContents(
    db,
    entries.map(({ contentId }) => contentId),
  )
  const byId = new Map(rows.map((item) => [item.content.id, item]))
  return entries.flatMap((entry) => {
    const found = byId.get(entry.contentId)
    return found ? [{ entry, row: found, shareRefund: shareRefunds.get(entry.contentId) }] : []
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
 * part of the price the buyer can have back.
 */
export async function presentBoughtBundle(
  ports: Ports,
  row: ContentRow,
  bought: BoughtBundle,
): Promise<PurchaseAccess['bundle']> {
  if (!row.content.isBundle) return null
  const items = await boughtItems(ports.db, row, bought)
  const shares = bought.paid ? await hiddenShares(ports.db, ports, items, bought.paid) : new Map()
  const money = (amount: number | undefined) =>
    amount === undefined ? null : formatDecimal(amount, row.content.currency)
  return {
    itemCount: items.filter(isShownInBundle).length,
    takenDown: items
      .filter((item) => !isShownInBundle(item) && !wasHiddenAt(item, bought.paidAt))
      .map(({ row: { content }, shareRefund }) => {
        const { share, refundable, until } = shares.get(content.id) ?? {}
        return {
          id: content.id,
          title: content.title,
          share: money(shareRefund?.amount ?? share),
          refundable: money(refundable),
          refundableUntil: refundable === undefined ? null : (until?.toISOString() ?? null),
          refund: shareRefund?.state ?? null,
        }
      }),
  }
}

/** What was paid for an item that is hidden, what of it can be refunded now, and until when. */
export type HiddenShare = { share: number; refundable: number | undefined; until: Date; title: string }

/** Of a locked purchase: what an item that was taken down gives back. Undefined for any other item. */
export async function findHiddenShare(
  tx: Tx,
  ports: Ports,
  { row, paid, itemId }: { row: ContentRow; paid: NonNullable<BoughtBundle['paid']>; itemId: number },
): Promise<HiddenShare | undefined> {
  const items = await boughtItems(tx, row, { paidAt: paid.purchase.paidAt, paid })
  return (await hiddenShares(tx, ports, items, paid)).get(itemId)
}

/** By item. Those that the buyer had before, and those added after the payment, have none. */
async function hiddenShares(
  db: Db,
  { paymentProvider, clock }: Ports,
  items: ReadonlyArray<BoughtItem>,
  { purchase, checkout }: NonNullable<BoughtBundle['paid']>,
): Promise<Map<number, HiddenShare>> {
  const hidden = items.filter((item) => !isShownInBundle(item))
  if (hidden.length === 0) return new Map()
  const charge = paymentProvider.chargeLimits(purchase.currency)
  const paidFor = items.filter(
    (item) =>
      !checkout.ownedContentIds.includes(item.entry.contentId) &&
      item.entry.addedAt <= purchase.paidAt &&
      !wasHiddenAt(item, purchase.paidAt),
  )
  const shares = sharesOf(
    purchase.amount,
    paidFor.map((item) => pricedItem(item.row, charge)),
  )
  const refundable = refundableAmount(purchase) - (await sumInProgress(db, purchase.id))
  const hasOtherItems = items.some(isShownInBundle)
  return new Map(
    hidden.flatMap(({ row: { content }, shareRefund }) => {
      const share = shares.get(content.id)
      if (share === undefined) return []
      const until = shareRefundDeadline(purchase.paidAt, content.takenDownAt)
      const canAsk = !shareRefund && clock.now() <= until
      const amount = canAsk ? refundableShare(share, { refundable, hasOtherItems }) : undefined
      return [[content.id, { share, refundable: amount, until, title: content.title }] as const]
    }),
  )
}

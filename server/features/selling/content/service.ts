import { and, desc, eq, lt, ne, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { PreviewImageQuery, PublicContent, Supporter } from '../../../../contract/content.ts'
import { limits } from '../../../../contract/limits.ts'
import { formatDecimal } from '../../../../contract/money.ts'
import { isForSale } from '../../../../domain/access.ts'
import { isFreePaused } from '../../../../domain/free.ts'
import { minimumCharge } from '../../../../domain/price.ts'
import {
  suggestedAmounts,
  typicalAmountOf,
  typicalAmountSales,
} from '../../../../domain/suggested-amounts.ts'
import type { Db } from '../../../db/database.ts'
import { checkouts, purchases } from '../../../db/schema/index.ts'
import { type FileResponse, fromBuffer } from '../../../http/file-response.ts'
import type { FindViewer, Viewer } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { loadBundle, removeFromBundles } from './bundle-items.ts'
import { recordItemEvent } from './follower-notice.ts'
import { contentNotFoundError } from './guards.ts'
import { momentOf, presentPublic } from './present.ts'
import { readVariant } from './preview-image.ts'
import { type ContentRow, findContentById, softDeleteContent } from './repository.ts'
import { requireShown } from './shown.ts'
import { loadTeaser } from './teaser.ts'
import { clearUpgradesFrom } from './upgrade.ts'

/** The item of a tip link; throws AppError when it is not for sale. */
export async function requirePurchasableContent({ db }: Pick<Ports, 'db'>, id: number): Promise<ContentRow> {
  const row = await findContentById(db, id)
  if (!row || !isForSale(row.content, row.creator)) throw contentNotFoundError()
  return row
}

export async function getContent(ports: Ports, id: number): Promise<PublicContent> {
  return presentTipPage(ports, await requirePurchasableContent(ports, id))
}

/** All that the tip page shows of an item. */
export async function presentTipPage(ports: Ports, row: ContentRow): Promise<PublicContent> {
  const { id } = row.content
  const supporters = row.content.showSupporters
    ? await selectRecentSupporters(ports.db, id, limits.maxSupportersShown)
    : null
  return {
    ...presentPublic(row, momentOf(ports, row), supporters),
    isFreePaused: isFreePaused(row.content, ports.clock.now()),
    ...(await loadBundle(ports, row)),
    teaser: await loadTeaser(ports, row),
    ...(await loadAmounts(ports, row)),
  }
}

/** The amounts beside the field of a pay-what-you-want item. The typical one is null unless it is above the minimum. */
async function loadAmounts(
  { db, paymentProvider }: Ports,
  { content, totals }: ContentRow,
): Promise<Partial<PublicContent>> {
  const { id, pricingModel, currency } = content
  if (pricingModel !== 'pay_what_you_want') return {}
  const minimum = minimumCharge(content, paymentProvider.chargeLimits(currency))
  const found = totals?.saleCount ? typicalAmountOf(await selectRecentAmounts(db, id)) : null
  const typical = found && found.amount > minimum ? found : null
  const amounts = suggestedAmounts(content.suggestedAmounts, {
    minimum,
    typical: typical?.amount ?? null,
    currency,
  })
  return {
    suggestedAmounts: amounts.map((amount) => formatDecimal(amount, currency)),
    typicalAmount: typical && formatDecimal(typical.amount, currency),
    isPaidByMost: typical?.isPaidByMost ?? false,
  }
}

/** Another creator's item is reported as missing. */
export async function deleteContent(ports: Ports, viewer: Viewer, id: number) {
  const own = { id, creatorId: viewer.id, now: ports.clock.now() }
  await ports.db.transaction(async (tx) => {
    const status = await softDeleteContent(tx, own)
    if (!status) throw contentNotFoundError()
    await removeFromBundles(tx, id, own.now)
    await clearUpgradesFrom(tx, id, own.now)
    if (status === 'published')
      await recordItemEvent(tx, ports, { creatorId: viewer.id, contentId: id, status: 'draft' })
  })
  return { deleted: true as const }
}

/** The image, for a viewer who may see the item. Buyers read it by their access link (`getPurchasedImage`). */
export async function getPreviewImage(
  { db, fileStore }: Ports,
  id: number,
  { query, findViewer }: { query: z.output<typeof PreviewImageQuery>; findViewer: FindViewer },
): Promise<FileResponse> {
  const { row, caching } = await requireShown(await findContentById(db, id), findViewer)
  return { ...(await previewImageFile({ fileStore }, row, query)), ...caching, isEmbeddable: true }
}

/** The image as a file. The caller has asked whether it may be shown. Throws AppError `not_found`. */
export async function previewImageFile(
  { fileStore }: Pick<Ports, 'fileStore'>,
  { content: { previewImageKey: key } }: ContentRow,
  { w: width, as: format }: z.output<typeof PreviewImageQuery>,
): Promise<FileResponse> {
  const image = key === null ? undefined : await readVariant({ fileStore }, key, { width, format })
  if (!image) throw contentNotFoundError()
  const { bytes, type, suffix } = image
  return {
    name: `preview.${type.split('/')[1]}`,
    type,
    etag: `${key?.replace('/', '-')}${suffix}`,
    disposition: 'inline',
    ...fromBuffer(bytes),
  }
}

const hasUnreversedAmount = lt(
  sql`${purchases.refundedAmount} + ${purchases.disputedAmount}`,
  purchases.amount,
)

/** What an item's newest buyers paid, in minor units. */
async function selectRecentAmounts(db: Db, contentId: number): Promise<Array<number>> {
  const rows = await db
    .select({ amount: purchases.amount })
    .from(purchases)
    .where(and(eq(purchases.contentId, contentId), hasUnreversedAmount))
    .orderBy(desc(purchases.paidAt), desc(purchases.id))
    .limit(typicalAmountSales.max)
  return rows.map(({ amount }) => amount)
}

/** Buyers with a name or message who did not choose privacy, newest first. Refunded purchases are excluded. */
async function selectRecentSupporters(db: Db, contentId: number, limit: number): Promise<Array<Supporter>> {
  const { supporterName: name, supporterMessage: message, isSupporterPrivate } = checkouts
  const rows = await db
    .select({ name, message, paidAt: purchases.paidAt })
    .from(purchases)
    .innerJoin(checkouts, eq(checkouts.id, purchases.checkoutId))
    .where(
      and(
        eq(purchases.contentId, contentId),
        eq(isSupporterPrivate, false),
        or(ne(name, ''), ne(message, '')),
        hasUnreversedAmount,
      ),
    )
    .orderBy(desc(purchases.paidAt), desc(purchases.id))
    .limit(limit)
  return rows.map((row) => ({ ...row, paidAt: row.paidAt.toISOString() }))
}

import { getPurchasedImage } from '../../../contract/access.ts'
import { limits } from '../../../contract/limits.ts'
import type { OrderNumber } from '../../../contract/order-number.ts'
import type { PurchaseAccess } from '../../../contract/purchases.ts'
import { buildUrl } from '../../../contract/route.ts'
import { mayBeShown } from '../../../domain/access.ts'
import type { Ports } from '../../ports/index.ts'
import { presentCard, presentPublic } from '../content/present.ts'
import { type ContentRow, selectOtherPublished } from '../content/repository.ts'
import { stateOf } from '../content/shown.ts'
import type { FileOwnerKind } from '../purchases/access-token.ts'
import { signedFileUrl } from './signed-file-url.ts'

/** The item with its purchased content. */
export function presentPurchasedContent(
  ports: Ports,
  { token, ...bought }: { of: FileOwnerKind; orderNumber: OrderNumber; token: string },
  row: ContentRow,
): PurchaseAccess['content'] {
  return {
    ...presentPublic(row, ports.paymentProvider.chargeLimits(row.content.currency)),
    // Others can’t see the image of an item that is not on sale.
    ...(!mayBeShown(stateOf(row), 'none') && { previewImage: purchasedImageUrl(token, row) }),
    fileUrl: row.file && signedFileUrl(ports, bought, { row }),
    fileType: row.file?.mimeType ?? null,
    fileSha256: row.file?.sha256 ?? null,
    linkUrl: row.content.linkUrl,
    textContent: row.content.textContent,
  }
}

/** The image's URL on the access page of this token; null without an image. */
function purchasedImageUrl(token: string, { content: { previewImageKey } }: ContentRow): string | null {
  return (
    previewImageKey &&
    buildUrl(getPurchasedImage, { params: { token }, query: { v: previewImageKey.split('/').at(-1) } })
  )
}

const maxMoreItems = limits.maxListed.moreItems

/** The creator's note to buyers. */
export function presentThankYouNote({ content, creator }: ContentRow): string {
  return content.thankYouNote || creator.defaultThankYouNote
}

/** Other items of the creator. */
export async function presentMoreFromCreator(
  ports: Ports,
  { contentId, creatorId }: { contentId: number; creatorId: string },
): Promise<PurchaseAccess['moreFromCreator']> {
  const others = await selectOtherPublished(ports.db, { creatorId, exceptId: contentId, limit: maxMoreItems })
  return others.map((row) => presentCard(row, ports.paymentProvider.chargeLimits(row.content.currency)))
}

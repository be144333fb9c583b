import type { PurchaseAccess } from '../../../contract/purchases.ts'
import type { Ports } from '../../ports/index.ts'
import { presentCard, presentPublic } from '../content/present.ts'
import { type ContentRow, selectOtherPublished } from '../content/repository.ts'
import type { FileOwnerKind } from '../purchases/access-token.ts'
import { signedFileUrl } from './signed-file-url.ts'

/** The item with its purchased content. */
export function presentPurchasedContent(
  ports: Ports,
  bought: { of: FileOwnerKind; orderNumber: number },
  row: ContentRow,
): PurchaseAccess['content'] {
  return {
    ...presentPublic(row, ports.paymentProvider.chargeLimits(row.content.currency)),
    fileUrl: row.file && signedFileUrl(ports, bought, { row }),
    fileType: row.file?.mimeType ?? null,
    fileSha256: row.file?.sha256 ?? null,
    linkUrl: row.content.linkUrl,
    textContent: row.content.textContent,
  }
}

const maxMoreItems = 3

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

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

/** The creator's note to buyers, and their other items. */
export async function presentCreatorSection(
  ports: Ports,
  { content, creator }: ContentRow,
): Promise<Pick<PurchaseAccess, 'thankYouNote' | 'moreFromCreator'>> {
  const others = await selectOtherPublished(ports.db, {
    creatorId: content.creatorId,
    exceptId: content.id,
    limit: maxMoreItems,
  })
  return {
    thankYouNote: content.thankYouNote || creator.defaultThankYouNote,
    moreFromCreator: others.map((row) =>
      presentCard(row, ports.paymentProvider.chargeLimits(row.content.currency)),
    ),
  }
}

import type { PurchaseAccess } from '../../../contract/purchases.ts'
import type { Ports } from '../../ports/index.ts'
import { presentPublic } from '../content/present.ts'
import type { ContentRow } from '../content/repository.ts'
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
    fileUrl: signedFileUrl(ports, bought, { row }),
    fileType: row.file?.mimeType ?? null,
    fileSha256: row.file?.sha256 ?? null,
    linkUrl: row.content.linkUrl,
    textContent: row.content.textContent,
  }
}

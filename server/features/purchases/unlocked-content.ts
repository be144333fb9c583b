import type { Unlocked } from '../../../contract/purchases.ts'
import type { Ports } from '../../ports/index.ts'
import { presentPublic } from '../content/present.ts'
import type { ContentRow } from '../content/repository.ts'
import { fileAddress } from './file-address.ts'
import type { FileOwner } from './tokens.ts'

/** The item with what only those see who may open it. */
export function unlockedContent(
  ports: Ports,
  bought: { of: FileOwner; purchaseId: number },
  row: ContentRow,
): Unlocked['content'] {
  return {
    ...presentPublic(row, ports.payments.limits(row.content.currency)),
    fileUrl: fileAddress(ports, bought, { row }),
    fileType: row.file?.type ?? null,
    fileSha256: row.file?.sha256 ?? null,
    linkUrl: row.content.linkUrl,
    textContent: row.content.textContent,
  }
}

import type { PurchaseAccess } from '../../../contract/purchases.ts'
import { isInlineSafe } from '../../../domain/file-type.ts'

type PurchasedFile = Pick<PurchaseAccess['content'], 'kind' | 'accessType' | 'fileType'>

/**
 * How the page shows the item. A file that browsers cannot show is only downloaded, whatever its access type.
 */
export function showsInPage({ kind, accessType, fileType }: PurchasedFile): 'view' | 'play' | 'none' {
  if (kind !== 'file' || accessType === 'download' || !fileType || !isInlineSafe(fileType)) return 'none'
  return accessType === 'stream' && /^(audio|video)\//.test(fileType) ? 'play' : 'view'
}

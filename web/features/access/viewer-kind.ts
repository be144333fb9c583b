import type { PurchaseAccess } from '../../../contract/purchases.ts'
import { isInlineSafe } from '../../../domain/file-type.ts'

type PurchasedFile = Pick<PurchaseAccess['content'], 'kind' | 'accessType' | 'fileType'>

/** How the page shows the item: `none` for a file that can only be downloaded, or whose type browsers cannot show. */
export function viewerKindOf({ kind, accessType, fileType }: PurchasedFile): 'view' | 'play' | 'none' {
  if (kind !== 'file' || accessType === 'download' || !fileType || !isInlineSafe(fileType)) return 'none'
  return accessType === 'stream' && /^(audio|video)\//.test(fileType) ? 'play' : 'view'
}

import type { PurchaseAccess } from '../../../../contract/purchases.ts'
import { isInlineSafe, isRecording } from '../../../../domain/file-type.ts'

type PurchasedFile = Pick<PurchaseAccess['content'], 'kind' | 'accessType' | 'fileType'>

/** How the page shows a purchased file. `none` for links, texts, and files that are only downloaded. */
export function viewerKindOf({ kind, accessType, fileType }: PurchasedFile): 'view' | 'play' | 'none' {
  if (kind !== 'file' || accessType === 'download' || !fileType || !isInlineSafe(fileType)) return 'none'
  return isRecording(fileType) ? 'play' : 'view'
}

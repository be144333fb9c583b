import type { z } from 'zod'
import type { PreviewImageQuery } from '../../../contract/preview-image.ts'
import type { FileResponse } from '../../http/file-response.ts'
import type { FindViewer } from '../../http/request-context.ts'
import type { Ports } from '../../ports/index.ts'
import { previewImageFile } from '../content/service.ts'
import { loadTestPurchase } from '../purchases/test-purchases.ts'
import { requireAccessibleContent } from './active-access.ts'
import { requirePurchaseByToken } from './verify-purchase.ts'

type ImageRequest = { query: z.output<typeof PreviewImageQuery>; findViewer: FindViewer }

/** The preview image of a purchase, also when nobody else may see the item anymore. */
export async function getPurchasedImage(
  ports: Ports,
  token: string,
  { query, findViewer }: ImageRequest,
): Promise<FileResponse> {
  const tested = await loadTestPurchase(ports, token, findViewer)
  const row =
    tested?.row ?? (await requireAccessibleContent(ports, await requirePurchaseByToken(ports, token)))
  return { ...(await previewImageFile(ports, row, query)), cache: 'viewer' }
}

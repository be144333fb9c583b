import { contentEtag, type FileResponse, fromBuffer } from '../../http/file-response.ts'
import { enforceRateLimits } from '../../http/rate-limit.ts'
import { requestWindow } from '../../http/request-window.ts'
import type { Ports } from '../../ports/index.ts'
import { receiptPdfLimits } from './rate-limits.ts'
import { getReceipt } from './receipt.ts'

/** Limits requests for one access link in this process, before anything is read. */
const countRequest = requestWindow({
  max: 90,
  windowMs: 60_000,
  sentence: 'You’ve opened this receipt many times. Please wait a minute and try again.',
})

/** The receipt as one A4 page. A refund shows at once, because the cache key is the receipt's data. */
export async function receiptPdf(
  ports: Ports,
  { token, ip }: { token: string; ip: string },
): Promise<FileResponse> {
  countRequest(token)
  const receipt = await getReceipt(ports, token)
  const bytes = await ports.documents.receiptPdf(receipt, () =>
    enforceRateLimits(ports, receiptPdfLimits(ports, { purchaseId: receipt.id, ip })),
  )
  return {
    name: `tipdrop-receipt-${receipt.id}.pdf`,
    type: 'application/pdf',
    etag: contentEtag(bytes),
    disposition: 'attachment',
    ...fromBuffer(bytes),
  }
}

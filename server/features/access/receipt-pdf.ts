import { contentEtag, type FileResponse, fromBuffer } from '../../http/file-response.ts'
import { enforceRateLimits } from '../../http/rate-limit.ts'
import { requestWindow } from '../../http/request-window.ts'
import type { Ports } from '../../ports/index.ts'
import { receiptPdfLimits } from './rate-limits.ts'
import { getReceipt } from './receipt.ts'

/** Of one access link, in one process: refused before anything is read. Nobody needs that many. */
const countRequest = requestWindow({
  max: 90,
  windowMs: 60_000,
  sentence: 'You’ve opened this receipt many times. Please wait a minute and try again.',
})

/** The receipt as one page of A4. A refund shows at once: what is cached is cached for these facts only. */
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

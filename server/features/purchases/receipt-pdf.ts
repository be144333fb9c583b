import { type Download, inMemory, markOf } from '../../http/download.ts'
import { requestWindow } from '../../http/request-window.ts'
import { throttle } from '../../http/throttle.ts'
import type { Ports } from '../../ports/index.ts'
import { receiptPdfLimits } from './limits.ts'
import { receiptOf } from './receipt.ts'

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
): Promise<Download> {
  countRequest(token)
  const receipt = await receiptOf(ports, token)
  const bytes = await ports.documents.receiptPdf(receipt, () =>
    throttle(ports, receiptPdfLimits(ports, { purchaseId: receipt.id, ip })),
  )
  return {
    name: `tipdrop-receipt-${receipt.id}.pdf`,
    type: 'application/pdf',
    etag: markOf(bytes),
    disposition: 'attachment',
    ...inMemory(bytes),
  }
}

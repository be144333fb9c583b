import type { Receipt } from '../../../contract/receipts.ts'
import { AppError } from '../../../domain/errors.ts'
import { contentEtag, type FileResponse, fromBuffer } from '../../http/file-response.ts'
import { enforceRateLimits, ipPrefix } from '../../http/rate-limit.ts'
import { requestWindow } from '../../http/request-window.ts'
import type { ReceiptContent } from '../../ports/document-renderer.ts'
import type { Ports } from '../../ports/index.ts'
import { receiptPdfLimits } from './rate-limits.ts'
import { getReceipt, type ReceiptRequest } from './receipt.ts'
import { correctionContent, receiptContent } from './receipt-content.ts'

/** Limits requests for one access link in this process, before anything is read. */
const countRequest = requestWindow({
  max: 90,
  windowMs: 60_000,
  sentence: 'You’ve opened this receipt many times. Please wait a minute and try again.',
})

type PdfRequest = ReceiptRequest & { ip: string }

/** The receipt as one A4 page. A refund shows at once, because the cache key is the receipt's data. */
export async function receiptPdf(ports: Ports, request: PdfRequest): Promise<FileResponse> {
  countRequest(request.token)
  const receipt = await getReceipt(ports, request)
  return renderPdf(ports, request, { receipt, content: receiptContent(receipt) })
}

/** One of the receipt's corrections as one A4 page. Throws AppError `not_found`. */
export async function correctionPdf(
  ports: Ports,
  { number, ...request }: PdfRequest & { number: string },
): Promise<FileResponse> {
  countRequest(request.token)
  const receipt = await getReceipt(ports, request)
  const correction = receipt.corrections.find((each) => each.number === number)
  if (!correction) throw new AppError('not_found', 'Purchase Not Found')
  return renderPdf(ports, request, { receipt, content: correctionContent(receipt, correction) })
}

async function renderPdf(
  ports: Ports,
  { ip }: PdfRequest,
  { receipt, content }: { receipt: Receipt; content: ReceiptContent },
): Promise<FileResponse> {
  const bytes = await ports.documents.receiptPdf(content, {
    owner: ipPrefix(ip),
    beforeRender: () => enforceRateLimits(ports, receiptPdfLimits(ports, { purchaseId: receipt.id, ip })),
  })
  return {
    name: content.fileName,
    type: 'application/pdf',
    etag: contentEtag(bytes),
    disposition: 'attachment',
    ...fromBuffer(bytes),
  }
}

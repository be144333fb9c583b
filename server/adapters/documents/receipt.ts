import { parseDecimal } from '../../../contract/money.ts'
import type { Receipt } from '../../../contract/receipts.ts'
import { formatLongDate } from '../../../domain/dates.ts'
import { formatMoney } from '../../../domain/price.ts'
import { colors, drawLabeledValue, drawRule, drawText, type PdfDocument, renderPdf } from './paper.ts'

/** The receipt as one A4 page. */
export function drawReceipt(receipt: Receipt): Promise<Buffer> {
  const metadata = { title: `Receipt ${receipt.id}`, date: new Date(receipt.paidAt) }
  return renderPdf(metadata, (doc) => drawPage(doc, receipt))
}

function drawPage(doc: PdfDocument, receipt: Receipt): void {
  const { currency } = receipt
  const money = (amount: string) => formatMoney(parseDecimal(amount, currency) ?? 0, currency)
  drawText(doc, 'Tipdrop', { face: 'Display', size: 16, color: colors.brand })
  doc.moveDown(1.2)
  drawText(doc, 'Receipt', { face: 'Display', size: 30 })
  if (receipt.isTest) drawText(doc, 'TEST. No money moved.', { size: 12, color: colors.soft })
  doc.moveDown(1)
  drawLabeledValue(doc, 'Order number', String(receipt.id))
  drawLabeledValue(doc, 'Date', formatLongDate(new Date(receipt.paidAt)))
  if (receipt.email) drawLabeledValue(doc, 'Paid by', receipt.email)
  if (receipt.card) drawLabeledValue(doc, 'Card', receipt.card)
  if (receipt.seller) drawLabeledValue(doc, 'Sold by', receipt.seller)
  drawLabeledValue(doc, 'Item', receipt.title)
  drawRule(doc)
  drawLabeledValue(doc, 'Price', money(receipt.amount))
  if (receipt.state !== 'paid') drawLabeledValue(doc, 'Refunded', `-${money(receipt.refundedAmount)}`)
  drawRule(doc)
  drawLabeledValue(doc, 'Total paid', money(receipt.netAmount), 'Display')
  doc.moveDown(2)
  drawText(doc, 'Paid by card through Tipdrop.', { size: 10, color: colors.soft })
}

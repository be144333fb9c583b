import type { Receipt } from '../../../contract/receipts.ts'
import { inWords } from '../../../domain/days.ts'
import { colours, type Doc, line, paper, rule, say } from './paper.ts'

/** The receipt as one page of A4. */
export function drawReceipt(receipt: Receipt): Promise<Buffer> {
  const about = { title: `Receipt ${receipt.id}`, date: new Date(receipt.paidAt) }
  return paper(about, (doc) => page(doc, receipt))
}

function page(doc: Doc, receipt: Receipt): void {
  const money = (amount: string) => `${amount} ${receipt.currency}`
  say(doc, 'Tipdrop', { face: 'Display', size: 16, colour: colours.brand })
  doc.moveDown(1.2)
  say(doc, 'Receipt', { face: 'Display', size: 30 })
  if (receipt.isTest) say(doc, 'TEST. No money moved.', { size: 12, colour: colours.soft })
  doc.moveDown(1)
  line(doc, 'Order number', String(receipt.id))
  line(doc, 'Date', inWords(new Date(receipt.paidAt)))
  if (receipt.email) line(doc, 'Paid by', receipt.email)
  if (receipt.seller) line(doc, 'Sold by', receipt.seller)
  line(doc, 'Item', receipt.title)
  rule(doc)
  line(doc, 'Price', money(receipt.amount))
  if (receipt.state !== 'paid') line(doc, 'Refunded', `- ${money(receipt.refunded)}`)
  rule(doc)
  line(doc, 'Total paid', money(receipt.total), 'Display')
  doc.moveDown(2)
  say(doc, 'Paid by card through Tipdrop.', { size: 10, colour: colours.soft })
}

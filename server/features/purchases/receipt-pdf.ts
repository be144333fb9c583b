import { Readable } from 'node:stream'
import type { Receipt } from '../../../contract/receipts.ts'
import type { Download } from '../../http/download.ts'
import type { Ports } from '../../ports/index.ts'
import { cardFonts, drawable } from '../content/card-fonts.ts'
import { receiptOf } from './receipt.ts'

type Doc = PDFKit.PDFDocument

const margin = 64
const width = 595.28 - 2 * margin
const colours = { ink: '#1c1a16', soft: '#5c574c', line: '#cfc8b6', brand: '#0e6b4a' }

/** The receipt as one page of A4, drawn anew each time: a refund shows at once. */
export async function receiptPdf(ports: Ports, token: string): Promise<Download> {
  const receipt = await receiptOf(ports, token)
  const bytes = await draw(receipt)
  return {
    name: `tipdrop-receipt-${receipt.id}.pdf`,
    type: 'application/pdf',
    size: bytes.length,
    etag: `receipt-${receipt.id}-${receipt.refunded}`,
    disposition: 'attachment',
    open: async (range) => Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes]),
  }
}

async function draw(receipt: Receipt): Promise<Buffer> {
  const { default: PDFDocument } = await import('pdfkit')
  const fonts = await cardFonts()
  const first = fonts[0]?.data
  if (!first) throw new Error('No font to draw with')
  const info = { Title: `Receipt ${receipt.id}`, Author: 'Tipdrop', CreationDate: new Date(receipt.paidAt) }
  // Without a font of ours from the start it would look for one beside itself, where a built server has none.
  const doc = new PDFDocument({ size: 'A4', margin, info, lang: 'en', font: first as unknown as string })
  const chunks: Array<Buffer> = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise((done) => doc.on('end', done))
  for (const { name, data } of fonts) doc.registerFont(name, data)
  page(doc, receipt)
  doc.end()
  await ended
  return Buffer.concat(chunks)
}

function page(doc: Doc, receipt: Receipt): void {
  const money = (amount: string) => `${amount} ${receipt.currency}`
  say(doc, 'Tipdrop', { face: 'Display', size: 16, colour: colours.brand })
  doc.moveDown(1.2)
  say(doc, 'Receipt', { face: 'Display', size: 30 })
  if (receipt.isTest) say(doc, 'TEST. No money moved.', { size: 12, colour: colours.soft })
  doc.moveDown(1)
  line(doc, 'Order number', String(receipt.id))
  line(doc, 'Date', inWords(receipt.paidAt))
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

function line(doc: Doc, name: string, value: string, face: 'Display' | 'Body' = 'Body'): void {
  const top = doc.y
  say(doc, name, { size: 12, colour: colours.soft, box: { x: margin, width: 120 } })
  doc.y = top
  say(doc, value, { face, size: 12, box: { x: margin + 130, width: width - 130 } })
  doc.x = margin
  doc.moveDown(0.6)
}

function rule(doc: Doc): void {
  doc.moveDown(0.4)
  doc
    .moveTo(margin, doc.y)
    .lineTo(margin + width, doc.y)
    .lineWidth(0.75)
    .strokeColor(colours.line)
    .stroke()
  doc.moveDown(0.9)
}

type Look = { face?: 'Display' | 'Body'; size: number; colour?: string; box?: { x: number; width: number } }

/** Letters in the order they stand, each from the subset that has it. What neither has is left out. */
function say(doc: Doc, text: string, { face = 'Body', size, colour = colours.ink, box }: Look): void {
  const runs =
    (drawable(text) || '(no name)').match(/[\u0100-\u02ff\u1e00-\u1eff]+|[^\u0100-\u02ff\u1e00-\u1eff]+/g) ??
    []
  doc.fontSize(size).fillColor(colour)
  for (const [index, run] of runs.entries()) {
    const subset = /^[\u0100-\u02ff\u1e00-\u1eff]/.test(run) ? 'latin-ext' : 'latin'
    const options = { continued: index < runs.length - 1, width: box?.width ?? width }
    doc.font(`${face} ${subset}`)
    if (index === 0) doc.text(run, box?.x ?? margin, doc.y, options)
    else doc.text(run, options)
  }
}

function inWords(iso: string): string {
  const words = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat('en-GB', words).format(new Date(iso))
}

import { type Currency, formatDecimal } from '../../../contract/money.ts'
import { payoutMethodLabel, statementLineLabels } from '../../../contract/payout-labels.ts'
import type { StatementLine } from '../../../contract/payouts.ts'
import { site } from '../../../contract/site.ts'
import { formatLongDate } from '../../../domain/dates.ts'
import { cut } from '../../../domain/truncate.ts'
import type { StatementContent } from '../../ports/document-renderer.ts'
import { cardFonts } from './fonts.ts'
import { isTransliterated, toPrintable } from './transliterate.ts'

export type PdfDocument = PDFKit.PDFDocument

/** The margin of an A4 page. */
const marginPt = 64
const contentWidthPt = 595.28 - 2 * marginPt
const contentHeightPt = 841.89 - 2 * marginPt
const colors = { ink: '#1c1a16', soft: '#5c574c', line: '#cfc8b6', brand: '#0e6b4a' }

/** Renders A4 pages as PDF in our own fonts. `date` is that of the content, so the same data gives the same bytes. */
export async function renderPdf(
  { title, date }: { title: string; date: Date },
  write: (doc: PdfDocument) => void | Promise<void>,
): Promise<Buffer> {
  const { default: PDFDocument } = await import('pdfkit')
  const fonts = await cardFonts()
  const first = fonts[0]?.data
  if (!first) throw new Error('No font to draw with')
  const info = { Title: title, Author: site().name, CreationDate: date }
  // PDFKit would otherwise load a default font next to itself, which a built server does not have.
  const doc = new PDFDocument({
    size: 'A4',
    margin: marginPt,
    info,
    lang: 'en',
    font: first as unknown as string,
  })
  const chunks: Array<Buffer> = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise((done) => doc.on('end', done))
  for (const { name, data } of fonts) doc.registerFont(name, data)
  await write(doc)
  doc.end()
  await ended
  return Buffer.concat(chunks)
}

/** A label on the left with its value beside it. */
function drawLabeledValue(
  doc: PdfDocument,
  name: string,
  value: string,
  face: 'Display' | 'Body' = 'Body',
): void {
  const top = doc.y
  drawText(doc, name, { size: 12, color: colors.soft, box: { x: marginPt, width: 120 } })
  doc.y = top
  drawText(doc, value, { face, size: 12, box: { x: marginPt + 130, width: contentWidthPt - 130 } })
  doc.x = marginPt
  doc.moveDown(0.6)
}

function drawRule(doc: PdfDocument): void {
  doc.moveDown(0.4)
  doc
    .moveTo(marginPt, doc.y)
    .lineTo(marginPt + contentWidthPt, doc.y)
    .lineWidth(0.75)
    .strokeColor(colors.line)
    .stroke()
  doc.moveDown(0.9)
}

type TextStyle = {
  face?: 'Display' | 'Body'
  size: number
  color?: string
  /** `right` is for columns of figures. */
  box?: { x: number; width: number; align?: 'right' }
}

/** Draws text in order, each character in the subset that has it; others as in `toPrintable`. */
function drawText(
  doc: PdfDocument,
  text: string,
  { face = 'Body', size, color = colors.ink, box }: TextStyle,
): void {
  const runs =
    (toPrintable(text) || '(no name)').match(
      /[\u0100-\u02ff\u1e00-\u1eff]+|[^\u0100-\u02ff\u1e00-\u1eff]+/g,
    ) ?? []
  doc.fontSize(size).fillColor(color)
  for (const [index, run] of runs.entries()) {
    const subset = /^[\u0100-\u02ff\u1e00-\u1eff]/.test(run) ? 'latin-ext' : 'latin'
    const options = {
      continued: index < runs.length - 1,
      width: box?.width ?? contentWidthPt,
      align: box?.align,
    }
    doc.font(`${face} ${subset}`)
    if (index === 0) doc.text(run, box?.x ?? marginPt, doc.y, options)
    else doc.text(run, options)
  }
}

/** Cuts a line at its end, with an ellipsis, so that it is at most `maxWidth` points wide in the body font. */
export function truncateToWidth(
  doc: PdfDocument,
  text: string,
  { size, maxWidth }: { size: number; maxWidth: number },
): string {
  const widthOf = (line: string) => doc.font('Body latin').fontSize(size).widthOfString(line)
  if (widthOf(text) <= maxWidth) return text
  let end = Math.ceil((text.length * maxWidth) / widthOf(text))
  while (end > 0 && widthOf(`${cut(text, end)}…`) > maxWidth) end--
  return `${cut(text, end)}…`
}

/** A payout statement: the payout, its calculation, and the ledger entries. */
export function drawStatement(statement: StatementContent): Promise<Buffer> {
  const { payout, openingBalance, linesTotal, retainedAmount, lines, omittedLineCount } = statement
  const money = (amount: string) => `${amount} ${payout.currency}`
  const metadata = { title: `Payout ${payout.id}`, date: new Date(payout.createdAt) }
  return renderPdf(metadata, (doc) => {
    drawHeading(doc, statement)
    drawLabeledValue(doc, 'Carried over', money(openingBalance))
    drawLabeledValue(doc, 'Entries below', money(linesTotal))
    if (/[1-9]/.test(retainedAmount)) drawLabeledValue(doc, 'Held back', `- ${money(retainedAmount)}`)
    drawRule(doc)
    drawLabeledValue(doc, 'Paid out', money(payout.amount), 'Display')
    doc.moveDown(1)
    const hasTax = lines.some(({ tax }) => /[1-9]/.test(tax))
    drawRow(doc, ['Date', 'Type', 'Gross', hasTax ? 'Tax and fee' : 'Fee', 'Net'], colors.soft)
    for (const entry of lines) drawLine(doc, entry, payout.currency)
    if (omittedLineCount > 0)
      drawText(doc, `The remaining ${omittedLineCount} entries are in the CSV.`, {
        size: 9,
        color: colors.soft,
      })
    if (lines.some(({ title }) => isTransliterated(title)))
      drawText(doc, transliterationNote, { size: 9, color: colors.soft })
  })
}

const transliterationNote =
  'Characters this PDF can’t display are spelled in Latin letters or shown as [?]. The CSV has every title exactly as written.'

function drawHeading(doc: PdfDocument, { payout, isTest }: StatementContent): void {
  drawText(doc, site().name, { face: 'Display', size: 16, color: colors.brand })
  doc.moveDown(1.2)
  drawText(doc, 'Payout statement', { face: 'Display', size: 30 })
  if (isTest) drawText(doc, 'TEST. No money moved.', { size: 12, color: colors.soft })
  doc.moveDown(1)
  drawLabeledValue(doc, 'Payout', String(payout.id))
  drawLabeledValue(doc, 'Date', formatLongDate(new Date(payout.createdAt)))
  drawLabeledValue(doc, 'To', `${payoutMethodLabel(payout.payoutMethod)}, ${payout.payoutEmail}`)
  if (payout.reference) drawLabeledValue(doc, 'Reference', payout.reference)
  if (payout.returnedAt) drawLabeledValue(doc, 'Returned', formatLongDate(new Date(payout.returnedAt)))
  drawRule(doc)
}

function drawLine(doc: PdfDocument, line: StatementLine, currency: Currency): void {
  const { date, type, orderId, title, gross, net } = line
  const description = [statementLineLabels[type], orderId, toPrintable(title)]
    .filter((part) => part !== null && part !== '')
    .join(' · ')
  drawRow(doc, [
    formatLongDate(new Date(date), 'short'),
    truncateToWidth(doc, description, { size: fontSizePt, maxWidth: 244 }),
    gross,
    deductionOf(line, currency),
    net,
  ])
}

/** What is between the gross amount and the net one: the fee, and the tax if there is any. */
function deductionOf({ tax, fee }: StatementLine, currency: Currency): string {
  const minorUnits = (amount: string) => Number(amount.replace('.', ''))
  return formatDecimal(minorUnits(tax) + minorUnits(fee), currency)
}

const fontSizePt = 8.5
const columns = [
  { x: marginPt, width: 62 },
  { x: marginPt + 62, width: 252 },
  { x: marginPt + 318, width: 49, align: 'right' },
  { x: marginPt + 368, width: 49, align: 'right' },
  { x: marginPt + 418, width: 49, align: 'right' },
] as const

/** A row of the table, on a new page when this one is full. */
function drawRow(doc: PdfDocument, cells: Array<string>, color: string = colors.ink): void {
  if (doc.y > marginPt + contentHeightPt - 16) doc.addPage()
  const top = doc.y
  for (const [index, cell] of cells.entries()) {
    const box = columns[index]
    if (!box) continue
    doc.y = top
    drawText(doc, cell, { size: fontSizePt, color, box })
  }
  doc.y = top + 14
  doc.x = marginPt
}

import { site } from '../../../contract/site.ts'
import { cut } from '../../../domain/truncate.ts'
import { cardFonts } from './fonts.ts'
import { toPrintable } from './transliterate.ts'

export type PdfDocument = PDFKit.PDFDocument

/** The margin of an A4 page. */
export const marginPt = 64
const contentWidthPt = 595.28 - 2 * marginPt
export const contentHeightPt = 841.89 - 2 * marginPt
export const colors = { ink: '#1c1a16', soft: '#5c574c', line: '#cfc8b6', brand: '#0e6b4a' }

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
export function drawLabeledValue(
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

export function drawRule(doc: PdfDocument): void {
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
export function drawText(
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

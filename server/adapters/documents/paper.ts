import { cardFonts } from './fonts.ts'
import { printable } from './printable.ts'

export type Doc = PDFKit.PDFDocument

/** Points: A4 with room around. */
export const margin = 64
const width = 595.28 - 2 * margin
export const height = 841.89 - 2 * margin
export const colours = { ink: '#1c1a16', soft: '#5c574c', line: '#cfc8b6', brand: '#0e6b4a' }

/** A paper of A4 pages as PDF, in our own fonts. `date` is when what it tells of was: the same facts give the same paper. */
export async function paper(
  { title, date }: { title: string; date: Date },
  write: (doc: Doc) => void | Promise<void>,
): Promise<Buffer> {
  const { default: PDFDocument } = await import('pdfkit')
  const fonts = await cardFonts()
  const first = fonts[0]?.data
  if (!first) throw new Error('No font to draw with')
  const info = { Title: title, Author: 'Tipdrop', CreationDate: date }
  // Without a font of ours from the start it would look for one beside itself, where a built server has none.
  const doc = new PDFDocument({ size: 'A4', margin, info, lang: 'en', font: first as unknown as string })
  const chunks: Array<Buffer> = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise((done) => doc.on('end', done))
  for (const { name, data } of fonts) doc.registerFont(name, data)
  await write(doc)
  doc.end()
  await ended
  return Buffer.concat(chunks)
}

/** What it is about on the left, what there is to say beside it. */
export function line(doc: Doc, name: string, value: string, face: 'Display' | 'Body' = 'Body'): void {
  const top = doc.y
  say(doc, name, { size: 12, colour: colours.soft, box: { x: margin, width: 120 } })
  doc.y = top
  say(doc, value, { face, size: 12, box: { x: margin + 130, width: width - 130 } })
  doc.x = margin
  doc.moveDown(0.6)
}

export function rule(doc: Doc): void {
  doc.moveDown(0.4)
  doc
    .moveTo(margin, doc.y)
    .lineTo(margin + width, doc.y)
    .lineWidth(0.75)
    .strokeColor(colours.line)
    .stroke()
  doc.moveDown(0.9)
}

type Look = {
  face?: 'Display' | 'Body'
  size: number
  colour?: string
  /** `right` is for figures under each other. */
  box?: { x: number; width: number; align?: 'right' }
}

/** Letters in the order they stand, each from the subset that has it; what neither has, as `printable` says. */
export function say(doc: Doc, text: string, { face = 'Body', size, colour = colours.ink, box }: Look): void {
  const runs =
    (printable(text) || '(no name)').match(/[\u0100-\u02ff\u1e00-\u1eff]+|[^\u0100-\u02ff\u1e00-\u1eff]+/g) ??
    []
  doc.fontSize(size).fillColor(colour)
  for (const [index, run] of runs.entries()) {
    const subset = /^[\u0100-\u02ff\u1e00-\u1eff]/.test(run) ? 'latin-ext' : 'latin'
    const options = { continued: index < runs.length - 1, width: box?.width ?? width, align: box?.align }
    doc.font(`${face} ${subset}`)
    if (index === 0) doc.text(run, box?.x ?? margin, doc.y, options)
    else doc.text(run, options)
  }
}

/** As much of one line as there is room for, in points. */
export function fitting(doc: Doc, text: string, { size, room }: { size: number; room: number }): string {
  const wide = (words: string) => doc.font('Body latin').fontSize(size).widthOfString(words)
  if (wide(text) <= room) return text
  let end = Math.ceil((text.length * room) / wide(text))
  while (end > 0 && wide(`${text.slice(0, end)}…`) > room) end--
  return `${text.slice(0, end)}…`
}

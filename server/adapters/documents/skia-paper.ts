import { PDFDocument } from '@napi-rs/canvas'
import { cut } from '../../../domain/truncate.ts'
import { familiesFor, setFace, wrap } from './card-text.ts'

/** An A4 page in points, and its margin. */
const page = { width: 595.28, height: 841.89, margin: 64 }
const labelWidth = 130
const lineHeight = 1.4
/** From a line of a table to the next one. */
const lineSpacing = 14
const colors = { ink: '#1c1a16', soft: '#5c574c', line: '#cfc8b6', brand: '#0e6b4a' }

type Style = { size: number; face?: 'Display' | 'Body'; color?: keyof typeof colors }
type Box = { x: number; width: number }
/** In points from the left margin; `right` is for figures. */
export type Column = Box & { align?: 'right' }

type CanvasRenderingContext2D = ReturnType<PDFDocument['beginPage']>

/** Pages that text is written on from the top down, in any script. */
export type Paper = {
  write(text: string, style: Style): void
  row(label: string, value: string, face?: 'Display' | 'Body'): void
  rule(): void
  space(points: number): void
  /** A line of a table, on a new page when this one is full. Text that does not fit its column is cut. */
  cells(texts: Array<string>, columns: ReadonlyArray<Column>, style: Style): void
}

/** Renders A4 pages as PDF, with the fonts that the characters of `text` need. */
export async function renderPages(
  { title, author, text }: { title: string; author: string; text: string },
  draw: (paper: Paper) => void,
): Promise<Buffer> {
  const families = await familiesFor(text)
  const document = new PDFDocument({ title, author })
  draw(paperIn(document, families))
  document.endPage()
  return document.close()
}

function paperIn(document: PDFDocument, families: Array<string>): Paper {
  const full = { x: page.margin, width: page.width - 2 * page.margin }
  let context = document.beginPage(page.width, page.height)
  let y = page.margin

  function setFont({ size, face = 'Body', color = 'ink' }: Style): void {
    setFace(context, { families, face, size })
    context.fillStyle = colors[color]
  }

  /** Writes text from `top` and returns where it ends. */
  function fill(text: string, style: Style, { x, width, top }: Box & { top: number }): number {
    setFont(style)
    const lines = wrap(context, text.normalize('NFC').replace(/\s+/g, ' ').trim(), width)
    for (const [index, line] of lines.entries())
      context.fillText(line, x, top + style.size + index * style.size * lineHeight)
    return top + lines.length * style.size * lineHeight
  }

  return {
    write(text, style) {
      y = fill(text, style, { ...full, top: y })
    },
    row(label, value, face = 'Body') {
      const size = 12
      const labelEnd = fill(label, { size, color: 'soft' }, { ...full, width: labelWidth - 10, top: y })
      const box = { x: page.margin + labelWidth, width: full.width - labelWidth }
      y = Math.max(labelEnd, fill(value, { size, face }, { ...box, top: y })) + 6
    },
    rule() {
      context.fillStyle = colors.line
      context.fillRect(full.x, y + 5, full.width, 0.75)
      y += 16
    },
    space(points) {
      y += points
    },
    cells(texts, columns, style) {
      if (y > page.height - page.margin - lineSpacing) {
        document.endPage()
        context = document.beginPage(page.width, page.height)
        y = page.margin
      }
      setFont(style)
      for (const [index, { x, width, align = 'left' }] of columns.entries()) {
        context.textAlign = align
        const text = truncateToWidth(context, texts[index] ?? '', width)
        context.fillText(text, page.margin + x + (align === 'right' ? width : 0), y + style.size)
      }
      context.textAlign = 'left'
      y += lineSpacing
    },
  }
}

/** Cuts a line at its end, with an ellipsis, so that it is at most `maxWidth` points wide. */
export function truncateToWidth(
  context: Pick<CanvasRenderingContext2D, 'measureText'>,
  text: string,
  maxWidth: number,
): string {
  const widthOf = (line: string) => context.measureText(line).width
  if (widthOf(text) <= maxWidth) return text
  let end = Math.ceil((text.length * maxWidth) / widthOf(text))
  while (end > 0 && widthOf(`${cut(text, end)}…`) > maxWidth) end--
  return `${cut(text, end)}…`
}

import { PDFDocument } from '@napi-rs/canvas'
import { familiesFor, setFace, wrap } from './card-text.ts'

/** An A4 page in points, and its margin. */
const page = { width: 595.28, height: 841.89, margin: 64 }
const labelWidth = 130
const lineHeight = 1.4
const colors = { ink: '#1c1a16', soft: '#5c574c', line: '#cfc8b6', brand: '#0e6b4a' }

type Style = { size: number; face?: 'Display' | 'Body'; color?: keyof typeof colors }
type Box = { x: number; width: number }

type CanvasRenderingContext2D = ReturnType<PDFDocument['beginPage']>

/** A page that text is written on from the top down, in any script. */
export type Paper = {
  write(text: string, style: Style): void
  row(label: string, value: string, face?: 'Display' | 'Body'): void
  rule(): void
  space(points: number): void
}

/** Renders one A4 page as PDF, with the fonts that the characters of `text` need. */
export async function renderPage(
  { title, author, text }: { title: string; author: string; text: string },
  draw: (paper: Paper) => void,
): Promise<Buffer> {
  const families = await familiesFor(text)
  const document = new PDFDocument({ title, author })
  draw(paperOn(document.beginPage(page.width, page.height), families))
  document.endPage()
  return document.close()
}

function paperOn(context: CanvasRenderingContext2D, families: Array<string>): Paper {
  const full = { x: page.margin, width: page.width - 2 * page.margin }
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
  }
}

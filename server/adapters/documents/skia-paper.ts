import { createCanvas, type Image, Path2D, PDFDocument, type SKRSContext2D } from '@napi-rs/canvas'
import type { PaperSize } from '../../../domain/paper.ts'
import { cut } from '../../../domain/truncate.ts'
import { familiesFor, setFace, startsRightToLeft, wrap } from './card-text.ts'
import type { Face } from './fonts.ts'

/** In points. */
const pageSizes: Record<PaperSize, { width: number; height: number }> = {
  a4: { width: 595.28, height: 841.89 },
  letter: { width: 612, height: 792 },
}
const margin = { top: 44, side: 48 }
/** The line and the text at the foot of every page, from the lower edge. */
const footHeight = 82
const footRule = 62
const footBaseline = 44
const lineHeight = 1.45
/** Of JPEG, for images without transparency. */
const imageQuality = 88

export const colors = {
  ink: '#1c1a16',
  soft: '#5c574c',
  faint: '#6f695d',
  line: '#e5e0d3',
  cut: '#cfc8b6',
  band: '#f6f3ec',
  brand: '#0e6b4a',
  accent: '#e8793a',
  warn: '#8a5a00',
}

export type TextStyle = {
  size: number
  face?: Face
  color?: keyof typeof colors
  align?: 'left' | 'right'
}
/** In points from the left margin. */
export type Box = { x: number; width: number }
export type Cell = { text: string; isStruck?: boolean } & TextStyle
export type Rule = 'none' | 'hairline' | 'strong'

type Context = SKRSContext2D
type PageOf = { page: number; pageCount: number }
type Draw = (context: Context, pageOf: PageOf) => void

/** Pages that are filled from the top down, in any script. What a call needs is on one page. */
export type Paper = {
  /** Between the margins, in points. */
  width: number
  space(points: number): void
  /** A paragraph, wrapped; it may go on to the next page. */
  write(text: string, style: TextStyle): void
  /** Paragraphs below each other, in boxes beside each other. */
  columns(columns: ReadonlyArray<Box & { paragraphs: ReadonlyArray<[string, TextStyle]> }>): void
  /** A line of a table, wrapped or cut at the width of its column, with a rule below. */
  row(cells: ReadonlyArray<Cell>, boxes: ReadonlyArray<Box>, options: RowOptions): void
  /** Is called at the top of each further page, to repeat the head of a table; undefined ends it. */
  onNewPage(head: (() => void) | undefined): void
  /** An area of its own. `draw` gets its top and a way to write on it. */
  area(height: number, draw: (area: Area) => void): void
  /** Begins a new page unless so many points are left on this one. */
  keep(height: number): void
  /** Text that knows how many pages there are, as the last on this page. */
  lastOnPage(text: (pageCount: number) => string, style: TextStyle): void
  isFirstPage(): boolean
  /** How many points are left on this page. */
  left(): number
}

/** In points above and below its text. `isCut`: a text that is too wide ends in an ellipsis. */
export type RowOptions = { above: number; below: number; rule: Rule; isCut?: boolean }

export type Area = {
  top: number
  left: number
  width: number
  /** Writes wrapped text and returns where it ends, in points below `top`. */
  write(text: string, style: TextStyle, box: Box & { top: number; maxLines?: number }): number
  draw(draw: (context: Context) => void): void
}

type Options = {
  title: string
  author: string
  size: PaperSize
  /** Every text that is written: its characters decide which fonts are loaded. */
  text: string
  /** At the left and in the middle of the foot; the page is at the right. */
  foot: readonly [left: string, middle: string]
  /** Below 1, everything is smaller, so that more is on a page. */
  scale?: number
}

/** Renders pages as PDF. The pages are laid out before they are drawn, so each can name their number. */
export async function renderPages(
  { title, author, size, text, foot, scale = 1 }: Options,
  lay: (paper: Paper) => void,
): Promise<{ pdf: Buffer; pageCount: number }> {
  const families = await familiesFor(text)
  const { width, height } = pageSizes[size]
  const page = { width: width / scale, height: height / scale }
  const pages = layPages(page, families, lay)
  const document = new PDFDocument({ title, author, encodingQuality: imageQuality })
  for (const [index, draws] of pages.entries()) {
    // The library types it as the browser's context.
    const context = document.beginPage(width, height) as Context
    context.scale(scale, scale)
    const pageOf = { page: index + 1, pageCount: pages.length }
    for (const draw of draws) draw(context, pageOf)
    drawFoot({ context, families, page }, [...foot, `Page ${pageOf.page} of ${pageOf.pageCount}`])
    document.endPage()
  }
  return { pdf: document.close(), pageCount: pages.length }
}

type Page = { width: number; height: number }

function layPages(page: Page, families: Array<string>, lay: (paper: Paper) => void): Array<Array<Draw>> {
  const measuring = createCanvas(1, 1).getContext('2d')
  const width = page.width - 2 * margin.side
  const bottom = page.height - footHeight
  let draws: Array<Draw> = []
  const pages = [draws]
  let y = margin.top
  let head: (() => void) | undefined

  function linesOf(text: string, style: TextStyle, maxWidth: number): Array<string> {
    setFont(measuring, families, style)
    return wrap(measuring, toLine(text), maxWidth)
  }

  function put(lines: Array<string>, style: TextStyle, { x, width, top }: Box & { top: number }): number {
    draws.push((context) => drawLines(context, families, { lines, style, x: margin.side + x, width, top }))
    return top + lines.length * style.size * lineHeight
  }

  function newPage(): void {
    draws = []
    pages.push(draws)
    y = margin.top
    head?.()
  }

  function keep(height: number): void {
    if (y + height > bottom && y > margin.top) newPage()
  }

  function rule(kind: Rule): void {
    if (kind === 'none') return
    const top = y
    draws.push((context) => {
      context.fillStyle = kind === 'strong' ? colors.ink : colors.line
      context.fillRect(margin.side, top - 0.4, width, kind === 'strong' ? 1.2 : 0.8)
    })
  }

  lay({
    width,
    keep,
    space(points) {
      y += points
    },
    write(text, style) {
      for (const line of linesOf(text, style, width)) {
        keep(style.size * lineHeight)
        y = put([line], style, { x: 0, width, top: y })
      }
    },
    columns(columns) {
      const laid = columns.map(({ paragraphs, ...box }) => {
        const parts = paragraphs.map(([text, style]) => ({ style, lines: linesOf(text, style, box.width) }))
        return { box, parts, height: heightOf(parts) }
      })
      const height = Math.max(...laid.map((column) => column.height))
      keep(height)
      for (const { box, parts } of laid) {
        let top = y
        for (const { lines, style } of parts) top = put(lines, style, { ...box, top })
      }
      y += height
    },
    row(cells, boxes, { above, below, rule: kind, isCut = false }) {
      const laid = cells.map((cell, index) => {
        const box = boxes[index] ?? { x: 0, width: 0 }
        setFont(measuring, families, cell)
        const lines = isCut
          ? [truncateToWidth(measuring, toLine(cell.text), box.width)]
          : wrap(measuring, toLine(cell.text), box.width)
        return { cell, box, lines }
      })
      const height = Math.max(...laid.map(({ cell, lines }) => lines.length * cell.size * lineHeight))
      keep(above + height + below)
      const top = y + above
      for (const { cell, box, lines } of laid) {
        put(lines, cell, { ...box, top })
        if (cell.isStruck)
          draws.push((context) =>
            strike(context, families, { lines, style: cell, ...box, x: margin.side + box.x, top }),
          )
      }
      y = top + height + below
      rule(kind)
    },
    onNewPage(callback) {
      head = callback
    },
    area(height, draw) {
      keep(height)
      const top = y
      draw({
        top,
        left: margin.side,
        width,
        write: (text, style, { x, width, top: below, maxLines }) => {
          const lines = linesOf(text, style, width)
          const kept =
            maxLines !== undefined && lines.length > maxLines
              ? [
                  ...lines.slice(0, maxLines - 1),
                  truncateToWidth(measuring, lines.slice(maxLines - 1).join(''), width),
                ]
              : lines
          return put(kept, style, { x, width, top: top + below }) - top
        },
        draw: (draw) => draws.push((context) => draw(context)),
      })
      y = top + height
    },
    isFirstPage: () => pages.length === 1,
    left: () => bottom - y,
    lastOnPage(text, style) {
      const top = y + 5
      draws.push((context, { pageCount }) =>
        drawLines(context, families, { lines: [text(pageCount)], style, x: margin.side, width, top }),
      )
      newPage()
    },
  })
  return pages
}

function heightOf(parts: ReadonlyArray<{ lines: Array<string>; style: TextStyle }>): number {
  return parts.reduce((sum, { lines, style }) => sum + lines.length * style.size * lineHeight, 0)
}

function toLine(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim()
}

function setFont(
  context: Context,
  families: Array<string>,
  { size, face = 'Text', color = 'ink' }: TextStyle,
) {
  setFace(context, { families, face, size })
  context.fillStyle = colors[color]
}

type Lines = Box & { lines: Array<string>; style: TextStyle; top: number }

/** Text keeps its side of the box, whatever its direction. */
function drawLines(context: Context, families: Array<string>, { lines, style, x, width, top }: Lines): void {
  const { size, align = 'left' } = style
  setFont(context, families, style)
  context.textAlign = align
  for (const [index, line] of lines.entries()) {
    context.direction = startsRightToLeft(line) ? 'rtl' : 'ltr'
    context.fillText(line.trim(), align === 'right' ? x + width : x, top + size * (1.08 + index * lineHeight))
  }
  context.direction = 'ltr'
  context.textAlign = 'left'
}

function strike(context: Context, families: Array<string>, { lines, style, x, width, top }: Lines): void {
  setFont(context, families, style)
  for (const [index, line] of lines.entries()) {
    const length = context.measureText(line.trim()).width
    const left = style.align === 'right' ? x + width - length : x
    context.fillRect(left, top + style.size * (0.74 + index * lineHeight), length, 0.7)
  }
}

type Foot = { context: Context; families: Array<string>; page: Page }

function drawFoot({ context, families, page }: Foot, texts: ReadonlyArray<string>): void {
  const width = page.width - 2 * margin.side
  context.fillStyle = colors.line
  context.fillRect(margin.side, page.height - footRule, width, 0.8)
  setFont(context, families, { size: 9, color: 'faint' })
  for (const [index, text] of texts.entries()) {
    const line = truncateToWidth(context, toLine(text), width * (index === 1 ? 0.42 : 0.28))
    context.textAlign = (['left', 'center', 'right'] as const)[index] ?? 'left'
    context.fillText(line, margin.side + (width * index) / 2, page.height - footBaseline)
  }
  context.textAlign = 'left'
}

const drop =
  'M12 2.5c3.6 4.4 6.5 7.7 6.5 11.6A6.5 6.5 0 0 1 12 21a6.5 6.5 0 0 1-6.5-6.9C5.5 10.2 8.4 6.9 12 2.5Z'
const shine = 'M8.8 14.3c.1 2 1.4 3.4 3.3 3.7'

/** The drop of the mark, `size` points wide. */
export function drawDrop(context: Context, { x, y, size }: { x: number; y: number; size: number }): void {
  context.save()
  context.translate(x, y)
  context.scale(size / 24, size / 24)
  context.fillStyle = colors.accent
  context.fill(new Path2D(drop))
  context.strokeStyle = '#ffffff'
  context.lineWidth = 1.6
  context.lineCap = 'round'
  context.stroke(new Path2D(shine))
  context.restore()
}

/** Draws an image whole, at the left of a box and in the middle of its height. */
export function drawInside(
  context: Context,
  image: Image,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
): void {
  const scale = Math.min(width / image.width, height / image.height)
  const drawn = { width: image.width * scale, height: image.height * scale }
  context.drawImage(image, x, y + (height - drawn.height) / 2, drawn.width, drawn.height)
}

/** Cuts a line at its end, with an ellipsis, so that it is at most `maxWidth` points wide. */
export function truncateToWidth(
  context: Pick<Context, 'measureText'>,
  text: string,
  maxWidth: number,
): string {
  const widthOf = (line: string) => context.measureText(line).width
  if (widthOf(text) <= maxWidth) return text
  let end = Math.ceil((text.length * maxWidth) / widthOf(text))
  while (end > 0 && widthOf(`${cut(text, end)}…`) > maxWidth) end--
  return `${cut(text, end)}…`
}

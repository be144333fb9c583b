import { createCanvas, Path2D, type SKRSContext2D } from '@napi-rs/canvas'
import sharp from 'sharp'
import { shareImageSize } from '../../../contract/image-variants.ts'
import { site } from '../../../contract/site.ts'
import type { TicketCard } from '../../ports/document-renderer.ts'
import { clamp, drawableText, familiesFor, setFace, wrap } from './card-text.ts'
import { drawCover } from './cover.ts'

/** The picture of a ticket as PNG: at the left the item's cover, at the right the stub with the number. */
export async function drawTicket(ticket: TicketCard): Promise<Buffer> {
  const canvas = createCanvas(shareImageSize.width, shareImageSize.height)
  const context = canvas.getContext('2d')
  context.fillStyle = colors.table
  context.fillRect(0, 0, shareImageSize.width, shareImageSize.height)
  await drawCover(context, ticket, { ...cover, corners: [radius, 0, 0, radius] })
  drawStub(context)
  drawText(context, await textsOf(ticket))
  return sharp(await canvas.encode('png'))
    .png({ palette: true, quality: 90 })
    .toBuffer()
}

// The light palette of the design tokens; images have no dark mode.
const colors = {
  table: '#efe9db',
  stub: '#fffdf8',
  ink: '#1c1a16',
  soft: '#5c574c',
  dash: '#cfc8b6',
  brand: '#0e6b4a',
  accent: '#e8793a',
}

const radius = 34
const cover = { left: 36, top: 36, width: 652, height: 558 }
const stub = { left: 688, top: 36, width: 476, height: 558 }
/** Of the texts on the stub. */
const text = { left: 736, width: 384, top: 76, bottom: 554 }

function drawStub(context: SKRSContext2D): void {
  const { left, top, width, height } = stub
  context.fillStyle = colors.stub
  context.beginPath()
  context.roundRect(left, top, width, height, [0, radius, radius, 0])
  context.fill()
  context.strokeStyle = colors.dash
  context.lineWidth = 4
  context.setLineDash([10, 8])
  context.beginPath()
  context.moveTo(left + 2, top)
  context.lineTo(left + 2, top + height)
  context.stroke()
  context.setLineDash([])
  context.fillStyle = colors.table
  for (const y of [top, top + height]) {
    context.beginPath()
    context.arc(left + 2, y, 24, 0, 2 * Math.PI)
    context.fill()
  }
}

type Face = 'Display' | 'Body'
type Style = { size: number; face: Face; color: string; spacing?: number }
/** One line of text, with what stands before it in the same line. */
type Line = Style & { text: string; families: Array<string>; height: number; before?: Line }

type LineOptions = Style & { maxLines?: number; height?: number }

async function linesOf(words: string, { maxLines = 1, ...style }: LineOptions): Promise<Array<Line>> {
  const families = await familiesFor(words)
  const context = createCanvas(1, 1).getContext('2d')
  setFace(context, { families, ...style })
  const fits = (line: string) => context.measureText(line).width <= text.width
  const lines = clamp(wrap(context, words, text.width), maxLines, fits)
  return lines.map((line) => ({ height: style.size * 1.2, ...style, families, text: line.trim() }))
}

function widthOf({ text: words, ...style }: Line): number {
  const context = createCanvas(1, 1).getContext('2d')
  setFace(context, style)
  return context.measureText(words).width
}

type Texts = { brand: Array<Line>; middle: Array<Line>; address: Array<Line> }

async function textsOf({ number, title, creator, address }: TicketCard): Promise<Texts> {
  const shown = number.toLocaleString(site().locale)
  const by = drawableText(creator)
  return {
    brand: await linesOf(drawableText(site().name) ?? '', { size: 34, face: 'Display', color: colors.ink }),
    middle: [
      ...(await linesOf('I’M NUMBER', { size: 22, face: 'Display', color: colors.brand, spacing: 1.2 })),
      ...(await linesOf(shown, {
        size: numberSize(shown),
        face: 'Display',
        color: colors.ink,
        height: numberSize(shown) * 1.04,
        spacing: numberSize(shown) * -0.045,
      })),
      ...(await behind(drawableText(title) ?? '')),
      ...(by ? await linesOf(`by ${by}`, { size: 26, face: 'Body', color: colors.soft, height: 40 }) : []),
    ],
    address: await linesOf(drawableText(address) ?? '', { size: 24, face: 'Body', color: colors.soft }),
  }
}

/** A number of many digits is written smaller, so that it fits. */
function numberSize(shown: string): number {
  if (shown.length <= 3) return 176
  return shown.length <= 5 ? 136 : 92
}

/** `behind Night Ferry` in one line, or the title below in two; a longer one is smaller, then cut. */
async function behind(title: string): Promise<Array<Line>> {
  const [word] = await linesOf('behind', { size: 32, face: 'Body', color: colors.ink })
  if (!word || title === '') return []
  const large = { size: 32, face: 'Display', color: colors.ink } as const
  const lines = await linesOf(title, { ...large, maxLines: 3 })
  const [first] = lines
  if (lines.length === 1 && first && widthOf(word) + space + widthOf(first) <= text.width)
    return [{ ...first, before: word }]
  if (lines.length <= 2) return [word, ...lines]
  return [word, ...(await linesOf(title, { ...large, size: 26, maxLines: 3 }))]
}

const space = 9

function drawText(context: SKRSContext2D, { brand, middle, address }: Texts): void {
  const logo = 40
  const heightOf = (lines: Array<Line>) => lines.reduce((sum, { height }) => sum + height, 0)
  drawLines(context, brand, { left: text.left + logo + 12, top: text.top })
  drawDrop(context, logo)
  const top = text.top + logo
  const bottom = text.bottom - heightOf(address)
  drawLines(context, middle, { left: text.left, top: top + (bottom - top - heightOf(middle)) / 2 })
  drawLines(context, address, { left: text.left, top: bottom })
}

function drawLines(context: SKRSContext2D, lines: Array<Line>, at: { left: number; top: number }): void {
  let { top } = at
  for (const line of lines) {
    const { before, height, size } = line
    const baseline = top + height / 2 + size * 0.34
    if (before) drawLine(context, before, { left: at.left, baseline })
    drawLine(context, line, { left: at.left + (before ? widthOf(before) + space : 0), baseline })
    top += height
  }
}

function drawLine(
  context: SKRSContext2D,
  { text: words, color, ...style }: Line,
  { left, baseline }: { left: number; baseline: number },
): void {
  setFace(context, style)
  context.letterSpacing = `${style.spacing ?? 0}px`
  context.fillStyle = color
  context.fillText(words, left, baseline)
}

function drawDrop(context: SKRSContext2D, size: number): void {
  context.save()
  context.translate(text.left, text.top)
  context.scale(size / 24, size / 24)
  context.fillStyle = colors.accent
  context.fill(
    new Path2D(
      'M12 2.5c3.6 4.4 6.5 7.7 6.5 11.6A6.5 6.5 0 0 1 12 21a6.5 6.5 0 0 1-6.5-6.9C5.5 10.2 8.4 6.9 12 2.5Z',
    ),
  )
  context.strokeStyle = '#fff'
  context.lineWidth = 1.6
  context.lineCap = 'round'
  context.stroke(new Path2D('M8.8 14.3C8.9 16.3 10.2 17.7 12.1 18'))
  context.restore()
}

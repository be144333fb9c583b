import type { Image } from '@napi-rs/canvas'
import type { StatementContent } from '../../ports/document-renderer.ts'
import { drawLetterhead, readLogo, testNotice } from './letterhead.ts'
import { layParties } from './parties.ts'
import {
  type Area,
  type Box,
  type Cell,
  colors,
  type Paper,
  renderPages,
  type TextStyle,
} from './skia-paper.ts'

export type StatementTask = StatementContent & { logo: Uint8Array | undefined }

/** A payout statement: the amount paid and its sum, the items, and every sale. */
export async function drawStatement({ logo, ...content }: StatementTask): Promise<Buffer> {
  const { siteName, heading, subheading, paper: size, foot } = content
  const image = await readLogo(logo)
  const { pdf } = await renderPages(
    { title: `${heading} ${subheading}`, author: siteName, size, foot, text: allText(content) },
    (paper) => layStatement(paper, content, image),
  )
  return pdf
}

function allText({
  siteName,
  heading,
  subheading,
  paid,
  sums,
  total,
  items,
  sales,
  omitted,
  foot,
  parties = [],
  taxLines = [],
  notes = [],
}: StatementContent) {
  return [
    siteName,
    heading,
    subheading,
    testNotice,
    ...parties.flatMap(({ label, lines }) => [label, ...lines]),
    ...taxLines.flat(),
    ...notes,
    ...Object.values(paid),
    ...sums.flat(),
    ...total,
    ...items.head,
    ...items.rows.flat(),
    ...items.total,
    ...sales.flatMap(({ date, title, order, gross, net }) => [date, title, order, gross, net]),
    omitted,
    ...foot,
  ].join('')
}

function layStatement(paper: Paper, content: StatementContent, logo: Image | undefined): void {
  const { parties = [], taxLines = [], notes = [] } = content
  drawLetterhead(paper, { ...content, logo })
  paper.space(16)
  if (parties.length > 0) {
    layParties(paper, parties)
    paper.space(18)
  }
  layBand(paper, content)
  paper.space(18)
  if (taxLines.length > 0) layTax(paper, taxLines)
  for (const note of notes) paper.write(note, { size: 10, color: 'soft' })
  if (notes.length > 0) paper.space(14)
  layItems(paper, content.items)
  paper.space(18)
  laySales(paper, content)
}

const padding = 20

/** The amount paid at the left, and the sum that leads to it at the right. */
function layBand(paper: Paper, { paid, sums, total }: StatementContent): void {
  const inner = paper.width - 2 * padding
  const left = { x: padding, width: inner * 0.54 - 14 }
  const right = { x: padding + inner * 0.54 + 10, width: inner * 0.46 - 10 }
  const height = Math.max(116, (sums.length + 1) * 20 + 8 + 2 * 16)
  paper.area(height, (area) => {
    area.draw((context) => {
      context.fillStyle = colors.band
      context.beginPath()
      context.roundRect(area.left, area.top, area.width, height, 12)
      context.fill()
    })
    let top = area.write(paid.label, { size: 11, color: 'soft' }, { ...left, top: 16, maxLines: 1 })
    const size = paid.amount.length > 12 ? 22 : 31
    top = area.write(paid.amount, { face: 'Display', size }, { ...left, top: top - 2, maxLines: 1 })
    area.write(paid.details, { size: 10.5, color: 'soft' }, { ...left, top, maxLines: 3 })
    const sumTop = (height - (sums.length + 1) * 20 - 8) / 2
    for (const [index, line] of sums.entries()) writeSum(area, line, { ...right, top: sumTop + index * 20 })
    const totalTop = sumTop + sums.length * 20 + 8
    area.draw((context) => {
      context.fillStyle = colors.ink
      context.fillRect(area.left + right.x, area.top + totalTop - 5, right.width, 1.2)
    })
    writeSum(area, total, { ...right, top: totalTop, isTotal: true })
  })
}

type SumPlace = Box & { top: number; isTotal?: boolean }

function writeSum(
  area: Area,
  [label, value]: readonly [string, string],
  { isTotal, ...box }: SumPlace,
): void {
  area.write(label, { size: 12, ...(isTotal && { face: 'Strong' }) }, { ...box, maxLines: 1 })
  area.write(value, { size: 12, face: 'Strong', align: 'right' }, { ...box, maxLines: 1 })
}

const tight = { above: 3.5, below: 3.5, isCut: true } as const
const small: TextStyle = { size: 10 }
const head: TextStyle = { size: 10, face: 'Strong', color: 'faint' }
const bold: TextStyle = { size: 10, face: 'Strong' }

/** The space between columns. */
const gap = 8

/** A column as wide as its longest text, by the width of a bold digit. */
function columnWidth(texts: ReadonlyArray<string>): number {
  return Math.max(46, Math.max(...texts.map((text) => text.length)) * 5.7 + 2)
}

function layItems(paper: Paper, { head: names, rows, total }: StatementContent['items']): void {
  const figures = names.slice(1).map((_, index) => {
    const column = [names, total, ...rows].map((row) => row[index + 1] ?? '')
    return columnWidth(column)
  })
  const nameWidth = paper.width - figures.reduce((sum, width) => sum + width + gap, 0)
  const boxes = [{ x: 0, width: nameWidth }]
  for (const width of figures) boxes.push({ x: endOf(boxes.at(-1)) + gap, width })
  const cells = (texts: ReadonlyArray<string>, style: TextStyle): Array<Cell> =>
    texts.map((text, index) => ({ ...style, text, align: index === 0 ? 'left' : 'right' }))
  const layHead = () => paper.row(cells(names, head), boxes, { ...tight, rule: 'strong' })
  heading(paper, 'By item')
  layHead()
  paper.onNewPage(layHead)
  for (const [index, row] of rows.entries()) {
    const rule = index === rows.length - 1 ? 'strong' : 'hairline'
    paper.row([...cells(row, small).slice(0, -1), ...cells(row, bold).slice(-1)], boxes, { ...tight, rule })
  }
  paper.row(cells(total, bold), boxes, { ...tight, rule: 'none' })
  paper.onNewPage(undefined)
}

/** Net, tax and total of an invoice. */
function layTax(paper: Paper, lines: ReadonlyArray<[string, string]>): void {
  const width = columnWidth(lines.map(([, value]) => value))
  const boxes = [
    { x: 0, width: paper.width - width - gap },
    { x: paper.width - width, width },
  ]
  heading(paper, 'Invoice')
  for (const [index, [label, value]] of lines.entries()) {
    const isTotal = index === lines.length - 1
    const style = isTotal ? bold : small
    const rule = isTotal ? 'none' : index === lines.length - 2 ? 'strong' : 'hairline'
    paper.row(
      [
        { ...style, text: label },
        { ...bold, text: value, align: 'right' },
      ],
      boxes,
      { ...tight, rule },
    )
  }
  paper.space(8)
}

function endOf(box: Box | undefined): number {
  return box ? box.x + box.width : 0
}

const dateWidth = 96
const rowHeight = 10 * 1.45 + 2 * tight.above

function laySales(paper: Paper, { sales, omitted }: StatementContent): void {
  if (sales.length === 0) return
  const amountWidth = columnWidth(['Gross', ...sales.map(({ gross }) => gross)])
  const netWidth = columnWidth(['Net', ...sales.map(({ net }) => net)])
  const textWidth = paper.width - dateWidth - amountWidth - netWidth - 4 * gap
  const boxes = [{ x: 0, width: dateWidth }]
  const orderWidth = Math.min(textWidth * 0.46, columnWidth(['Order', ...sales.map(({ order }) => order)]))
  for (const width of [textWidth - orderWidth, orderWidth, amountWidth, netWidth])
    boxes.push({ x: endOf(boxes.at(-1)) + gap, width })
  const layHead = () =>
    paper.row(
      ['Date', 'Item', 'Order', 'Gross', 'Net'].map((text, index) => ({
        ...head,
        text,
        align: index > 2 ? ('right' as const) : ('left' as const),
      })),
      boxes,
      { ...tight, rule: 'strong' },
    )
  paper.keep(110)
  heading(paper, 'Every sale, newest first')
  layHead()
  paper.onNewPage(layHead)
  for (const [index, { date, title, order, gross, net, isVoid }] of sales.entries()) {
    const left = sales.length - index
    // The last line of the first page says where the others are.
    if (paper.isFirstPage() && left > 1 && paper.left() < 2 * rowHeight)
      paper.lastOnPage((pageCount) => `${left} more on ${pagesText(pageCount)}`, { size: 10, color: 'soft' })
    const soft: TextStyle = { size: 10, color: 'faint' }
    const ink = isVoid ? soft : small
    const cells: Array<Cell> = [
      { ...soft, text: date },
      { ...ink, text: title },
      { ...soft, text: order },
      { ...ink, text: gross, align: 'right' },
      { ...ink, face: 'Strong', text: net, align: 'right' },
    ]
    paper.row(
      cells.map((cell) => ({ ...cell, isStruck: isVoid })),
      boxes,
      { ...tight, rule: 'hairline' },
    )
  }
  paper.onNewPage(undefined)
  if (omitted) {
    paper.space(8)
    paper.write(omitted, { size: 10, color: 'soft' })
  }
}

function pagesText(pageCount: number): string {
  return pageCount === 2 ? 'page 2' : `pages 2 to ${pageCount}`
}

function heading(paper: Paper, text: string): void {
  paper.write(text, { face: 'Display', size: 15 })
  paper.space(2)
}

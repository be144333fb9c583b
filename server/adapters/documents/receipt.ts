import type { Image } from '@napi-rs/canvas'
import type { PrintedLine, ReceiptContent } from '../../ports/document-renderer.ts'
import { drawLetterhead, readLogo, testNotice } from './letterhead.ts'
import { layParties, twoColumns } from './parties.ts'
import { drawTicketCover, layTicket, ticketTexts } from './printed-ticket.ts'
import { type Paper, type RowOptions, renderPages, type TextStyle } from './skia-paper.ts'

/** With the operator's logo, as stored; undefined where there is none. */
export type ReceiptTask = ReceiptContent & { logo: Uint8Array | undefined }

/** A receipt or correction on one page, in every script that the page can show. */
export async function drawReceipt({ logo, ...content }: ReceiptTask): Promise<Buffer> {
  const images = {
    logo: await readLogo(logo),
    cover: content.ticket && (await drawTicketCover(content.ticket)),
  }
  const withoutTicket = { ...content, ticket: undefined }
  for (const attempt of [content, withoutTicket])
    for (const scale of [1, smallScale]) {
      const drawn = await render(attempt, images, scale)
      if (drawn.pageCount === 1) return drawn.pdf
    }
  return (await render(withoutTicket, images, 1)).pdf
}

/** What has many lines is written smaller to stay on one page, and then without its ticket. */
const smallScale = 0.86

type Images = { logo: Image | undefined; cover: Image | undefined }

function render(content: ReceiptContent, images: Images, scale: number) {
  const { siteName, heading, subheading, paper: size, foot } = content
  return renderPages(
    { title: `${heading} ${subheading}`, author: siteName, size, foot, scale, text: allText(content) },
    (paper) => layReceipt(paper, content, images),
  )
}

function allText({
  siteName,
  heading,
  subheading,
  parties,
  facts,
  lines,
  total,
  ...content
}: ReceiptContent) {
  return [
    siteName,
    heading,
    subheading,
    testNotice,
    ...ticketTexts(content.ticket),
    ...parties.flatMap((party) => [party.label, ...party.lines]),
    ...facts.flat(),
    ...lines.flatMap(({ label, value, note = '' }) => [label, value, note]),
    ...total,
    content.guarantee,
    ...content.closing,
    ...content.foot,
  ].join('')
}

function layReceipt(paper: Paper, content: ReceiptContent, { logo, cover }: Images): void {
  drawLetterhead(paper, { ...content, logo })
  paper.space(24)
  if (content.ticket && cover) {
    layTicket(paper, content.ticket, cover)
    paper.space(26)
  }
  layParties(paper, content.parties)
  layFacts(paper, content.facts)
  paper.space(20)
  layLines(paper, content)
  paper.space(22)
  if (content.guarantee) {
    paper.write(content.guarantee, { size: 13, color: 'soft' })
    paper.space(14)
  }
  for (const paragraph of content.closing) paper.write(paragraph, small)
}

const caption: TextStyle = { size: 11, color: 'faint' }
const small: TextStyle = { size: 9.5, color: 'faint' }
const plain: TextStyle = { size: 13 }
const strong: TextStyle = { size: 13, face: 'Strong' }

/** In pairs beside each other, each below its label. */
function layFacts(paper: Paper, facts: ReceiptContent['facts']): void {
  const boxes = twoColumns(paper)
  for (let first = 0; first < facts.length; first += 2) {
    paper.space(12)
    paper.columns(
      facts.slice(first, first + 2).map(([label, value], index) => ({
        ...(boxes[index] ?? boxes[0]),
        paragraphs: [
          [label, caption],
          [value, plain],
        ],
      })),
    )
  }
}

/** The table of what was bought; amounts end at the right edge. */
function layLines(paper: Paper, { lines, total }: ReceiptContent): void {
  row(paper, ['What', 'Price'], { ...caption, face: 'Strong' }, { above: 6, below: 6, rule: 'strong' })
  for (const [index, line] of lines.entries()) layLine(paper, line, lines[index + 1])
  row(paper, total, strong, { above: 11, below: 11, rule: 'none' })
}

function layLine(
  paper: Paper,
  { label, value, note, isTitle, isPart }: PrintedLine,
  next?: PrintedLine,
): void {
  const rule = next === undefined ? 'strong' : next.isPart ? 'none' : 'hairline'
  const below = next?.isPart ? 3 : 9
  if (isPart) {
    row(paper, [label, value], { size: 11, color: 'soft' }, { above: 0, below, rule })
    return
  }
  const style = isTitle ? strong : plain
  if (!note) {
    row(paper, [label, value], style, { above: 9, below, rule })
    return
  }
  paper.keep(56)
  row(paper, [label, value], style, { above: 9, below: 0, rule: 'none' })
  row(paper, [note, ''], { size: 11, color: 'faint' }, { above: 0, below, rule })
}

const amountWidth = 150

function row(paper: Paper, [label, value]: readonly [string, string], style: TextStyle, options: RowOptions) {
  const cells = [
    { ...style, text: label },
    { ...style, text: value, align: 'right' as const },
  ]
  const boxes = [
    { x: 0, width: paper.width - amountWidth - 12 },
    { x: paper.width - amountWidth, width: amountWidth },
  ]
  paper.row(cells, boxes, options)
}

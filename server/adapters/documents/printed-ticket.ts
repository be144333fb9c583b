import { createCanvas, type Image, loadImage } from '@napi-rs/canvas'
import { site } from '../../../contract/site.ts'
import type { PrintedTicket } from '../../ports/document-renderer.ts'
import { drawCover, drawFilling } from './cover.ts'
import { colors, type Paper, type TextStyle } from './skia-paper.ts'

/** In points. The cover has this part of the width, the stub has the rest. */
const height = 208
const coverShare = 0.6
const radius = 14
const padding = 24

/** The cover as an image with twice the pixels per point, in JPEG, so that the document stays small. */
export async function drawTicketCover({ pond, number }: PrintedTicket): Promise<Image> {
  const size = { width: 624, height: 416 }
  const canvas = createCanvas(size.width, size.height)
  const cover = { itemImage: undefined, pond, number: number ?? 0 }
  await drawCover(canvas.getContext('2d'), cover, { left: 0, top: 0, ...size, corners: [0] })
  return loadImage(await canvas.encode('jpeg', 88))
}

const thanks = 'THANK YOU'
const label: TextStyle = { size: 11.5, face: 'Strong', color: 'brand' }

/** Every text of a ticket, whose characters decide which fonts are loaded. */
export function ticketTexts(ticket: PrintedTicket | undefined): Array<string> {
  return ticket ? [thanks, ticket.title] : []
}

/** The drawn cover, a dashed line, and the number on the stub. */
export function layTicket(paper: Paper, { number, title }: PrintedTicket, cover: Image): void {
  const coverWidth = paper.width * coverShare
  const stub = { x: coverWidth + padding, width: paper.width - coverWidth - 2 * padding }
  paper.area(height, ({ left, top, width, draw, write }) => {
    draw((context) => {
      context.save()
      context.beginPath()
      context.roundRect(left, top, coverWidth, height, [radius, 0, 0, radius])
      context.clip()
      drawFilling(context, cover, {
        frame: { left, top, width: coverWidth, height },
        focus: { x: 50, y: 50 },
      })
      context.restore()
      context.strokeStyle = colors.line
      context.lineWidth = 1
      context.beginPath()
      context.roundRect(left, top, width, height, radius)
      context.stroke()
      context.strokeStyle = colors.cut
      context.lineWidth = 2
      context.setLineDash([5, 4])
      context.beginPath()
      context.moveTo(left + coverWidth, top)
      context.lineTo(left + coverWidth, top + height)
      context.stroke()
      context.setLineDash([])
    })
    if (number === null) {
      const below = write(thanks, label, { ...stub, top: height * 0.3 })
      write(title, { size: 19, face: 'Display' }, { ...stub, top: below + 4, maxLines: 4 })
      return
    }
    const shown = number.toLocaleString(site().locale)
    const size = numberSize(shown)
    const below = write('NUMBER', label, { ...stub, top: (height - 64 - size) / 2 - 6 })
    write(shown, { size, face: 'Display' }, { ...stub, top: below - size * 0.16, maxLines: 1 })
    const behind = write('behind', { size: 13 }, { ...stub, top: below + size * 1.1 })
    write(title, { size: 13, face: 'Strong' }, { ...stub, top: behind, maxLines: 2 })
  })
}

/** A number of many digits is written smaller, so that it fits. */
function numberSize(shown: string): number {
  if (shown.length <= 3) return 66
  return shown.length <= 5 ? 50 : 34
}

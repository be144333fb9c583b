import { type Image, loadImage } from '@napi-rs/canvas'
import { drawDrop, drawInside, type Paper } from './skia-paper.ts'

type Letterhead = {
  siteName: string
  logo: Image | undefined
  heading: string
  subheading: string
  isTest: boolean
}

export const testNotice = 'TEST. No money moved.'

/** The mark at the left; heading, number and date at the right. */
export function drawLetterhead(paper: Paper, { siteName, logo, heading, subheading, isTest }: Letterhead) {
  const middle = paper.width * 0.42
  const mark = { x: 0, width: middle - 24 }
  const right = { x: middle, width: paper.width - middle }
  const texts = [heading, ...(isTest ? [testNotice] : []), subheading]
  paper.area(texts.length > 2 ? 74 : 56, (area) => {
    if (logo)
      area.draw((context) =>
        drawInside(context, logo, { x: area.left, y: area.top + 4, width: mark.width, height: 40 }),
      )
    else {
      area.draw((context) => drawDrop(context, { x: area.left - 3, y: area.top + 9, size: 26 }))
      area.write(
        siteName,
        { face: 'Display', size: 18 },
        { x: 31, width: mark.width - 31, top: 11, maxLines: 1 },
      )
    }
    let top = area.write(
      heading,
      { face: 'Display', size: heading.length > 16 ? 17 : 24, align: 'right' },
      { ...right, top: 0, maxLines: 1 },
    )
    if (isTest)
      top = area.write(
        testNotice,
        { face: 'Strong', size: 11, color: 'warn', align: 'right' },
        { ...right, top },
      )
    area.write(subheading, { size: 13, color: 'soft', align: 'right' }, { ...right, top, maxLines: 1 })
  })
}

/** A logo is a PNG; the page shows the site's name when it can't be read. */
export async function readLogo(bytes: Uint8Array | undefined): Promise<Image | undefined> {
  return bytes && loadImage(bytes).catch(() => undefined)
}

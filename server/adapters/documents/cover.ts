import { type Image, loadImage, type SKRSContext2D } from '@napi-rs/canvas'
import sharp from 'sharp'
import type { Pond } from '../../../contract/ponds.ts'
import { ringCount } from '../../../domain/pond.ts'
import type { ItemImage } from '../../ports/document-renderer.ts'
import { rasterPond } from './pond.ts'

type Cover = {
  itemImage: ItemImage | undefined
  pond: Pick<Pond, 'seed'>
  /** The place of the purchase, by which the drawn cover has its rings; 0 without one. */
  number: number
}
type Frame = { left: number; top: number; width: number; height: number }

/** The cover of a ticket: the item's image, or the pond with the sales up to this one. */
export async function drawCover(
  context: SKRSContext2D,
  { itemImage, pond: drawn, number }: Cover,
  { corners, ...frame }: Frame & { corners: Array<number> },
): Promise<void> {
  context.save()
  context.beginPath()
  context.roundRect(frame.left, frame.top, frame.width, frame.height, corners)
  context.clip()
  if (itemImage) await drawImage(context, itemImage, frame)
  else await drawPond(context, { seed: drawn.seed, rings: ringCount(number) }, frame)
  context.restore()
}

/** Fills the frame. A portrait is shown whole, on itself blurred. */
async function drawImage(context: SKRSContext2D, { bytes, focus }: ItemImage, frame: Frame): Promise<void> {
  const image = await loadImage(await decoded(bytes))
  if (!isPortrait(image)) {
    drawFilling(context, image, { frame, focus })
    return
  }
  const { left, top, width, height } = frame
  context.filter = 'blur(24px) brightness(0.7)'
  // Larger than its frame, so that no edge fades.
  const [x, y] = [width * 0.125, height * 0.125]
  const larger = { left: left - x, top: top - y, width: width * 1.25, height: height * 1.25 }
  drawFilling(context, image, { frame: larger, focus: { x: 50, y: 50 } })
  context.filter = 'none'
  drawWhole(context, image, frame)
}

/** As WebP, whatever the stored image is, because that is what the canvas certainly reads. */
async function decoded(bytes: Uint8Array): Promise<Buffer> {
  return sharp(bytes).webp({ quality: 90 }).toBuffer()
}

function isPortrait({ width, height }: Image): boolean {
  return height > width * 1.1
}

type Filling = { frame: Frame; focus: ItemImage['focus'] }

export function drawFilling(context: SKRSContext2D, image: Image, { frame, focus }: Filling): void {
  const scale = Math.max(frame.width / image.width, frame.height / image.height)
  const width = image.width * scale
  const height = image.height * scale
  const left = frame.left - ((width - frame.width) * focus.x) / 100
  const top = frame.top - ((height - frame.height) * focus.y) / 100
  context.drawImage(image, left, top, width, height)
}

function drawWhole(context: SKRSContext2D, image: Image, frame: Frame): void {
  const scale = Math.min(frame.width / image.width, frame.height / image.height)
  const width = image.width * scale
  const height = image.height * scale
  const left = frame.left + (frame.width - width) / 2
  context.drawImage(image, left, frame.top + (frame.height - height) / 2, width, height)
}

async function drawPond(
  context: SKRSContext2D,
  drawn: Pond,
  { left, top, width, height }: Frame,
): Promise<void> {
  const png = await rasterPond({ ...drawn, detail: 'cover' }, { width, height })
    .png()
    .toBuffer()
  context.drawImage(await loadImage(png), left, top, width, height)
}

import sharp from 'sharp'
import { shareImageSize } from '../../../contract/image-variants.ts'
import { cropRegion } from '../../../domain/crop-region.ts'
import type { CreatorCard, ShareCard } from '../../ports/document-renderer.ts'
import type { Node } from './card-parts.ts'
import { drawableText } from './card-text.ts'
import { creatorCardLayout } from './creator-card-layout.ts'
import { cardFonts } from './fonts.ts'
import { imageSize, shareImageLayout } from './share-image-layout.ts'

/** The share image of an item as PNG. */
export async function drawShareCard({ title, creator, price, itemImage }: ShareCard): Promise<Buffer> {
  return drawPng(
    await shareImageLayout({
      coverSeed: title,
      title: drawableText(title) || 'Something for you',
      creator: drawableText(creator) ?? '',
      price,
      itemImage: itemImage && (await croppedJpeg(itemImage)),
    }),
  )
}

/** The share image of a creator's page as PNG. */
export async function drawCreatorCard({ name, handle, itemCount, photo }: CreatorCard): Promise<Buffer> {
  return drawPng(
    await creatorCardLayout({
      name: drawableText(name) || `@${handle}`,
      handle,
      itemCount,
      photo: photo && toDataUrl(await sharp(photo).jpeg({ quality: 85 }).toBuffer()),
    }),
  )
}

async function drawPng(node: Node): Promise<Buffer> {
  // A large package, loaded with the first image.
  const { default: satori } = await import('satori')
  const fonts = await cardFonts()
  // satori's types require React elements; it accepts any object of their shape.
  const svg = await satori(node as unknown as Parameters<typeof satori>[0], { ...shareImageSize, fonts })
  return sharp(Buffer.from(svg)).png({ palette: true, quality: 90 }).toBuffer()
}

async function croppedJpeg({ bytes, focus }: NonNullable<ShareCard['itemImage']>): Promise<string> {
  const image = sharp(bytes)
  const { width, height } = await image.metadata()
  const jpeg = await image
    .extract(cropRegion({ width, height }, imageSize, focus))
    .resize({ ...imageSize, fit: 'fill' })
    .jpeg({ quality: 85 })
    .toBuffer()
  return toDataUrl(jpeg)
}

function toDataUrl(jpeg: Buffer): string {
  return `data:image/jpeg;base64,${jpeg.toString('base64')}`
}

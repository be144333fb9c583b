import sharp from 'sharp'
import { shareImageSize } from '../../../contract/image-variants.ts'
import type { ShareCard } from '../../ports/document-renderer.ts'
import { cardFonts, drawable } from './fonts.ts'
import { imageSize, shareImageLayout } from './share-image-layout.ts'

/** A share image as PNG. */
export async function drawShareCard({ id, title, creator, price, itemImage }: ShareCard): Promise<Buffer> {
  // A large package, loaded with the first image.
  const { default: satori } = await import('satori')
  const node = shareImageLayout({
    id,
    title: drawable(title) || 'Something for you',
    creator: drawable(creator),
    price,
    itemImage: itemImage && (await croppedJpeg(itemImage)),
  })
  const fonts = await cardFonts()
  // satori's types require React elements; it accepts any object of their shape.
  const svg = await satori(node as unknown as Parameters<typeof satori>[0], { ...shareImageSize, fonts })
  return sharp(Buffer.from(svg)).png({ palette: true, quality: 90 }).toBuffer()
}

/** As a data URL. */
async function croppedJpeg(itemImage: Uint8Array): Promise<string> {
  const jpeg = await sharp(itemImage)
    .resize({ ...imageSize, fit: 'cover' })
    .jpeg({ quality: 85 })
    .toBuffer()
  return `data:image/jpeg;base64,${jpeg.toString('base64')}`
}

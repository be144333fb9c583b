import { shareImageSize } from '../../../contract/image-variants.ts'
import { coverGradient } from '../../../domain/cover.ts'
import { box, brand, cardFrame, headline, type Node, pill } from './card-parts.ts'

/** The text and image of a share image. */
export type ShareImageData = {
  /** The item's whole title: what is drawn may lack some of its characters. */
  coverSeed: string
  title: string
  creator: string
  /** With its currency: `$5.00`, `From $2.00`. */
  price: string
  /** A JPEG as a data URL. */
  itemImage: string | undefined
}

export const imageSize = { width: 480, height: shareImageSize.height }

/** Text on the left; on the right the item's image or its drawn cover. */
export async function shareImageLayout({
  coverSeed,
  title,
  creator,
  price,
  itemImage,
}: ShareImageData): Promise<Node> {
  return cardFrame(
    [await brand(), await headline(title, creator && `by ${creator}`), await pill(price)],
    itemImage ? image(itemImage) : box({ ...imageSize, background: coverGradient(coverSeed) }, ''),
  )
}

function image(src: string): Node {
  return { type: 'img', props: { src, ...imageSize, style: { objectFit: 'cover' } } }
}

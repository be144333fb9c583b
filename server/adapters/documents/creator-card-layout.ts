import { site } from '../../../contract/site.ts'
import { coverGradient } from '../../../domain/cover.ts'
import { box, brand, cardFrame, colors, headline, type Node, pill } from './card-parts.ts'
import { displayFont } from './fonts.ts'
import { imageSize } from './share-image-layout.ts'

/** The text and photo of a creator's share image. */
export type CreatorCardData = {
  name: string
  /** Without the @. */
  handle: string
  itemCount: number
  /** A JPEG as a data URL. */
  photo: string | undefined
}

const photoSize = 336

/** Text on the left; on the right the creator's photo, or the first letter of the name. */
export function creatorCardLayout({ name, handle, itemCount, photo }: CreatorCardData): Node {
  return cardFrame(
    [
      brand(),
      headline(name, name === `@${handle}` ? '' : `@${handle}`),
      itemCount === 0
        ? ''
        : pill(itemCount === 1 ? '1 item' : `${itemCount.toLocaleString(site().locale)} items`),
    ],
    box({ ...imageSize, background: coverGradient(handle), alignItems: 'center', justifyContent: 'center' }, [
      photo ? portrait(photo) : initial(name.replace('@', '').slice(0, 1).toUpperCase()),
    ]),
  )
}

const circle = {
  width: photoSize,
  height: photoSize,
  borderRadius: photoSize,
  border: `10px solid ${colors.paper}`,
}

function portrait(src: string): Node {
  return {
    type: 'img',
    props: { src, width: photoSize, height: photoSize, style: { ...circle, objectFit: 'cover' } },
  }
}

function initial(letter: string): Node {
  return box(
    {
      ...circle,
      background: colors.paper,
      color: colors.brand,
      alignItems: 'center',
      justifyContent: 'center',
      fontFamily: displayFont,
      fontSize: 168,
    },
    letter,
  )
}

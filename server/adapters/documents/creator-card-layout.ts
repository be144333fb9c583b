import { site } from '../../../contract/site.ts'
import { coverGradient } from '../../../domain/cover.ts'
import { box, brand, cardFrame, colors, displayText, headline, type Node, pill } from './card-parts.ts'
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
const initialSize = 168

/** Text on the left; on the right the creator's photo, or the first letter of the name. */
export async function creatorCardLayout({ name, handle, itemCount, photo }: CreatorCardData): Promise<Node> {
  return cardFrame(
    [
      await brand(),
      await headline(name, name === `@${handle}` ? '' : `@${handle}`),
      itemCount === 0
        ? ''
        : await pill(itemCount === 1 ? '1 item' : `${itemCount.toLocaleString(site().locale)} items`),
    ],
    box({ ...imageSize, background: coverGradient(handle), alignItems: 'center', justifyContent: 'center' }, [
      photo ? portrait(photo) : await initial(firstLetter(name)),
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

/** The first letter as people write it, with its marks. */
function firstLetter(name: string): string {
  const [first] = new Intl.Segmenter().segment(name.replace('@', ''))
  return first?.segment.toUpperCase() ?? ''
}

async function initial(letter: string): Promise<Node> {
  return box(
    {
      ...circle,
      background: colors.paper,
      color: colors.brand,
      alignItems: 'center',
      justifyContent: 'center',
      fontFamily: displayFont,
      fontSize: initialSize,
    },
    [await displayText(letter, initialSize, colors.brand)],
  )
}

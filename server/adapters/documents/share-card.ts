import sharp from 'sharp'
import { shareImageSize } from '../../../contract/image-variants.ts'
import { site } from '../../../contract/site.ts'
import { coverGradient } from '../../../domain/brand-palette.ts'
import { cropRegion } from '../../../domain/crop-region.ts'
import type { CreatorCard, ShareCard } from '../../ports/document-renderer.ts'
import { cardText, drawableText } from './card-text.ts'
import { bodyFont, cardFonts, displayFont } from './fonts.ts'

/** The share image of an item as PNG: text on the left; on the right the item's image or its drawn cover. */
export async function drawShareCard({ title, creator, price, itemImage }: ShareCard): Promise<Buffer> {
  const by = drawableText(creator)
  const text = [
    await brand(),
    await headline(drawableText(title) || 'Something for you', by ? `by ${by}` : ''),
    await pill(price),
  ]
  // The cover is that of the whole title: what is drawn may lack some of its characters.
  const cover = itemImage
    ? image(await croppedJpeg(itemImage))
    : box({ ...imageSize, background: coverGradient(title) }, '')
  return drawPng(cardFrame(text, cover))
}

/** The share image of a creator's page as PNG: text on the left; on the right the photo, or the name's first letter. */
export async function drawCreatorCard({ name, handle, itemCount, photo }: CreatorCard): Promise<Buffer> {
  const shownName = drawableText(name) || `@${handle}`
  const text = [
    await brand(),
    await headline(shownName, shownName === `@${handle}` ? '' : `@${handle}`),
    itemCount === 0
      ? ''
      : await pill(itemCount === 1 ? '1 item' : `${itemCount.toLocaleString(site().locale)} items`),
  ]
  const face = photo
    ? portrait(toDataUrl(await sharp(photo).jpeg({ quality: 85 }).toBuffer()))
    : await initial(firstLetter(shownName))
  const style = {
    ...imageSize,
    background: coverGradient(handle),
    alignItems: 'center',
    justifyContent: 'center',
  }
  return drawPng(cardFrame(text, box(style, [face])))
}

const imageSize = { width: 480, height: shareImageSize.height }

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

/** An element for satori. */
type Node = { type: string; props: Record<string, unknown> }

// The light palette of the design tokens; images have no dark mode.
const colors = {
  paper: '#faf8f3',
  ink: '#1c1a16',
  soft: '#5c574c',
  brand: '#0e6b4a',
  onBrand: '#ffffff',
  accent: '#e8793a',
}

/** The whole image: the text on the left, 720 pixels wide, and a picture on the right. */
function cardFrame(text: Array<Node | string>, picture: Node): Node {
  return box(
    { width: '100%', height: '100%', background: colors.paper, color: colors.ink, fontFamily: bodyFont },
    [
      box(
        { flexDirection: 'column', width: 720, padding: '64px 56px', justifyContent: 'space-between' },
        text,
      ),
      picture,
    ],
  )
}

async function brand(): Promise<Node> {
  const path =
    'M12 2.5c3.6 4.4 6.5 7.7 6.5 11.6A6.5 6.5 0 0 1 12 21a6.5 6.5 0 0 1-6.5-6.9C5.5 10.2 8.4 6.9 12 2.5Z'
  const drop = { type: 'path', props: { d: path, fill: colors.accent } }
  return box({ alignItems: 'center', fontFamily: displayFont, fontSize: 36 }, [
    { type: 'svg', props: { viewBox: '0 0 24 24', width: 48, height: 48, children: drop } },
    box({ marginLeft: 14 }, [await displayText(drawableText(site().name) ?? '', 36, colors.ink)]),
  ])
}

/** A rounded label on the brand color: the price or the number of items. */
async function pill(text: string): Promise<Node> {
  return box(
    {
      alignSelf: 'flex-start',
      padding: '16px 34px',
      borderRadius: 99,
      background: colors.brand,
      color: colors.onBrand,
      fontFamily: displayFont,
      fontSize: 40,
    },
    [await displayText(drawableText(text) ?? text, 40, colors.onBrand)],
  )
}

/** The width of the texts on the left. */
const textWidth = 608

/** Title, and a line below it. */
async function headline(title: string, below: string): Promise<Node> {
  const size = titleFontSize(title)
  const drawn = await cardText(title, {
    size: Math.min(size, 72),
    face: 'Display',
    color: colors.ink,
    maxWidth: textWidth,
    maxLines: 3,
  })
  return box({ flexDirection: 'column' }, [
    typeof drawn === 'string'
      ? box(
          {
            fontFamily: displayFont,
            fontSize: size,
            lineHeight: 1.08,
            letterSpacing: -2,
            lineClamp: 3,
            display: 'block',
            wordBreak: 'break-word',
          },
          drawn,
        )
      : picture(drawn),
    below && (await lineBelow(below)),
  ])
}

async function lineBelow(text: string): Promise<Node> {
  const size = 34
  const drawn = await cardText(text, {
    size,
    face: 'Body',
    color: colors.soft,
    maxWidth: textWidth,
    maxLines: 1,
  })
  const style = { marginTop: 22, fontSize: size, color: colors.soft, lineClamp: 1, display: 'block' }
  return typeof drawn === 'string' ? box(style, drawn) : box({ marginTop: 12 }, [picture(drawn)])
}

/** One line in the font of titles, in any script. */
async function displayText(text: string, size: number, color: string): Promise<Node | string> {
  const drawn = await cardText(text, { size, face: 'Display', color, maxWidth: textWidth - 80, maxLines: 1 })
  return typeof drawn === 'string' ? drawn : picture(drawn)
}

function picture(props: { src: string; width: number; height: number }): Node {
  return { type: 'img', props }
}

function box(style: Record<string, unknown>, children: string | Array<Node | string>): Node {
  const nonEmptyChildren = typeof children === 'string' ? children : children.filter((child) => child !== '')
  return { type: 'div', props: { style: { display: 'flex', ...style }, children: nonEmptyChildren } }
}

/** Long titles get a smaller font, so that they fit into three lines. Letters of East Asia are twice as wide. */
function titleFontSize(title: string): number {
  const wide = title.match(/[\u3000-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uff60]/g)?.length ?? 0
  const length = title.length + wide
  if (length <= 24) return 82
  return length <= 60 ? 64 : 50
}

const photoSize = 336
const initialSize = 168

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

function image(src: string): Node {
  return { type: 'img', props: { src, ...imageSize, style: { objectFit: 'cover' } } }
}

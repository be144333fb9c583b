import sharp from 'sharp'
import { shareImageSize } from '../../../contract/image-variants.ts'
import { site } from '../../../contract/site.ts'
import { pond, seedOf } from '../../../domain/pond.ts'
import type { CreatorCard, ShareCard } from '../../ports/document-renderer.ts'
import { cardText, drawableText } from './card-text.ts'
import { bodyFont, cardFonts, displayFont } from './fonts.ts'

/** The share image of an item as PNG: text on the left; on the right the item's image, or all of it on its drawn cover. */
export async function drawShareCard({
  title,
  creator,
  price,
  summary,
  itemImage,
  pond: drawn,
}: ShareCard): Promise<Buffer> {
  const by = drawableText(creator)
  const shownTitle = drawableText(title) || 'Something for you'
  const byline = by ? `by ${by}` : ''
  if (itemImage) {
    const text = [
      await brand(onPaper),
      await headline(shownTitle, byline, onPaper),
      await priceLine({ price, summary }, onPaper),
    ]
    return drawPng(cardFrame(text, onPaper), await wholeOnBackdrop(itemImage))
  }
  const text = [
    await brand(onWater),
    box({ flexDirection: 'column' }, [
      await headline(shownTitle, byline, onWater),
      box({ marginTop: 28 }, [await priceLine({ price, summary }, onWater)]),
    ]),
  ]
  return drawPng(cardFrame(text, onWater), {
    input: Buffer.from(pond({ ...drawn, detail: 'card' })),
    left: 0,
  })
}

/** The share image of a creator's page as PNG: text on the left; on the right the photo, or the name's first letter. */
export async function drawCreatorCard({ name, handle, itemCount, photo }: CreatorCard): Promise<Buffer> {
  const shownName = drawableText(name) || `@${handle}`
  const text = [
    await brand(onPaper),
    await headline(shownName, shownName === `@${handle}` ? '' : `@${handle}`, onPaper),
    itemCount === 0
      ? ''
      : await pill(itemCount === 1 ? '1 item' : `${itemCount.toLocaleString(site().locale)} items`, onPaper),
  ]
  const face = photo
    ? portrait(toDataUrl(await sharp(photo).jpeg({ quality: 85 }).toBuffer()))
    : await initial(firstLetter(shownName))
  const water = sharp(Buffer.from(pond({ seed: seedOf(handle), rings: 0, detail: 'water' })))
  const style = {
    ...imageSize,
    position: 'absolute',
    top: 0,
    left: textSize,
    alignItems: 'center',
    justifyContent: 'center',
  }
  return drawPng(cardFrame([...text, box(style, [face])], onPaper), {
    input: await water
      .resize({ ...imageSize, fit: 'cover' })
      .png()
      .toBuffer(),
    left: textSize,
  })
}

/** The width of the half with the text; the picture has the rest. */
const textSize = 576
const imageSize = { width: shareImageSize.width - textSize, height: shareImageSize.height }

/** The texts over a picture that begins at `left`. */
async function drawPng(node: Node, { input, left }: { input: Buffer; left: number }): Promise<Buffer> {
  // A large package, loaded with the first image.
  const { default: satori } = await import('satori')
  const fonts = await cardFonts()
  // satori's types require React elements; it accepts any object of their shape.
  const svg = await satori(node as unknown as Parameters<typeof satori>[0], { ...shareImageSize, fonts })
  return sharp({ create: { ...shareImageSize, channels: 3, background: colors.paper } })
    .composite([
      { input, left, top: 0 },
      { input: Buffer.from(svg), left: 0, top: 0 },
    ])
    .png({ palette: true, quality: 90 })
    .toBuffer()
}

const pictureMargin = 32
const pictureRadius = 20

/** The whole image with rounded corners, on a blurred copy of itself. */
async function wholeOnBackdrop(bytes: Uint8Array): Promise<{ input: Buffer; left: number }> {
  const box = { width: imageSize.width - 2 * pictureMargin, height: imageSize.height - 2 * pictureMargin }
  const whole = await sharp(bytes)
    .resize({ ...box, fit: 'inside' })
    .png()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = whole.info
  const corners = `<svg width="${width}" height="${height}"><rect width="100%" height="100%" rx="${pictureRadius}"/></svg>`
  const rounded = await sharp(whole.data)
    .composite([{ input: Buffer.from(corners), blend: 'dest-in' }])
    .png()
    .toBuffer()
  const input = await sharp(bytes)
    .resize({ ...imageSize, fit: 'cover' })
    .flatten({ background: colors.paper })
    .blur(24)
    .modulate({ brightness: 0.7 })
    .composite([{ input: rounded, gravity: 'center' }])
    .png()
    .toBuffer()
  return { input, left: textSize }
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

/** Where texts stand: their colors, their room and the size of a short title. */
type Ground = {
  ink: string
  soft: string
  pill: { background: string; color: string }
  left: number
  width: number
  titleSizes: readonly [number, number, number]
}

const onPaper: Ground = {
  ink: colors.ink,
  soft: colors.soft,
  pill: { background: colors.brand, color: colors.onBrand },
  left: 56,
  width: 472,
  titleSizes: [72, 60, 48],
}

/** All words stay in the left 42 %, where the water is dark. */
const onWater: Ground = {
  ink: '#ffffff',
  soft: '#ffffff',
  pill: { background: '#ffffff', color: colors.ink },
  left: 68,
  width: 436,
  titleSizes: [84, 68, 52],
}

function cardFrame(text: Array<Node | string>, { ink, left, width }: Ground): Node {
  return box({ width: '100%', height: '100%', color: ink, fontFamily: bodyFont }, [
    box(
      {
        flexDirection: 'column',
        width: left + width,
        padding: `60px 0 60px ${left}px`,
        justifyContent: 'space-between',
      },
      text,
    ),
  ])
}

async function brand({ ink }: Ground): Promise<Node> {
  const path =
    'M12 2.5c3.6 4.4 6.5 7.7 6.5 11.6A6.5 6.5 0 0 1 12 21a6.5 6.5 0 0 1-6.5-6.9C5.5 10.2 8.4 6.9 12 2.5Z'
  const shine = 'M8.8 14.3c.1 2 1.4 3.4 3.3 3.7'
  const line = { fill: 'none', stroke: '#ffffff', 'stroke-width': 1.6, 'stroke-linecap': 'round' }
  const drop = [
    { type: 'path', props: { d: path, fill: colors.accent } },
    { type: 'path', props: { d: shine, ...line } },
  ]
  return box({ alignItems: 'center', fontFamily: displayFont, fontSize: 36 }, [
    { type: 'svg', props: { viewBox: '0 0 24 24', width: 48, height: 48, children: drop } },
    box({ marginLeft: 14 }, [await displayText(drawableText(site().name) ?? '', 36, ink)]),
  ])
}

/** A rounded label: the price or the number of items. */
async function pill(text: string, ground: Ground): Promise<Node> {
  const { background, color } = ground.pill
  return box(
    {
      alignSelf: 'flex-start',
      padding: '9px 24px',
      borderRadius: 99,
      background,
      color,
      fontFamily: displayFont,
      fontSize: 31,
    },
    [await displayText(drawableText(text) ?? text, 31, color)],
  )
}

/** The price and what it is, below each other where there is no room. */
async function priceLine(
  { price, summary }: Pick<ShareCard, 'price' | 'summary'>,
  ground: Ground,
): Promise<Node> {
  const size = 30
  const text = drawableText(summary) ?? ''
  const { width, soft: color } = ground
  const drawn = await cardText(text, { size, face: 'Body', color, maxWidth: width, maxLines: 1 })
  return box({ width, flexWrap: 'wrap', alignItems: 'center', gap: '14px 22px' }, [
    await pill(price, ground),
    typeof drawn === 'string' ? box({ fontSize: size, color }, drawn) : picture(drawn),
  ])
}

/** Title, and a line below it. */
async function headline(title: string, below: string, ground: Ground): Promise<Node> {
  const size = titleFontSize(title, ground)
  const drawn = await cardText(title, {
    size: Math.min(size, 72),
    face: 'Display',
    color: ground.ink,
    maxWidth: ground.width,
    maxLines: 3,
  })
  return box({ flexDirection: 'column' }, [
    typeof drawn === 'string'
      ? box(
          {
            width: ground.width,
            fontFamily: displayFont,
            fontSize: size,
            lineHeight: 1.04,
            letterSpacing: -2,
            lineClamp: 3,
            display: 'block',
            wordBreak: 'break-word',
          },
          drawn,
        )
      : picture(drawn),
    below && (await lineBelow(below, ground)),
  ])
}

async function lineBelow(text: string, { soft, width }: Ground): Promise<Node> {
  const size = 30
  const drawn = await cardText(text, { size, face: 'Body', color: soft, maxWidth: width, maxLines: 1 })
  const style = { width, marginTop: 20, fontSize: size, color: soft, lineClamp: 1, display: 'block' }
  return typeof drawn === 'string' ? box(style, drawn) : box({ marginTop: 12 }, [picture(drawn)])
}

/** One line in the font of titles, in any script. */
async function displayText(text: string, size: number, color: string): Promise<Node | string> {
  const drawn = await cardText(text, { size, face: 'Display', color, maxWidth: 380, maxLines: 1 })
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
function titleFontSize(title: string, { titleSizes: [large, medium, small] }: Ground): number {
  const wide = title.match(/[\u3000-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uff60]/g)?.length ?? 0
  const length = title.length + wide
  const longestWord = Math.max(...title.split(' ').map((word) => word.length))
  if (length <= 22 && longestWord <= 9) return large
  return length <= 44 && longestWord <= 12 ? medium : small
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

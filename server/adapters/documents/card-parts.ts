import { site } from '../../../contract/site.ts'
import { cardText, drawableText } from './card-text.ts'
import { bodyFont, displayFont } from './fonts.ts'

/** An element for satori. */
export type Node = { type: string; props: Record<string, unknown> }

// The light palette of the design tokens; images have no dark mode.
export const colors = {
  paper: '#faf8f3',
  ink: '#1c1a16',
  soft: '#5c574c',
  brand: '#0e6b4a',
  onBrand: '#ffffff',
  accent: '#e8793a',
}

/** The whole image: the text on the left, 720 pixels wide, and a picture on the right. */
export function cardFrame(text: Array<Node | string>, picture: Node): Node {
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

export async function brand(): Promise<Node> {
  const path =
    'M12 2.5c3.6 4.4 6.5 7.7 6.5 11.6A6.5 6.5 0 0 1 12 21a6.5 6.5 0 0 1-6.5-6.9C5.5 10.2 8.4 6.9 12 2.5Z'
  const drop = { type: 'path', props: { d: path, fill: colors.accent } }
  return box({ alignItems: 'center', fontFamily: displayFont, fontSize: 36 }, [
    { type: 'svg', props: { viewBox: '0 0 24 24', width: 48, height: 48, children: drop } },
    box({ marginLeft: 14 }, [await displayText(drawableText(site().name) ?? '', 36, colors.ink)]),
  ])
}

/** A rounded label on the brand color: the price or the number of items. */
export async function pill(text: string): Promise<Node> {
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
export async function headline(title: string, below: string): Promise<Node> {
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
export async function displayText(text: string, size: number, color: string): Promise<Node | string> {
  const drawn = await cardText(text, { size, face: 'Display', color, maxWidth: textWidth - 80, maxLines: 1 })
  return typeof drawn === 'string' ? drawn : picture(drawn)
}

function picture(props: { src: string; width: number; height: number }): Node {
  return { type: 'img', props }
}

export function box(style: Record<string, unknown>, children: string | Array<Node | string>): Node {
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

import { site } from '../../../contract/site.ts'
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

export function brand(): Node {
  const path =
    'M12 2.5c3.6 4.4 6.5 7.7 6.5 11.6A6.5 6.5 0 0 1 12 21a6.5 6.5 0 0 1-6.5-6.9C5.5 10.2 8.4 6.9 12 2.5Z'
  const drop = { type: 'path', props: { d: path, fill: colors.accent } }
  return box({ alignItems: 'center', fontFamily: displayFont, fontSize: 36 }, [
    { type: 'svg', props: { viewBox: '0 0 24 24', width: 48, height: 48, children: drop } },
    box({ marginLeft: 14 }, site().name),
  ])
}

/** A rounded label on the brand color: the price or the number of items. */
export function pill(text: string): Node {
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
    text,
  )
}

/** Title, and a line below it. */
export function headline(title: string, below: string): Node {
  return box({ flexDirection: 'column' }, [
    box(
      {
        fontFamily: displayFont,
        fontSize: titleFontSize(title),
        lineHeight: 1.08,
        letterSpacing: -2,
        lineClamp: 3,
        display: 'block',
        wordBreak: 'break-word',
      },
      title,
    ),
    below && box({ marginTop: 22, fontSize: 34, color: colors.soft, lineClamp: 1, display: 'block' }, below),
  ])
}

export function box(style: Record<string, unknown>, children: string | Array<Node | string>): Node {
  const nonEmptyChildren = typeof children === 'string' ? children : children.filter((child) => child !== '')
  return { type: 'div', props: { style: { display: 'flex', ...style }, children: nonEmptyChildren } }
}

/** Long titles get a smaller font, so that they fit into three lines. */
function titleFontSize(title: string): number {
  if (title.length <= 24) return 82
  return title.length <= 60 ? 64 : 50
}

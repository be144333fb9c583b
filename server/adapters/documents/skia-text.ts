import { GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas'
import { cardFonts } from './fonts.ts'
import { fontFamiliesFor } from './noto-fonts.ts'

type Context = SKRSContext2D

/** The fonts of a text, registered in this process: our own faces, and those that its characters need. */
export async function familiesFor(text: string): Promise<Array<string>> {
  return [...(await registerFaces()), ...fontFamiliesFor(text)]
}

let faces: Promise<Array<string>> | undefined

/** Our own faces, which Latin text is written in. */
function registerFaces(): Promise<Array<string>> {
  faces ??= cardFonts().then((fonts) =>
    fonts.map(({ name, data }) => {
      GlobalFonts.register(data, name)
      return name
    }),
  )
  return faces
}

type Face = { families: Array<string>; face: 'Display' | 'Body'; size: number }

export function setFace(
  context: Pick<Context, 'font' | 'fontVariationSettings'>,
  { families, face, size }: Face,
): void {
  const weight = face === 'Display' ? 700 : 500
  const own = families.filter((family) => family.startsWith(face))
  const names = [...own, ...families].map((family) => `"${family}"`)
  context.font = `${weight} ${size}px ${names.join(', ')}`
  // The fonts of other scripts are variable and would be thin.
  context.fontVariationSettings = `'wght' ${weight}`
}

const words = new Intl.Segmenter(undefined, { granularity: 'word' })
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Breaks between words, also in scripts without spaces, and within a word that is wider than the line. */
export function wrap(context: Pick<Context, 'measureText'>, text: string, maxWidth: number): Array<string> {
  const lines = ['']
  const add = (part: string) => {
    const line = `${lines.at(-1) ?? ''}${part}`
    if (context.measureText(line.trimEnd()).width > maxWidth && lines.at(-1) !== '')
      lines.push(part.trimStart())
    else lines[lines.length - 1] = line
  }
  for (const segment of unbreakable(text)) {
    if (context.measureText(segment).width <= maxWidth) add(segment)
    else for (const { segment: part } of graphemes.segment(segment)) add(part)
  }
  return lines
}

/** Words with the punctuation that must not be parted from them: a line neither ends in `(` nor begins with `。`. */
function unbreakable(text: string): Array<string> {
  const parts: Array<string> = []
  for (const { segment } of words.segment(text)) {
    const last = parts.at(-1)
    const isJoined = /^[\p{Pe}\p{Pf}\p{Po}]/u.test(segment) || /[\p{Ps}\p{Pi}]$/u.test(last ?? '')
    if (last !== undefined && isJoined && !last.endsWith(' ')) parts[parts.length - 1] = last + segment
    else parts.push(segment)
  }
  return parts
}

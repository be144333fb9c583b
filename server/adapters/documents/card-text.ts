import { createCanvas, GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas'
import { cardFonts, type Face, fontFamiliesFor, hasNotoGlyph, isLatin, weightOf } from './fonts.ts'

/** Text that satori writes itself, or a picture of it in a script that satori cannot write. */
export type CardText = string | { src: string; width: number; height: number }

type Style = {
  size: number
  face: 'Display' | 'Body'
  color: string
  maxWidth: number
  maxLines: number
}

/** Letters of other scripts have marks above and below. */
const lineHeight = 1.4
/** The picture has twice the pixels that the card shows. */
const scale = 2

/** With their colors, flags and keycaps. Our own faces have some signs that may be emoji, such as ©. */
const emoji =
  /[#*\d]\ufe0f?\u20e3|(?![\u00a0-\u024f])\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\ufe0e|\ufe0f|[\u{e0020}-\u{e007f}]/gu

/** A text of one line without emoji and symbols that no font has; undefined when a letter of it has no font. */
export function drawableText(text: string): string | undefined {
  const plain = text
    .normalize('NFC')
    .replace(emoji, '')
    // What joined emoji.
    .replace(/(?<![\p{L}\p{M}])\u200d|\u200d(?!\p{L})/gu, '')
    .replace(/\s+/gu, ' ')
  const characters = [...plain].filter((character) => isDrawable(character) || isNeeded(character))
  return characters.every(isDrawable) ? characters.join('').replace(/ {2,}/g, ' ').trim() : undefined
}

/** Letters, their marks, and numbers. A text without one of them says something else. */
function isNeeded(character: string): boolean {
  return /[\p{L}\p{M}\p{N}\p{Sc}]/u.test(character)
}

function isDrawable(character: string): boolean {
  // Joiners change how the letters beside them are written.
  return isLatin(character) || /[\u200c\u200d]/.test(character) || hasNotoGlyph(character)
}

/** A drawable text for a card: as it is in Latin letters, and as a picture in other scripts. */
export async function cardText(text: string, style: Style): Promise<CardText> {
  if ([...text].every(isLatin)) return text
  return pictureOf(text, style)
}

async function pictureOf(text: string, { size, face, color, maxWidth, maxLines }: Style) {
  const families = await familiesFor(text)
  const measuring = createCanvas(1, 1).getContext('2d')
  setFace(measuring, { families, face, size })
  const lines = clamp(
    wrap(measuring, text, maxWidth),
    maxLines,
    (line) => measuring.measureText(line).width <= maxWidth,
  )
  const width = Math.ceil(
    Math.min(maxWidth, Math.max(...lines.map((line) => measuring.measureText(line).width))),
  )
  const height = Math.ceil(lines.length * size * lineHeight)
  const canvas = createCanvas(width * scale, height * scale)
  const context = canvas.getContext('2d')
  context.scale(scale, scale)
  setFace(context, { families, face, size })
  context.fillStyle = color
  const isRightToLeft = startsRightToLeft(text)
  context.direction = isRightToLeft ? 'rtl' : 'ltr'
  context.textAlign = isRightToLeft ? 'right' : 'left'
  for (const [index, line] of lines.entries())
    context.fillText(line.trim(), isRightToLeft ? width : 0, (index + 0.78) * size * lineHeight)
  const png = await canvas.encode('png')
  return { src: `data:image/png;base64,${png.toString('base64')}`, width, height }
}

/** The first lines; the last of them ends in an ellipsis when there were more. */
export function clamp(
  lines: Array<string>,
  maxLines: number,
  fits: (line: string) => boolean,
): Array<string> {
  if (lines.length <= maxLines) return lines
  const kept = lines.slice(0, maxLines)
  const graphemes = [...new Intl.Segmenter().segment(kept.at(-1)?.trimEnd() ?? '')].map(
    ({ segment }) => segment,
  )
  while (graphemes.length > 0 && !fits(`${graphemes.join('')}…`)) graphemes.pop()
  return [...kept.slice(0, -1), `${graphemes.join('')}…`]
}

/** By the first letter that has a direction. */
export function startsRightToLeft(text: string): boolean {
  const [first = ''] = /\p{L}/u.exec(text) ?? []
  return /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(first)
}

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

type Font = { families: Array<string>; face: Face; size: number }

export function setFace(
  context: Pick<Context, 'font' | 'fontVariationSettings'>,
  { families, face, size }: Font,
): void {
  const weight = weightOf(face)
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

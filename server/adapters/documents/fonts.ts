import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { GlobalFonts } from '@napi-rs/canvas'

/** The font faces of documents, each with the Latin and Latin Extended subsets. */
const faces = [
  { family: 'Display', package: 'bricolage-grotesque', weight: 700 },
  { family: 'Body', package: 'instrument-sans', weight: 500 },
  // Of printed documents.
  { family: 'Text', package: 'instrument-sans', weight: 400 },
  { family: 'Strong', package: 'instrument-sans', weight: 700 },
] as const
export type Face = (typeof faces)[number]['family']
const subsets = ['latin', 'latin-ext'] as const

export type Font = { name: string; weight: 400 | 500 | 700; style: 'normal'; data: Buffer }

let fonts: Promise<Array<Font>> | undefined

/** Our fonts as WOFF: beside the built server, or in their packages. Read once, for the first image. */
export function cardFonts(): Promise<Array<Font>> {
  fonts ??= Promise.all(
    faces.flatMap(({ family, package: name, weight }) =>
      subsets.map(async (subset) => ({
        name: `${family} ${subset}`,
        weight,
        style: 'normal' as const,
        data: await readFile(fontFile(name, `${name}-${subset}-${weight}-normal.woff`)),
      })),
    ),
  ).catch((error: unknown) => {
    fonts = undefined
    throw error
  })
  return fonts
}

function fontFile(name: string, file: string): string {
  const built = join(import.meta.dirname, 'fonts', file)
  if (existsSync(built)) return built
  return createRequire(import.meta.url).resolve(`@fontsource/${name}/files/${file}`)
}

export function weightOf(face: Face): number {
  return faces.find(({ family }) => family === face)?.weight ?? 400
}

/** Both subsets of a face; the second is the fallback of the first. */
export const displayFont = 'Display latin, Display latin-ext'
export const bodyFont = 'Body latin, Body latin-ext'

/** Whether our own faces have a character. */
export function isLatin(character: string): boolean {
  return /^[\u0020-\u007e\u00a1-\u024f\u1e00-\u1eff\u2013\u2014\u2018-\u201e\u2022\u2026\u20ac]$/.test(
    character,
  )
}

/** Scripts with a font of their own, in the order in which a character is looked up. */
const scripts = [
  'noto-sans',
  ...['arabic', 'hebrew', 'thai', 'bengali', 'tamil', 'telugu', 'kannada', 'malayalam', 'gujarati'].map(
    notoSans,
  ),
  ...['gurmukhi', 'sinhala', 'khmer', 'lao', 'myanmar', 'georgian', 'armenian', 'ethiopic'].map(notoSans),
]

type Slice = { family: string; file: string; ranges: Array<[first: number, last: number]> }

const slicesByPackage = new Map<string, Array<Slice>>()
const registered = new Set<string>()

/**
 * The families that have the characters of a document's text, registered in this process. A font is many small files by
 * ranges of characters, and only those in use are read. Chinese, Japanese and Korean share characters but write them
 * differently, so the text decides whose forms are used.
 */
export function fontFamiliesFor(text: string): Array<string> {
  // Fonts of East Asia name emoji among their characters, and have none.
  const packages = [...scripts, 'noto-emoji', ...eastAsianFonts(text)]
  const families = new Set<string>()
  for (const character of new Set(text)) {
    const codePoint = character.codePointAt(0) ?? 0
    if (codePoint < 0x80) continue
    const slice = findSlice(packages, codePoint)
    if (slice) families.add(register(slice))
  }
  return [...families]
}

/** Whether one of the fonts has a character, emoji aside. */
export function hasNotoGlyph(character: string): boolean {
  const codePoint = character.codePointAt(0) ?? 0
  return findSlice([...scripts, ...eastAsianFonts('')], codePoint) !== undefined
}

function notoSans(script: string): string {
  return `noto-sans-${script}`
}

function eastAsianFonts(text: string): Array<string> {
  const fonts = ['noto-sans-sc', 'noto-sans-jp', 'noto-sans-kr']
  const preferred = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
    ? 'noto-sans-jp'
    : /\p{Script=Hangul}/u.test(text)
      ? 'noto-sans-kr'
      : 'noto-sans-sc'
  return [preferred, ...fonts.filter((font) => font !== preferred)]
}

function findSlice(packages: Array<string>, codePoint: number): Slice | undefined {
  for (const name of packages) {
    const slice = slicesOf(name).find(({ ranges }) =>
      ranges.some(([first, last]) => first <= codePoint && codePoint <= last),
    )
    if (slice) return slice
  }
  return undefined
}

function slicesOf(name: string): Array<Slice> {
  const known = slicesByPackage.get(name)
  if (known) return known
  const ranges: Record<string, string> = JSON.parse(readFileSync(notoFontFile(name, 'unicode.json'), 'utf8'))
  const slices = Object.entries(ranges).map(([key, list]) => {
    const family = `${name}-${key.replace(/[[\]]/g, '')}`
    const file = notoFontFile(name, `files/${family}-wght-normal.woff2`)
    return { family, file, ranges: list.split(',').map(parseRange) }
  })
  slicesByPackage.set(name, slices)
  return slices
}

/** `U+25ee8` or `U+270f4-270f5`. */
function parseRange(text: string): [number, number] {
  const [first = '', last = first] = text.replace('U+', '').split('-')
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
}

function register({ family, file }: Slice): string {
  if (!registered.has(family)) {
    GlobalFonts.register(readFileSync(file), family)
    registered.add(family)
  }
  return family
}

/** Beside the built server, or in its package. */
function notoFontFile(name: string, file: string): string {
  const built = join(import.meta.dirname, 'fonts', name, file)
  if (existsSync(built)) return built
  return createRequire(import.meta.url).resolve(`@fontsource-variable/${name}/${file}`)
}

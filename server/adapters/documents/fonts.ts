import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** The font faces of documents, each with the Latin and Latin Extended subsets. */
const faces = [
  { family: 'Display', package: 'bricolage-grotesque', weight: 700 },
  { family: 'Body', package: 'instrument-sans', weight: 500 },
] as const
const subsets = ['latin', 'latin-ext'] as const

export type Font = { name: string; weight: 500 | 700; style: 'normal'; data: Buffer }

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

/** Both subsets of a face; the second is the fallback of the first. */
export const displayFont = 'Display latin, Display latin-ext'
export const bodyFont = 'Body latin, Body latin-ext'

/** Whether our own faces have a character. */
export function isLatin(character: string): boolean {
  return removeUnsupportedCharacters(`|${character}|`) === `|${character}|`
}

/** Removes characters that our fonts do not have, such as emoji. */
export function removeUnsupportedCharacters(text: string): string {
  return text
    .replace(/[^\u0020-\u007e\u00a0-\u024f\u1e00-\u1eff\u2013\u2014\u2018-\u201e\u2022\u2026\u20ac]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

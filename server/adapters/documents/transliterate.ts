import { transliterate } from '../../../domain/transliteration.ts'
import { removeUnsupportedCharacters } from './fonts.ts'

/** Replaces characters without a transliteration. */
const unknownPlaceholder = '[?]'
const missingGlyph = '\u0000'

/**
 * Text in characters that our fonts have: Cyrillic and Greek transliterated, other scripts as `[?]`, emoji removed
 * unless there is nothing else. Never empty unless the input is.
 */
export function toPrintable(text: string): string {
  const plain = normalizeSpacing(text)
  const printableText = [...separateFractions(plain)].map(printableCharacter).join('')
  const withPlaceholders = printableText.replaceAll(
    new RegExp(`${missingGlyph}[${missingGlyph} ]*${missingGlyph}|${missingGlyph}`, 'g'),
    unknownPlaceholder,
  )
  const printable = withPlaceholders.replace(/ {2,}/g, ' ').trim()
  return printable || (plain && unknownPlaceholder)
}

/** Whether the printed text differs from the input, apart from spacing. */
export function isTransliterated(text: string): boolean {
  return toPrintable(text) !== normalizeSpacing(text)
}

function normalizeSpacing(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim()
}

/** `1½` -> `1 ½` and `10²` -> `10^²`: fractions and exponents must not become digits of the number before them. */
function separateFractions(text: string): string {
  return text
    .replace(/(?<=\d)(?=[\u00bc-\u00be\u2150-\u215e])/g, ' ')
    .replace(/(?<=\d)(?=[\u00b2\u00b3\u00b9\u2070-\u2079])/g, '^')
}

function printableCharacter(character: string): string {
  if (character === ' ' || hasGlyph(character)) return character
  if (/^[\p{Extended_Pictographic}\p{Mark}\p{Cf}\p{Cc}]/u.test(character)) return ''
  return transliterate(character) ?? (stripDiacritics(character) || missingGlyph)
}

/** `ẵ` -> `a`, `½` -> `1/2`, a full-width letter -> a plain one. */
function stripDiacritics(character: string): string {
  const parts = character.normalize('NFKD').replace('\u2044', '/')
  return [...parts].filter(hasGlyph).join('')
}

/**
 * Characters that `removeUnsupportedCharacters` keeps and one of our fonts lacks: share images can fall back to
 * another face, PDFs cannot.
 */
const missingGlyphPattern =
  /[\u00a4\u00a6\u00ac\u00ad\u00b1-\u00b3\u00b5\u00b9\u00bc-\u00be\u0108\u0109\u0114\u0115\u011c\u011d\u0124\u0125\u0128\u0129\u012c\u012d\u0131\u0134\u0135\u0138\u013f\u0140\u0149\u014e\u014f\u0152\u0153\u015c\u015d\u0162\u0163\u0166-\u0169\u017f-\u01cc\u01cf-\u0217\u021c-\u0236\u0238-\u024f\u1e00-\u1e7f\u1e86-\u1e9d\u1e9f-\u1ef1\u1ef4-\u1eff\u201b]/

function hasGlyph(character: string): boolean {
  return removeUnsupportedCharacters(character) !== '' && !missingGlyphPattern.test(character)
}

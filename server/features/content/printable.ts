import { inLatin } from '../../../domain/latin.ts'
import { drawable } from './card-fonts.ts'

/** What stands for words that our fonts have no letters for. */
const unknown = '[?]'
const gap = '\u0000'

/**
 * A text for paper in letters that our fonts have: Cyrillic and Greek spelled in Latin ones, other scripts as `[?]`, small
 * pictures left out unless they are all there is. Never empty unless the text was.
 */
export function printable(text: string): string {
  const plain = text.normalize('NFC').replace(/\s+/g, ' ').trim()
  const drawn = [...plain].map(letterOf).join('')
  const words = drawn.replaceAll(new RegExp(`${gap}[${gap} ]*${gap}|${gap}`, 'g'), unknown)
  const printed = words.replace(/ {2,}/g, ' ').trim()
  return printed || (plain && unknown)
}

function letterOf(sign: string): string {
  if (sign === ' ' || drawable(sign)) return sign
  if (/^[\p{Extended_Pictographic}\p{Mark}\p{Cf}\p{Cc}]/u.test(sign)) return ''
  return inLatin(sign) ?? (drawable(sign.normalize('NFKC')) || gap)
}

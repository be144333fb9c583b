import { dictionary } from '../../contract/dictionary.ts'
import { transliterate } from '../transliteration.ts'
import { cut } from '../truncate.ts'

const letters: Record<string, string> = dictionary({
  ß: 'ss',
  æ: 'ae',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  '&': '+',
})

/**
 * A text in the characters of SEPA: Latin letters, digits and `/ - ? : ( ) . , ' +` (EPC217-08, “SEPA requirements for an
 * extended character set”). Letters of others become those nearest to them; what has none becomes a full stop.
 */
export function sepaText(text: string, maxLength: number): string {
  const latin = [...text.normalize('NFC')].map(toLatin).join('')
  const allowed = latin.replace(/[^a-zA-Z0-9/\-?:().,'+ ]/g, '.').replace(/\s+/g, ' ')
  // A field must not begin or end with a slash, or have two in a row.
  const tidy = allowed.replace(/\/{2,}/g, '/').replace(/^[/ ]+/, '')
  return cut(tidy, maxLength).replace(/[/ ]+$/, '')
}

/** A text in capital letters, digits and few signs, padded or cut to a length, for files with fixed places. */
export function achText(text: string, length: number): string {
  return sepaText(text, length)
    .toUpperCase()
    .replace(/[^A-Z0-9 .,'()/&+-]/g, ' ')
    .padEnd(length, ' ')
}

function toLatin(letter: string): string {
  if (/[’‘`´]/.test(letter)) return "'"
  const small = letter.toLowerCase()
  const known =
    letters[small] ?? (letter.charCodeAt(0) > 127 ? transliterate(letter)?.toLowerCase() : undefined)
  const plain = (known ?? small).normalize('NFD').replace(/\p{M}/gu, '')
  if (small === letter) return plain
  return plain.charAt(0).toUpperCase() + plain.slice(1)
}

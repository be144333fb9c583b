/**
 * Whether a trigram index finds texts that contain this one. It knows groups of three characters of a word, and the spaces
 * around a word count: two characters are enough beside a sign, and one between two signs.
 */
export function hasTrigram(text: string): boolean {
  const letter = '[\\p{L}\\p{N}]'
  const sign = '[^\\p{L}\\p{N}]'
  return new RegExp(`${letter}{3}|${sign}${letter}{2}|${letter}{2}${sign}|${sign}${letter}${sign}`, 'u').test(
    text,
  )
}

/** The words anywhere in a text, for `like`; what means something there is taken as written. */
export function likePart(words: string): string {
  return `%${literal(words)}%`
}

/** The same at its beginning. */
export function startsWith(words: string): string {
  return `${literal(words)}%`
}

function literal(words: string): string {
  return words.replace(/[\\%_]/g, '\\$&')
}

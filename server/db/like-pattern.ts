/** The words anywhere in a text, for `like`; what means something there is taken as written. */
export function containsPattern(text: string): string {
  return `%${escapeLike(text)}%`
}

/** The same at its beginning. */
export function prefixPattern(text: string): string {
  return `${escapeLike(text)}%`
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

/** A `like` pattern for text anywhere; wildcards in the text are literal. */
export function containsPattern(text: string): string {
  return `%${escapeLike(text)}%`
}

/** A `like` pattern for a prefix. */
export function prefixPattern(text: string): string {
  return `${escapeLike(text)}%`
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

/** A `like` pattern for values that contain the text; wildcards in the text are literal. */
export function containsPattern(text: string): string {
  return `%${escapeLike(text)}%`
}

/** A `like` pattern for values that begin with the text; wildcards in the text are literal. */
export function prefixPattern(text: string): string {
  return `${escapeLike(text)}%`
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

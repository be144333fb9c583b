/** Older browsers have none. */
const graphemes = 'Segmenter' in Intl ? new Intl.Segmenter() : undefined

/** A text cut to `maxLength`, its last character an ellipsis when there was more. */
export function truncate(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${cut(text, maxLength - 1).trimEnd()}…`
}

/**
 * The beginning of a text, at most `maxLength` long as JavaScript and the contract count. It never ends within what a
 * person sees as one character, such as an emoji of several parts.
 */
export function cut(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const end = graphemes?.segment(text).containing(maxLength)?.index ?? 0
  // A letter with more marks than fit is cut between two of them.
  return end > 0 ? text.slice(0, end) : text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '')
}

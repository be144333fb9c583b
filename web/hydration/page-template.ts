import { type PageFrame, type Rendered, renderIsland } from './render-islands.tsx'

/**
 * A page split at the texts that differ by viewer: the text with the index `textIndexes[n]` follows `parts[n]`. No text
 * follows a part whose index is undefined.
 */
export type PageTemplate = { parts: Array<string>; textIndexes: Array<number | undefined> }

/** Splits a page wherever its island has one of `texts`. The strings of the frame are parts, so that they are not copied. */
export function createTemplate(
  [before, between, after]: PageFrame,
  island: Rendered,
  texts: Array<string>,
): PageTemplate {
  const { element, props } = renderIsland(island)
  // The longest is tried first, because it may begin with another one.
  const alternatives = texts
    .toSorted((a, b) => b.length - a.length)
    .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const pieces = (element + between + props).split(new RegExp(`(${alternatives.join('|')})`))
  const found = pieces.filter((_, index) => index % 2 === 1)
  return {
    parts: [before, ...pieces.filter((_, index) => index % 2 === 0), after],
    textIndexes: [undefined, ...found.map((text) => texts.indexOf(text))],
  }
}

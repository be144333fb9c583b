/** A part of a line: plain text, or an address that becomes a link. */
export type ArticleText = { text: string; href?: string }

export type ArticleBlock =
  | { kind: 'heading'; level: 2 | 3; text: string }
  | { kind: 'paragraph' | 'quote'; text: string }
  | { kind: 'list'; entries: Array<string> }

const headingPattern = /^(#{1,3}) +(\S.*)$/
const entryPattern = /^[-*•] +(\S.*)$/
const quotePattern = /^> ?(.*)$/

/**
 * A creator's text as blocks: `#` and `##` start a heading, `-` an entry of a list and `>` a quotation. All other
 * lines are paragraphs, which keep their line breaks, so that a text without markup stays as it was typed.
 */
export function parseArticle(text: string): Array<ArticleBlock> {
  const blocks: Array<ArticleBlock> = []
  let isContinued = false
  for (const line of text.replace(/\r\n?/g, '\n').split('\n')) {
    if (line.trim() === '') {
      isContinued = false
      continue
    }
    appendLine(blocks, line.trimEnd(), isContinued)
    isContinued = true
  }
  return blocks
}

function appendLine(blocks: Array<ArticleBlock>, line: string, isContinued: boolean): void {
  const previous = isContinued ? blocks.at(-1) : undefined
  const [, hashes, heading] = headingPattern.exec(line) ?? []
  if (hashes && heading) {
    blocks.push({ kind: 'heading', level: hashes.length === 1 ? 2 : 3, text: heading })
    return
  }
  const entry = entryPattern.exec(line)?.[1]
  if (entry !== undefined) {
    if (previous?.kind === 'list') previous.entries.push(entry)
    else blocks.push({ kind: 'list', entries: [entry] })
    return
  }
  const quote = quotePattern.exec(line)?.[1]
  const kind = quote === undefined ? 'paragraph' : 'quote'
  const content = quote ?? line
  if (previous?.kind === kind) previous.text += `\n${content}`
  else blocks.push({ kind, text: content })
}

/** A link ends before punctuation that belongs to the sentence around it. */
const linkPattern = /https?:\/\/[^\s<>"“”]*[^\s<>"“”.,;:!?)\]}’']/giu

/** Splits a text at its web addresses. Only http and https addresses become links. */
export function splitLinks(text: string): Array<ArticleText> {
  const parts: Array<ArticleText> = []
  let end = 0
  for (const match of text.matchAll(linkPattern)) {
    if (match.index > end) parts.push({ text: text.slice(end, match.index) })
    parts.push({ text: match[0], href: match[0] })
    end = match.index + match[0].length
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}

const wordsPerMinute = 230

/** The reading time in minutes, at least 1. */
export function readingMinutes(text: string): number {
  return Math.max(1, Math.round(countWords(text) / wordsPerMinute))
}

/** The number of words, separated by white space. */
export function countWords(text: string): number {
  return text.match(/\S+/gu)?.length ?? 0
}

/** The first words of a text, with its line breaks; the whole text when it has no more. `maxWords` is at least 0. */
export function firstWords(text: string, maxWords: number): string {
  let count = 0
  for (const match of text.matchAll(/\S+/gu)) {
    count += 1
    if (count > maxWords) return text.slice(0, match.index).trimEnd()
  }
  return text
}

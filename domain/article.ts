import { limits } from '../contract/limits.ts'
import { site } from '../contract/site.ts'
import { parseInline } from './inline-marks.ts'

export type ArticleBlock =
  | { kind: 'heading'; level: 2 | 3; text: string }
  | { kind: 'paragraph' | 'quote'; text: string }
  | { kind: 'list'; entries: Array<string> }
  /** The rest of a text that has more parts than a page shows: as typed, without links. */
  | { kind: 'plain'; text: string }

type Line = {
  kind: 'heading' | 'entry' | 'quote' | 'paragraph' | 'blank'
  level: 2 | 3
  text: string
  /** Whether the line goes on with the block of the line before it. */
  isContinued: boolean
  /** The parts of the article that the line adds. */
  parts: number
}

/**
 * A creator's text as blocks: `#` and `##` start a heading, `-` an entry of a list and `>` a quotation. All other
 * lines are paragraphs, which keep their line breaks, so that a text without markup stays as it was typed. Links and
 * emphasis are those of `parseInline`. Blocks are never in one another. After `maxArticleParts` parts the rest is one plain block, because each part is an element of
 * the page, and a page must not be many times longer than its text.
 */
export function parseArticle(text: string): Array<ArticleBlock> {
  const blocks: Array<ArticleBlock> = []
  const lines = linesOf(text)
  let previous: Line['kind'] = 'blank'
  let parts = 0
  for (const [index, typed] of lines.entries()) {
    const line = readLine(typed, previous)
    parts += line.parts
    if (parts > limits.maxArticleParts) {
      blocks.push({ kind: 'plain', text: lines.slice(index).join('\n') })
      return blocks
    }
    appendLine(blocks, line)
    previous = line.kind
  }
  return blocks
}

/** The sentence that refuses a text with more than `maxArticleParts` parts; undefined for all other texts. */
export function tooManyPartsMessage(text: string): string | undefined {
  let previous: Line['kind'] = 'blank'
  let parts = 0
  for (const typed of linesOf(text)) {
    const line = readLine(typed, previous)
    parts += line.parts
    previous = line.kind
  }
  if (parts <= limits.maxArticleParts) return undefined
  const format = (count: number) => count.toLocaleString(site().locale)
  return `This text has ${format(parts)} paragraphs, list entries and links. Use ${format(limits.maxArticleParts)} or fewer, or sell it as a file.`
}

function linesOf(text: string): Array<string> {
  return text.replace(/\r\n?/g, '\n').split('\n')
}

const headingPattern = /^(#{1,3}) +(\S.*)$/
const entryPattern = /^[-*•] +(\S.*)$/
const quotePattern = /^> ?(.*)$/

const blankLine: Line = { kind: 'blank', level: 2, text: '', isContinued: false, parts: 0 }

function readLine(typed: string, previous: Line['kind']): Line {
  const line = typed.trimEnd()
  if (line === '') return blankLine
  const [, hashes, heading] = headingPattern.exec(line) ?? []
  if (hashes && heading) return newLine('heading', heading, previous, hashes.length === 1 ? 2 : 3)
  const entry = entryPattern.exec(line)?.[1]
  if (entry !== undefined) return newLine('entry', entry, previous)
  const quote = quotePattern.exec(line)?.[1]
  if (quote === undefined) return newLine('paragraph', line, previous)
  // An empty line of a quotation belongs to the lines before it. Alone it quotes nothing.
  return quote === '' && previous !== 'quote' ? blankLine : newLine('quote', quote, previous)
}

function newLine(kind: Line['kind'], text: string, previous: Line['kind'], level: 2 | 3 = 2): Line {
  const isContinued = kind === previous && kind !== 'heading'
  const elements = parseInline(text).filter(({ href, isBold, isItalic }) => href ?? isBold ?? isItalic).length
  return { kind, level, text, isContinued, parts: elements + (isContinued && kind !== 'entry' ? 0 : 1) }
}

function appendLine(blocks: Array<ArticleBlock>, { kind, level, text, isContinued }: Line): void {
  if (kind === 'blank') return
  const previous = isContinued ? blocks.at(-1) : undefined
  if (kind === 'heading') blocks.push({ kind, level, text })
  else if (kind === 'entry') {
    if (previous?.kind === 'list') previous.entries.push(text)
    else blocks.push({ kind: 'list', entries: [text] })
  } else if (previous?.kind === kind) previous.text += `\n${text}`
  else blocks.push({ kind, text })
}

/** Reading speed: words in a minute, and letters of scripts that are written without spaces. */
const wordsPerMinute = 230
const unspacedLettersPerMinute = 500

/** A long text is estimated by its beginning. */
const estimatedLength = 20_000

/** The reading time in minutes, at least 1. */
export function readingMinutes(text: string): number {
  const start = text.slice(0, estimatedLength)
  const letters = start.match(unspacedLetters)?.length ?? 0
  const words = start.replace(unspacedLetters, ' ').match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu)?.length ?? 0
  const minutes = words / wordsPerMinute + letters / unspacedLettersPerMinute
  return Math.max(1, Math.round((minutes * text.length) / Math.max(1, start.length)))
}

const unspacedLetters =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu

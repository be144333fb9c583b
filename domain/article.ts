import { limits } from '../contract/limits.ts'
import { site } from '../contract/site.ts'

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
 * lines are paragraphs, which keep their line breaks, so that a text without markup stays as it was typed. Blocks are
 * never in one another. After `maxArticleParts` parts the rest is one plain block, because each part is an element of
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
  const links = splitLinks(text).filter(({ href }) => href !== undefined).length
  return { kind, level, text, isContinued, parts: links + (isContinued && kind !== 'entry' ? 0 : 1) }
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

/** A part of a line: plain text, or an address that becomes a link. */
export type LinkedText = { text: string; href?: string }

/** Splits a text at its web addresses. Only http and https addresses become links. */
export function splitLinks(text: string): Array<LinkedText> {
  // Most lines have none.
  if (!text.includes('://')) return text === '' ? [] : [{ text }]
  const parts: Array<LinkedText> = []
  let end = 0
  for (const match of text.matchAll(addressPattern)) {
    const address = trimAddress(match[0])
    if (address === undefined) continue
    if (match.index > end) parts.push({ text: text.slice(end, match.index) })
    parts.push({ text: address, href: address })
    end = match.index + address.length
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}

/**
 * An address ends at white space, quotation marks and the punctuation of other scripts, and where letters of another
 * script directly follow a Latin letter or a digit: `https://example.com/aを` is the address and the sentence's を.
 */
const addressPattern =
  /https?:\/\/(?:[a-z\d](?!(?!\p{Script=Latin})\p{L})|[^a-z\d\s<>"“”«»،؛؟۔।॥။၊።\u3001-\u3003\u3008-\u3011\u3014-\u301f\u30fb\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65])*[a-z\d]?/giu

const brackets = ['()', '[]', '{}']

/** The address without the punctuation of the sentence around it; undefined without a host. */
function trimAddress(found: string): string | undefined {
  const address = glued.exec(found)?.[0] ?? found
  // Closing brackets that the address itself has not opened.
  const surplus = new Map(
    brackets.map(([opener = '', closer = '']) => [
      closer,
      countOf(address, closer) - countOf(address, opener),
    ]),
  )
  let end = address.length
  for (; end > 0; end -= 1) {
    const last = address.charAt(end - 1)
    const left = surplus.get(last)
    if (left === undefined ? !/[.,;:!?’']/.test(last) : left <= 0) break
    if (left !== undefined) surplus.set(last, left - 1)
  }
  const trimmed = address.slice(0, end)
  return /^https?:\/\/[\p{L}\p{N}[]/iu.test(trimmed) ? trimmed : undefined
}

/** `https://example.com/` directly before a sentence in a script without spaces. */
const glued =
  /^https?:\/\/[!-.0-~]+\/(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])/iu

function countOf(text: string, character: string): number {
  return text.split(character).length - 1
}

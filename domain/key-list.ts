import { limits } from '../contract/limits.ts'
import { linesOf } from '../contract/text.ts'
import { normalizeLicenseKey } from './license-key.ts'

/** A line of a list of license keys that is left out, counted from 1, and why. `sameAs` is the earlier line of a double. */
export type LeftOutLine = {
  line: number
  why: 'empty' | 'same' | 'in_list' | 'too_long'
  sameAs: number | null
}

/** A key, the line on which it is, and what it has in common with other ways to type it. */
export type ListedKey = { line: number; key: string; normalized: string }

/** The keys of a text with one in each line. Two are doubles when an app takes them for the same. */
export function readKeyList(text: string): { keys: Array<ListedKey>; leftOut: Array<LeftOutLine> } {
  const keys: Array<ListedKey> = []
  const leftOut: Array<LeftOutLine> = []
  const firstLines = new Map<string, number>()
  for (const [index, raw] of linesOf(text).entries()) {
    const line = index + 1
    const key = raw.trim()
    const normalized = normalizeLicenseKey(key)
    const sameAs = firstLines.get(normalized)
    if (normalized === '') leftOut.push({ line, why: 'empty', sameAs: null })
    else if (key.length > limits.maxPoolKeyLength) leftOut.push({ line, why: 'too_long', sameAs: null })
    else if (sameAs !== undefined) leftOut.push({ line, why: 'same', sameAs })
    else {
      firstLines.set(normalized, line)
      keys.push({ line, key, normalized })
    }
  }
  return { keys, leftOut }
}

/** The first cells of a table, one in each line: what is chosen as a CSV file. A heading such as `License key` is left out. */
export function keysOfCsv(csv: string): string {
  const [first = '', ...rest] = csv.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  const cells = [first, ...rest].map(firstCell)
  return (isHeading(cells[0] ?? '') ? cells.slice(1) : cells).join('\n')
}

function firstCell(line: string): string {
  const quoted = /^\s*"((?:[^"]|"")*)"/.exec(line)
  return quoted ? (quoted[1] ?? '').replaceAll('""', '"') : (line.split(/[,;\t]/)[0] ?? '')
}

const isHeading = (cell: string) =>
  /^(?:license[ _-]?|serial[ _-]?|product[ _-]?)?(?:keys?|codes?|numbers?|serials?|licenses?)$/i.test(
    cell.trim(),
  )

/** The first lines that are left out, in words: `Line 3 is the same as line 1 and is left out.` */
export function leftOutSentences(leftOut: ReadonlyArray<LeftOutLine>, count = leftOut.length): string {
  const named = leftOut.slice(0, maxNamed).map(sentenceOf)
  const others = count - named.length
  if (others > 0) named.push(`${others} more ${others === 1 ? 'line is' : 'lines are'} left out.`)
  return named.join(' ')
}

const maxNamed = limits.maxPoolLinesNamed

function sentenceOf({ line, why, sameAs }: LeftOutLine): string {
  if (why === 'empty') return `Line ${line} is empty.`
  if (why === 'same') return `Line ${line} is the same as line ${sameAs} and is left out.`
  if (why === 'in_list') return `Line ${line} is in your list already and is left out.`
  return `Line ${line} is longer than ${limits.maxPoolKeyLength} characters and is left out.`
}

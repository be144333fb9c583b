import { type LinkedText, splitLinks } from './links.ts'

/** A part of a line: plain text, a link, or emphasized. */
export type InlineText = LinkedText & { isBold?: true; isItalic?: true }

/**
 * `[words](https://…)` and `[words](mailto:…)`. Every other scheme stays text. Lengths are limited, so that a line of
 * opening marks takes no longer than others.
 */
const linkPattern =
  /\[([^[\]\n]{1,300})\]\(((?:https?:\/\/[^\s()<>"]|mailto:[^\s()<>"@]{1,64}@)[^\s()<>"]{1,2000}(?:\([^\s()<>"]{0,300}\)[^\s()<>"]{0,300}){0,3})\)/giu

/** Stands for a link where emphasis is looked for, because an address may hold its marks. */
const linkStandIn = '\ufffc'

type Span = { start: number; end: number; part: LinkedText }

/** Splits a text at its links, bold (`**words**`) and italic words (`*words*`, `_words_`). */
export function parseInline(text: string): Array<InlineText> {
  // Most lines have none.
  if (!/[*_]|:\/\/|\]\(/.test(text)) return text === '' ? [] : [{ text }]
  const spans = linkSpans(text)
  let masked = ''
  for (const { start, end } of spans)
    masked += text.slice(masked.length, start) + linkStandIn.repeat(end - start)
  masked += text.slice(masked.length)
  const marks = pairedMarks(masked)
  const parts: Array<InlineText> = []
  const style = { bold: 0, italic: 0 }
  let at = 0
  let nextSpan = 0
  function addUpTo(end: number) {
    const styles = {
      ...(style.bold > 0 && { isBold: true as const }),
      ...(style.italic > 0 && { isItalic: true as const }),
    }
    for (let span = spans[nextSpan]; span && span.end <= end; span = spans[nextSpan]) {
      if (span.start > at) parts.push({ text: text.slice(at, span.start), ...styles })
      parts.push({ ...span.part, ...styles })
      at = span.end
      nextSpan += 1
    }
    if (at < end) parts.push({ text: text.slice(at, end), ...styles })
  }
  for (const { start, width, change, kind } of marks) {
    addUpTo(start)
    at = start + width
    style[kind] += change
  }
  addUpTo(text.length)
  return parts
}

type Mark = { start: number; width: number; kind: 'bold' | 'italic'; change: 1 | -1 }
type Opener = Pick<Mark, 'start' | 'width' | 'kind'> & { sign: string }

/** An earlier mark that is still open is text, so that each closing one looks at few, and a long line is read in a moment. */
const maxOpenMarks = 20

/** The marks that open and close something, in order. */
function pairedMarks(masked: string): Array<Mark> {
  const marks: Array<Mark> = []
  let open: Array<Opener> = []
  for (const match of masked.matchAll(/\*+|_|\n/g)) {
    const [run] = match
    const { index } = match
    if (run === '\n') open = []
    if (run === '\n' || run.length > 3) continue
    const before = masked.charAt(index - 1)
    const after = masked.charAt(index + run.length)
    const isSpaceBefore = before === '' || /\s/.test(before)
    const isSpaceAfter = after === '' || /\s/.test(after)
    // Bold marks may stand inside a word, for scripts without spaces.
    const mayOpen = !isSpaceAfter && (run.length > 1 || !isWord(before))
    const mayClose = !isSpaceBefore && (run.length > 1 || !isWord(after))
    let rest = mayClose ? closeWith(run) : run.length
    for (; mayOpen && rest > 0; rest -= widthOf(rest)) {
      const width = widthOf(rest)
      open.push({ start: index + run.length - rest, width, kind: kindOf(width), sign: run.charAt(0) })
      if (open.length > maxOpenMarks) open.shift()
    }

    /** Closes what the run can close; returns how many of its characters are left. */
    function closeWith(closing: string): number {
      let left = closing.length
      while (left > 0) {
        const position = open.findLastIndex(
          ({ width, sign, start }) =>
            sign === closing.charAt(0) &&
            width <= left &&
            (left !== 2 || width === 2) &&
            start + width < index,
        )
        const opener = open[position]
        if (!opener) break
        const { width, kind } = opener
        marks.push({ start: opener.start, width, kind, change: 1 })
        marks.push({ start: index + closing.length - left, width, kind, change: -1 })
        left -= width
        // What was opened since is text.
        open = open.slice(0, position)
      }
      return left
    }
  }
  return marks.sort((a, b) => a.start - b.start)
}

const isWord = (character: string) => /[\p{L}\p{N}]/u.test(character)
const widthOf = (count: number) => (count >= 2 ? 2 : 1)
const kindOf = (width: number) => (width === 2 ? 'bold' : 'italic')

/** The text without its marks, for where only words can stand. */
export function withoutMarks(text: string): string {
  return parseInline(text)
    .map((part) => part.text)
    .join('')
}

function linkSpans(text: string): Array<Span> {
  const spans: Array<Span> = []
  let end = 0
  for (const match of text.matchAll(linkPattern)) {
    const [whole, label = '', href = ''] = match
    spans.push(...addressSpans(text, end, match.index))
    end = match.index + whole.length
    spans.push({ start: match.index, end, part: { text: labelOf(label, href), href } })
  }
  return [...spans, ...addressSpans(text, end, text.length)]
}

/** Words that look like an address would hide where the link leads. */
function labelOf(label: string, href: string): string {
  const isAddress = /:\/\/|\bwww\.|^\s*[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+(\/|\s*$)/iu.test(label)
  if (isAddress || label.trim() === '') return href
  return label.replace(/\*\*|[*_]/g, '')
}

function addressSpans(text: string, from: number, to: number): Array<Span> {
  let start = from
  return splitLinks(text.slice(from, to)).flatMap((part) => {
    const span = { start, end: start + part.text.length, part }
    start = span.end
    return part.href === undefined ? [] : [span]
  })
}

/** The beginning of a text that was cut, without the marks that its rest would have closed. */
export function withoutOpenMarks(text: string): string {
  const lineStart = text.lastIndexOf('\n') + 1
  const line = text.slice(lineStart)
  const closed = line.replace(/\[([^[\]]{0,300})(?:\](?:\([^\s()]*)?)?$/u, (found, label: string) =>
    found.endsWith(']') ? found : label,
  )
  const marks = [...parseInline(closed)].map((part) => part.text).join('')
  // A mark that is left after parsing opens nothing any more.
  const isOpen = /(?<![\p{L}\p{N}*])\*{1,2}(?=[^\s*])/u.test(marks)
  const plain = isOpen ? closed.replace(/(?<![\p{L}\p{N}*])\*{1,2}(?=[^\s*][^*]*$)/u, '') : closed
  return text.slice(0, lineStart) + plain
}

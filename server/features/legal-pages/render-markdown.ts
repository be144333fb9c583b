import type { IOptions } from 'sanitize-html'
import { limits } from '../../../contract/limits.ts'
import { escapeHtml } from '../../http/escape-html.ts'

/** What Markdown without HTML can make. The sanitizer removes everything else. */
const allowed: IOptions = {
  allowedTags: [
    ...['h2', 'h3', 'h4', 'h5', 'h6', 'p', 'a', 'ul', 'ol', 'li', 'strong', 'em', 'del', 'code', 'pre'],
    ...['blockquote', 'hr', 'br', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  allowedAttributes: { a: ['href'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  // The page's title is its only h1.
  transformTags: { h1: 'h2' },
}

/** Renders Markdown as HTML that can run nothing. The libraries are loaded for the first page. */
export async function renderMarkdown(text: string): Promise<string> {
  const [{ Marked }, { default: sanitizeHtml }] = await Promise.all([
    import('marked'),
    import('sanitize-html'),
  ])
  // HTML in the Markdown is shown as text.
  const renderer = { html: ({ text }: { text: string }) => escapeHtml(text) }
  const markdown = new Marked({ gfm: true, async: false, renderer })
  return sanitizeHtml(String(markdown.parse(text)), allowed)
}

/** A text as HTML with its line breaks, without any Markdown. */
export function renderPlainText(text: string): string {
  return `<p>${escapeHtml(text).replace(/\r?\n/g, '<br />')}</p>`
}

/** Eleven quotations or entries of lists, one in the other. */
const tooDeep = new RegExp(
  `^(?:[ \\t]*(?:>|[-*+][ \\t]|\\d{1,9}[.)][ \\t])){${limits.maxMarkdownDepth + 1}}`,
  'm',
)

/**
 * The sentence that refuses a Markdown text which takes the parser too long; undefined for all others. The parser calls
 * itself for each level, and compares each sign of a paragraph with the others.
 */
export function markdownProblem(text: string): string | undefined {
  if (text.length > limits.maxFilledLegalPageLength)
    return 'This page gets too long once its placeholders are filled in. Use fewer of them.'
  if (tooDeep.test(text))
    return `Quotations and lists can be at most ${limits.maxMarkdownDepth} deep. Use fewer > and - at the start of a line.`
  const isFull = text
    .split(/\n[ \t\r]*\n/)
    .some((paragraph) => (paragraph.match(/[*_~[\]`]/g)?.length ?? 0) > limits.maxMarkdownSigns)
  return isFull
    ? `A paragraph can have at most ${limits.maxMarkdownSigns} of the characters * _ ~ [ ] and \`. Put empty lines between its parts.`
    : undefined
}

/** A text as Markdown that shows exactly it, with its line breaks. */
export function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]()#+\-.!|<>&~]/g, '\\$&').replace(/\r?\n/g, '\\\n')
}

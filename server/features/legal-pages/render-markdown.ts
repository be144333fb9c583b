import type { IOptions } from 'sanitize-html'

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

/** A text as Markdown that shows exactly it, with its line breaks. */
export function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]()#+\-.!|<>&~]/g, '\\$&').replace(/\r?\n/g, '\\\n')
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}

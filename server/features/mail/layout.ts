import { toSingleLine } from '../../../contract/text.ts'
import { type EmailImage, type EmailLink, renderEmailDocument } from './email-document.tsx'
import { type EmailFooter, legalFooter } from './footer.ts'

type EmailLayout = {
  title: string
  lines: Array<string>
  /** A code in large type. */
  highlightedCode?: string
  button?: EmailLink
  links?: Array<EmailLink>
  /** Paragraphs after the button and links. */
  closingLines?: Array<string>
  /** Above the paragraphs; only in HTML. */
  cover?: EmailImage | undefined
  footer?: EmailFooter
}

/** A title or name as one line of an email, also one from before the rule for names. */
export function collapseWhitespace(text: string): string {
  return toSingleLine(text)
}

/** The common layout of our emails: as text, and as simple HTML. */
export function renderEmailLayout({
  title,
  lines: paragraphs,
  highlightedCode,
  button,
  links = [],
  closingLines = [],
  cover,
  footer,
}: EmailLayout): {
  text: string
  html: string
} {
  const legal = legalFooter()
  const text = [
    title,
    ...paragraphs,
    highlightedCode,
    button && `${button.label}: ${button.url}`,
    ...links.map(({ label, url }) => `${label}\n${url}`),
    ...closingLines,
    footer && `${footer.reason}\n${footer.help.label}: ${footer.help.url}`,
    [legal.seller, ...legal.links.map(({ label, url }) => `${label}: ${url}`)].filter(Boolean).join('\n'),
  ]
    .filter((line) => line !== undefined)
    .join('\n\n')
  const html = renderEmailDocument({
    ...{ title, cover, paragraphs, highlightedCode, button, links, closingLines, footer, legal },
  })
  return { text, html }
}

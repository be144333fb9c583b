import { type EmailLink, renderEmailDocument } from './email-document.tsx'

type EmailLayout = {
  title: string
  lines: Array<string>
  big?: string
  button?: EmailLink
  links?: Array<EmailLink>
  after?: Array<string>
}

/** Reduces a title to one line for an email's subject. */
export function collapseWhitespace(text: string): string {
  return text.replace(/\s+/g, ' ')
}

/** The common layout of our emails: as text, and as simple HTML. */
export function renderEmailLayout({
  title,
  lines: paragraphs,
  big: highlightedCode,
  button,
  links = [],
  after: footerLines = [],
}: EmailLayout): {
  text: string
  html: string
} {
  const text = [
    title,
    ...paragraphs,
    highlightedCode,
    button && `${button.label}: ${button.url}`,
    ...links.map(({ label, url }) => `${label}\n${url}`),
    ...footerLines,
  ]
    .filter((line) => line !== undefined)
    .join('\n\n')
  const html = renderEmailDocument({ title, paragraphs, highlightedCode, button, links, footerLines })
  return { text, html }
}

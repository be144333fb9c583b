import { escapeHtml } from '../../http/escape-html.ts'

type Link = { label: string; url: string }

type EmailLayout = {
  title: string
  lines: Array<string>
  big?: string
  button?: Link
  links?: Array<Link>
  after?: Array<string>
}

/** A title as a mail's subject can hold it: somebody may have written it on several lines. */
export function collapseWhitespace(text: string): string {
  return text.replace(/\s+/g, ' ')
}

/** One look for every mail we send: the text, and the same as simple HTML that every mail reader shows. */
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
  const paragraph = (line: string) => `<p style="margin:0 0 16px;line-height:1.55">${escapeHtml(line)}</p>`
  const item = ({ label, url }: Link) =>
    `<p style="margin:0 0 16px;line-height:1.55"><a href="${escapeHtml(url)}" style="color:#0e6b4a">${escapeHtml(label)}</a></p>`
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;background:#faf8f3;color:#1c1a16;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:480px;margin:0 auto;padding:32px 20px">
<p style="margin:0 0 20px;font-weight:700">Tipdrop</p>
<div style="background:#fff;border:1px solid #e5e0d3;border-radius:14px;padding:24px">
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.2">${escapeHtml(title)}</h1>
${paragraphs.map(paragraph).join('\n')}
${highlightedCode ? `<p style="margin:0 0 16px;font-size:32px;font-weight:700;letter-spacing:.06em">${escapeHtml(highlightedCode)}</p>` : ''}
${button ? `<p style="margin:0 0 16px"><a href="${escapeHtml(button.url)}" style="display:inline-block;background:#0e6b4a;color:#fff;text-decoration:none;font-weight:600;padding:12px 20px;border-radius:999px">${escapeHtml(button.label)}</a></p>` : ''}
${links.map(item).join('\n')}
${footerLines.map(paragraph).join('\n')}
</div></div></body></html>`
  return { text, html }
}

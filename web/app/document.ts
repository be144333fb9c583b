import type { Answer } from '../api/query-client.ts'
import type { Files } from './files.ts'
import type { Head } from './page.ts'
import { pressScript } from './press-script.ts'
import { schemaScript } from './schema-script.ts'
import { themeScript } from './theme-script.ts'

type DocumentParts = {
  head: Head
  /** Path and query on this site. */
  url: string
  publicUrl: string
  body: string
  /** What the page read, for its hooks; undefined where nothing hydrates. */
  answers?: Array<Answer>
  files: Files
  nonce: string
}

/** The whole HTML document around a rendered page. */
export function documentOf({ head, url, publicUrl, body, answers, files, nonce }: DocumentParts): string {
  const scripts = [
    `<script nonce="${nonce}">${schemaScript};${themeScript}${answers ? `;${pressScript}` : ''}</script>`,
    ...files.inline.map((code) => `<script type="module" nonce="${nonce}">${code}</script>`),
    ...files.scripts.map((src) => `<script type="module" nonce="${nonce}" src="${src}"></script>`),
  ]
  const baked = answers ? `<script type="application/json" id="answers">${jsonInHtml(answers)}</script>` : ''

  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
${metaTags(head, publicUrl, url)}
${head.structured ? `<script type="application/ld+json">${jsonInHtml(head.structured)}</script>` : ''}
<link rel="icon" href="/favicon.ico" sizes="32x32">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${files.preloads.map((href) => `<link rel="modulepreload" href="${href}">`).join('')}
${files.font ? `<link rel="preload" href="${files.font}" as="font" type="font/woff2" crossorigin>` : ''}
${files.styles.map((href) => `<link rel="stylesheet" href="${href}">`).join('')}
${scripts.join('\n')}
</head>
<body>
<div id="app">${body}</div>
${baked}
</body>
</html>
`
}

function metaTags(
  { title, description, image, imageSize, price, hidden, canonical, embeds, site = 'Tipdrop' }: Head,
  publicUrl: string,
  url: string,
): string {
  const address = publicUrl + (canonical ?? url.split('?')[0] ?? '/')
  const oembed = `${publicUrl}/oembed?url=${encodeURIComponent(address)}`
  const picture = image ? new URL(image, publicUrl).href : undefined
  const named: Array<[string, string, string | undefined]> = [
    ['name', 'description', description],
    ['name', 'robots', hidden ? 'noindex' : undefined],
    ['property', 'og:site_name', site],
    ['property', 'og:type', price ? 'product' : 'website'],
    ['property', 'og:title', title],
    ['property', 'og:description', description],
    ['property', 'og:url', address],
    ['property', 'og:image', picture],
    ['property', 'og:image:width', imageSize && String(imageSize.width)],
    ['property', 'og:image:height', imageSize && String(imageSize.height)],
    ['property', 'product:price:amount', price?.amount],
    ['property', 'product:price:currency', price?.currency],
    ['name', 'twitter:card', picture ? 'summary_large_image' : 'summary'],
    ['name', 'twitter:title', title],
    ['name', 'twitter:description', description],
    ['name', 'twitter:image', picture],
  ]
  const tags = named.filter(([, , content]) => content)
  return [
    `<title>${text(title)}</title>`,
    ...tags.map(([kind, name, content]) => `<meta ${kind}="${name}" content="${text(content ?? '')}">`),
    hidden ? '' : `<link rel="canonical" href="${text(address)}">`,
    embeds
      ? `<link rel="alternate" type="application/json+oembed" href="${text(oembed)}" title="${text(title)}">`
      : '',
  ].join('\n')
}

/** Text inside an element or a double-quoted attribute. */
function text(value: string): string {
  return value.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}

/** No `<` is left that could end the script element, whatever a creator wrote. */
export function jsonInHtml(value: unknown): string {
  return JSON.stringify(value).replace(/</g, '\\u003c')
}

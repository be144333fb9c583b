import type { Instance } from '../../../contract/instance.ts'
import { defaultSite, type Site, site } from '../../../contract/site.ts'
import { escapeHtml } from '../../../domain/escape-html.ts'
import type { DehydratedResponse } from '../../api/query.ts'
import { hydrationScript } from '../../hydration/hydration-script.ts'
import { serializeJson } from '../../hydration/render-islands.tsx'
import { accentTokens } from '../../shared/accent-tokens.ts'
import { defaultCategoryLabels } from '../../shared/content-format.ts'
import { localTimeScript } from '../../ui/local-time-script.ts'
import type { PageMeta } from '../routes/page-route.ts'
import { schemaScript } from '../schema-script.ts'
import type { PageAssets } from './assets.ts'

type HtmlDocumentProps = {
  head: PageMeta
  /** Path and query on this site. */
  url: string
  publicUrl: string
  body: string
  /** Whether a part of the page, or all of it, hydrates. */
  isHydrated: boolean
  /** The prefetched responses, for the query cache; undefined where React does not hydrate the whole page. */
  responses?: Array<DehydratedResponse>
  assets: PageAssets
  /** Set on the page's scripts. A shared page has none, because it would be known to everyone. */
  nonce: string | undefined
}

export type HtmlDocument = {
  html: string
  inlineScripts: Array<string>
  /** The element with the page's styles, its text, and a link to the same styles that can replace it. */
  inlineStyle?: { text: string; element: string; link: string }
}

export function renderHtmlDocument({
  head,
  url,
  publicUrl,
  body,
  isHydrated,
  responses,
  assets,
  nonce,
}: HtmlDocumentProps): HtmlDocument {
  const nonceAttribute = nonce === undefined ? '' : ` nonce="${nonce}"`
  const headScript = `${schemaScript};${themeScript};${localTimeScript}${isHydrated ? `;${hydrationScript}` : ''}`
  const scripts = [
    `<script${nonceAttribute}>${headScript}</script>`,
    ...assets.inlineScripts.map((code) => `<script type="module"${nonceAttribute}>${code}</script>`),
    ...assets.scripts.map((src) => `<script type="module"${nonceAttribute} src="${src}"></script>`),
  ]
  const { inlineStyle } = assets
  const styleElement = inlineStyle ? `<style${nonceAttribute}>${inlineStyle.text}</style>` : ''
  const stateScript = responses
    ? `<script type="application/json" id="responses">${serializeJson(responses)}</script>`
    : ''

  const html = `<!doctype html>
<html lang="en"${siteAttributes()}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
${metaTags(head, publicUrl, url)}
${head.jsonLd ? `<script type="application/ld+json">${serializeJson(head.jsonLd)}</script>` : ''}
<link rel="icon" href="/favicon.ico" sizes="32x32">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${assets.preloads.map((href) => `<link rel="modulepreload" href="${href}">`).join('')}
${assets.font ? `<link rel="preload" href="${assets.font}" as="font" type="font/woff2" crossorigin>` : ''}
${assets.styles.map(styleLink).join('')}${styleElement}
${scripts.join('\n')}
</head>
<body>
<div id="app"${responses ? ' data-island="app"' : ''}>${body}</div>
${stateScript}
</body>
</html>
`
  return {
    html,
    inlineScripts: [headScript, ...assets.inlineScripts],
    ...(inlineStyle && {
      inlineStyle: { text: inlineStyle.text, element: styleElement, link: styleLink(inlineStyle.href) },
    }),
  }
}

/** What the browser needs to know about the site (web/ui/page-site.ts), where it differs from the default. */
function siteAttributes(): string {
  const { name, locale, logoUrl, accentColor, imprintName, taxName, isSolo, categoryLabels } = site()
  const tokens = Object.entries((accentColor && accentTokens(accentColor)) || {})
  const attributes = {
    'data-site-name': name === defaultSite.name ? '' : name,
    'data-locale': locale === defaultSite.locale ? '' : locale,
    'data-logo': logoUrl ?? '',
    'data-imprint': imprintName === defaultSite.imprintName ? '' : 'yes',
    'data-tax': taxName ?? '',
    'data-solo': isSolo ? 'true' : '',
    'data-categories': hasDefaultCategories(categoryLabels) ? '' : JSON.stringify(categoryLabels),
    style: tokens.map(([token, value]) => `${token}:${value}`).join(';'),
  }
  return Object.entries(attributes)
    .filter(([, value]) => value)
    .map(([attribute, value]) => ` ${attribute}="${escapeHtml(value)}"`)
    .join('')
}

function hasDefaultCategories(labels: Site['categoryLabels']): boolean {
  return labels === null || JSON.stringify(labels) === JSON.stringify(defaultCategoryLabels)
}

function styleLink(href: string): string {
  return `<link rel="stylesheet" href="${href}">`
}

function metaTags(
  {
    title,
    description,
    image,
    imageSize,
    price,
    noIndex,
    canonical,
    hasOembed,
    siteName = site().name,
  }: PageMeta,
  publicUrl: string,
  url: string,
): string {
  const pageUrl = publicUrl + (canonical ?? url.split('?')[0] ?? '/')
  const oembed = `${publicUrl}/oembed?url=${encodeURIComponent(pageUrl)}`
  const imageUrl = image ? new URL(image, publicUrl).href : undefined
  const metaEntries: Array<[string, string, string | undefined]> = [
    ['name', 'description', description],
    ['name', 'robots', noIndex ? 'noindex' : undefined],
    ['property', 'og:site_name', siteName],
    ['property', 'og:type', price ? 'product' : 'website'],
    ['property', 'og:title', title],
    ['property', 'og:description', description],
    ['property', 'og:url', pageUrl],
    ['property', 'og:image', imageUrl],
    ['property', 'og:image:width', imageSize && String(imageSize.width)],
    ['property', 'og:image:height', imageSize && String(imageSize.height)],
    ['property', 'product:price:amount', price?.amount],
    ['property', 'product:price:currency', price?.currency],
    ['name', 'twitter:card', imageUrl ? 'summary_large_image' : 'summary'],
    ['name', 'twitter:title', title],
    ['name', 'twitter:description', description],
    ['name', 'twitter:image', imageUrl],
  ]
  const tags = metaEntries.filter(([, , content]) => content)
  return [
    `<title>${escapeHtml(title)}</title>`,
    ...tags.map(([kind, name, content]) => `<meta ${kind}="${name}" content="${escapeHtml(content ?? '')}">`),
    noIndex ? '' : `<link rel="canonical" href="${escapeHtml(pageUrl)}">`,
    hasOembed
      ? `<link rel="alternate" type="application/json+oembed" href="${escapeHtml(oembed)}" title="${escapeHtml(title)}">`
      : '',
  ].join('\n')
}

/**
 * Runs in the head before the first paint, so that the chosen theme does not flash, and handles the theme button. It
 * is not compiled, so it uses only syntax that old browsers know.
 */
const themeScript = `(function(){
var root=document.documentElement,key='theme';
try{var t=localStorage.getItem(key);if(t==='light'||t==='dark')root.dataset.theme=t}catch(e){}
document.addEventListener('click',function(e){
if(!e.target.closest||!e.target.closest('[data-theme-switch]'))return;
var now=root.dataset.theme||(matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light');
var next=now==='dark'?'light':'dark';root.dataset.theme=next;
try{localStorage.setItem(key,next)}catch(e){}})})()`

export function toSite(instance: Instance | undefined): Partial<Site> {
  if (!instance) return {}
  const { siteName, locale, accentColor, logoUrl, imprintName, taxName, isSolo, categories } = instance
  const categoryLabels = Object.fromEntries(categories.map(({ id, label }) => [id, label]))
  return { name: siteName, locale, accentColor, logoUrl, imprintName, taxName, isSolo, categoryLabels }
}

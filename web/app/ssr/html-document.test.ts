import { expect, test } from 'vitest'
import { serializeJson } from '../../hydration/render-islands.tsx'
import { renderHtmlDocument } from './html-document.ts'

const assets = { styles: [], scripts: [], preloads: [], inlineScripts: [] }
const page = {
  url: '/p/1?amount=5',
  publicUrl: 'https://tipdrop.example',
  body: '',
  isHydrated: false,
  assets,
  nonce: 'n',
}

test('text by a creator cannot close a script element', () => {
  expect(serializeJson({ title: '</script><script>alert(1)' })).not.toContain('<')
})

test('the viewport extends to the edges of a phone’s screen', () => {
  expect(renderHtmlDocument({ ...page, head: { title: 'Dusk' } }).html).toContain('viewport-fit=cover')
})

test('a title with markup is escaped', () => {
  const { html } = renderHtmlDocument({ ...page, head: { title: '"><img src=x onerror=alert(1)>' } })

  expect(html).toContain('<title>&quot;&gt;&lt;img src=x onerror=alert(1)&gt;</title>')
  expect(html).not.toContain('<img')
})

test('a shared page has meta tags with image, title and URL', () => {
  const head = { title: 'Dusk', description: 'Presets', image: '/api/content/1/preview-image?v=2' }

  const { html } = renderHtmlDocument({ ...page, head })

  expect(html).toContain('<meta property="og:title" content="Dusk">')
  expect(html).toContain('<meta property="og:url" content="https://tipdrop.example/p/1">')
  expect(html).toContain('content="https://tipdrop.example/api/content/1/preview-image?v=2"')
  expect(html).toContain('<meta name="twitter:card" content="summary_large_image">')
})

test('a private page is marked noindex', () => {
  expect(renderHtmlDocument({ ...page, head: { title: 'Sign In', noIndex: true } }).html).toContain(
    'content="noindex"',
  )
})

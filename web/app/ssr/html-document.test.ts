import { expect, test } from 'vitest'
import { renderHtmlDocument, serializeJson } from './html-document.ts'

const assets = { styles: [], scripts: [], preloads: [], inline: [] }
const page = { url: '/p/1?amount=5', publicUrl: 'https://tipdrop.example', body: '', assets, nonce: 'n' }

test('nothing a creator wrote can end a script', () => {
  expect(serializeJson({ title: '</script><script>alert(1)' })).not.toContain('<')
})

test('a page reaches to the edges of a phone, where its pay bar keeps clear of the home indicator', () => {
  expect(renderHtmlDocument({ ...page, head: { title: 'Dusk' } })).toContain('viewport-fit=cover')
})

test('a title with markup is shown as text', () => {
  const html = renderHtmlDocument({ ...page, head: { title: '"><img src=x onerror=alert(1)>' } })

  expect(html).toContain('<title>&#34;&#62;&#60;img src=x onerror=alert(1)&#62;</title>')
  expect(html).not.toContain('<img')
})

test('a shared link has a card with picture, title and its own address', () => {
  const head = { title: 'Dusk', description: 'Presets', image: '/api/content/1/preview-image?v=2' }

  const html = renderHtmlDocument({ ...page, head })

  expect(html).toContain('<meta property="og:title" content="Dusk">')
  expect(html).toContain('<meta property="og:url" content="https://tipdrop.example/p/1">')
  expect(html).toContain('content="https://tipdrop.example/api/content/1/preview-image?v=2"')
  expect(html).toContain('<meta name="twitter:card" content="summary_large_image">')
})

test('a page for nobody else is kept out of search engines', () => {
  expect(renderHtmlDocument({ ...page, head: { title: 'Sign In', noIndex: true } })).toContain(
    'content="noindex"',
  )
})

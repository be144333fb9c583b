import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { type CachedPage, createPageCache, isSharedWith } from './rendered-page-cache.ts'

function countingRender(tags: Array<string> = []) {
  let rendered = 0
  return async () => {
    rendered += 1
    return { status: 200, html: `<p>${rendered}</p>`, policy: '', viewers: 'everyone' as const, tags }
  }
}

function textOf({ body }: CachedPage): string | undefined {
  return body.encoded(undefined)?.bytes.toString()
}

test('a hundred concurrent requests cause one rendering', async () => {
  const cache = createPageCache({ now: () => 0 })
  const render = countingRender()

  const pages = await Promise.all(Array.from({ length: 100 }, () => cache.get('/p/1', render)))

  expect(new Set(pages.map(textOf))).toEqual(new Set(['<p>1</p>']))
})

test('a page is rendered again after a second, and at once when something on it changed', async () => {
  let now = 0
  const cache = createPageCache({ now: () => now })
  const render = countingRender(['content/1', 'content/2'])
  await cache.get('/p/1', render)

  now = 1_000
  expect(textOf(await cache.get('/p/1', render))).toBe('<p>2</p>')
  cache.invalidate('content/3')
  expect(textOf(await cache.get('/p/1', render))).toBe('<p>2</p>')
  cache.invalidate('content/2')
  expect(cache.getFresh('/p/1')).toBeUndefined()
  expect(textOf(await cache.get('/p/1', render))).toBe('<p>3</p>')
})

test('a page that was being rendered during a change is rendered again for later requests', async () => {
  const cache = createPageCache({ now: () => 0 })
  const render = countingRender(['content/1'])
  const before = cache.get('/p/1', render)

  cache.invalidate('content/1')
  const after = cache.get('/p/1', render)

  expect([textOf(await before), textOf(await after)]).toEqual(['<p>1</p>', '<p>2</p>'])
  expect(cache.getFresh('/p/1')).toBe(await after)
})

test('pages of more than a second ago are not kept in memory', async () => {
  let now = 0
  const cache = createPageCache({ now: () => now })
  for (const address of ['/1', '/2', '/3']) await cache.get(address, countingRender())
  now = 500
  await cache.get('/4', countingRender())

  now = 1_000
  await cache.get('/5', countingRender())

  expect(cache.size()).toBe(2)
  expect([cache.getFresh('/3'), cache.getFresh('/4')].map((page) => page && textOf(page))).toEqual([
    undefined,
    '<p>1</p>',
  ])
})

test('the oldest page is evicted over the maximum number of pages', async () => {
  const cache = createPageCache({ now: () => 0, maxEntries: 2 })
  for (const address of ['/1', '/2', '/3']) await cache.get(address, countingRender())

  expect(['/1', '/2', '/3'].map((address) => cache.getFresh(address) !== undefined)).toEqual([
    false,
    true,
    true,
  ])
})

test('a failed rendering is not cached', async () => {
  const cache = createPageCache({ now: () => 0 })
  await expect(cache.get('/p/1', () => Promise.reject(new Error('away')))).rejects.toThrow('away')

  expect((await cache.get('/p/1', countingRender())).status).toBe(200)
})

test.each([
  ['everyone', 'tipdrop.session_token=a; buyer=b', true],
  ['non-buyers', 'tipdrop.session_token=a', true],
  ['non-buyers', 'theme=dark; buyer=b', false],
  ['non-buyers', '__Host-buyer=b', false],
  ['signed-out', 'theme=dark; buyer=b', true],
  ['signed-out', 'buyer=b; tipdrop.session_token=a', false],
  ['signed-out', '__Host-tipdrop.session_token=a', false],
  ['signed-out', undefined, true],
] as const)('a page for %s and the cookies %s: shared %s', (viewers, cookie, isShared) => {
  expect(isSharedWith(viewers, cookie)).toBe(isShared)
})

test('only compressed pages have inline styles; others link to the same styles', async () => {
  const inlineStyle = {
    text: 'p{color:red}',
    element: '<style>p{color:red}</style>',
    link: '<link href="/a.css">',
  }
  const page = await createPageCache().get('/p/1', async () => ({
    ...{ status: 200, policy: '', viewers: 'everyone', inlineStyle },
    html: `${inlineStyle.element}<p>$&</p>`,
  }))

  const { bytes } = await page.body.encode('br')

  expect(brotliDecompressSync(bytes).toString()).toBe('<style>p{color:red}</style><p>$&</p>')
  expect(textOf(page)).toBe('<link href="/a.css"><p>$&</p>')
})

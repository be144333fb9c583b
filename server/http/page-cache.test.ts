import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { type CachedPage, createPageCache } from './page-cache.ts'

function countingRender(tags: Array<string> = []) {
  let rendered = 0
  return async () => {
    rendered += 1
    return { status: 200, html: `<p>${rendered}</p>`, policy: '', tags }
  }
}

async function textOf(page: Promise<CachedPage | undefined>): Promise<string | undefined> {
  return (await (await page)?.body.encode(undefined))?.bytes.toString()
}

/** Fails when the page is not cached. */
const noRender = async () => Promise.reject(new Error('Not cached'))

test('a hundred concurrent requests cause one rendering', async () => {
  const cache = createPageCache({ now: () => 0 })
  const render = countingRender()

  const pages = await Promise.all(Array.from({ length: 100 }, () => textOf(cache.get('/p/1', render))))

  expect(new Set(pages)).toEqual(new Set(['<p>1</p>']))
})

test('a page is rendered again after a second, and at once when something on it changed', async () => {
  let now = 0
  const cache = createPageCache({ now: () => now })
  const render = countingRender(['content/1', 'content/2'])
  await cache.get('/p/1', render)

  now = 1_000
  expect(await textOf(cache.get('/p/1', render))).toBe('<p>2</p>')
  cache.invalidate('content/3')
  expect(await textOf(cache.get('/p/1', render))).toBe('<p>2</p>')
  cache.invalidate('content/2')
  expect(await textOf(cache.get('/p/1', render))).toBe('<p>3</p>')
})

test('a page that was being rendered during a change is rendered again for later requests', async () => {
  const cache = createPageCache({ now: () => 0 })
  const render = countingRender(['content/1'])
  const before = textOf(cache.get('/p/1', render))

  cache.invalidate('content/1')
  const after = textOf(cache.get('/p/1', render))

  expect([await before, await after]).toEqual(['<p>1</p>', '<p>2</p>'])
  expect(await textOf(cache.get('/p/1', noRender))).toBe('<p>2</p>')
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
  expect(await textOf(cache.get('/4', noRender))).toBe('<p>1</p>')
})

test('the oldest page is evicted over the maximum number of pages', async () => {
  const cache = createPageCache({ now: () => 0, maxEntries: 2 })
  for (const address of ['/1', '/2', '/3']) await cache.get(address, countingRender())

  for (const address of ['/2', '/3']) expect(await textOf(cache.get(address, noRender))).toBe('<p>1</p>')
  await expect(cache.get('/1', noRender)).rejects.toThrow('Not cached')
})

test('any number of queries of a page evict no other page, and leave memory with their page', async () => {
  const cache = createPageCache({ now: () => 0, maxEntries: 2 })
  await cache.get('/p/2', countingRender())
  const page = await cache.get('/p/1', countingRender(['content/1']))

  for (let amount = 0; amount < 200; amount++)
    await page?.withQuery.get(`/p/1?amount=${amount}`, countingRender())
  const sizes = [cache.size(), page?.withQuery.size()]
  cache.invalidate('content/1')
  const changed = await cache.get('/p/1', countingRender())

  expect(sizes).toEqual([2, 50])
  expect(changed?.withQuery.size()).toBe(0)
  expect(await textOf(cache.get('/p/2', noRender))).toBe('<p>1</p>')
})

test('what is missing takes no place in memory', async () => {
  const cache = createPageCache({ now: () => 0, maxEntries: 2 })
  await cache.get('/p/1', countingRender())

  for (let id = 2; id < 10; id++) expect(await cache.get(`/p/${id}`, async () => undefined)).toBeUndefined()

  expect(cache.size()).toBe(1)
  expect(await textOf(cache.get('/p/1', noRender))).toBe('<p>1</p>')
})

test('a failed rendering is not cached, and is tried again for each visitor who waited for it', async () => {
  const cache = createPageCache({ now: () => 0 })
  const render = countingRender()
  const failed = cache.get('/p/1', () => Promise.reject(new Error('away')))
  const waiting = [textOf(cache.get('/p/1', render)), textOf(cache.get('/p/1', render))]

  await expect(failed).rejects.toThrow('away')
  expect(await Promise.all(waiting)).toEqual(['<p>1</p>', '<p>1</p>'])
})

test('only compressed pages have inline styles; others link to the same styles', async () => {
  const inlineStyle = {
    text: 'p{color:red}',
    element: '<style>p{color:red}</style>',
    link: '<link href="/a.css">',
  }
  const page = createPageCache().get('/p/1', async () => ({
    status: 200,
    policy: '',
    inlineStyle,
    html: `${inlineStyle.element}<p>$&</p>`,
  }))

  const compressed = await (await page)?.body.encode('br')

  expect(brotliDecompressSync(compressed?.bytes ?? '').toString()).toBe(
    '<style>p{color:red}</style><p>$&</p>',
  )
  expect(await textOf(page)).toBe('<link href="/a.css"><p>$&</p>')
})

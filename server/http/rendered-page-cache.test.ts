import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { bestEncoding, createPageCache } from './rendered-page-cache.ts'

function countingRender() {
  let rendered = 0
  return async () => {
    rendered += 1
    return { status: 200, html: `<p>${rendered}</p>`, policy: `p${rendered}`, viewers: 'non-buyers' as const }
  }
}

test('a hundred concurrent requests cause one rendering', async () => {
  const cache = createPageCache(() => 0)
  const render = countingRender()

  const pages = await Promise.all(Array.from({ length: 100 }, () => cache.get('/p/1', render)))

  expect(new Set(pages.map(({ html }) => html.toString()))).toEqual(new Set(['<p>1</p>']))
})

test('a page is rendered again after a second, and at once when its item changed', async () => {
  let now = 0
  const cache = createPageCache(() => now)
  const render = countingRender()
  await cache.get('/p/1', render)

  now = 1_000
  expect((await cache.get('/p/1', render)).html.toString()).toBe('<p>2</p>')
  cache.invalidate('/p/1')
  expect((await cache.get('/p/1', render)).html.toString()).toBe('<p>3</p>')
})

test('a failed rendering is not cached', async () => {
  const cache = createPageCache(() => 0)
  await expect(cache.get('/p/1', () => Promise.reject(new Error('away')))).rejects.toThrow('away')

  expect((await cache.get('/p/1', countingRender())).status).toBe(200)
})

test('bestEncoding picks an encoding that the browser accepts', async () => {
  const page = await createPageCache().get('/p/1', countingRender())

  expect(bestEncoding(page, 'gzip, deflate, br').encoding).toBe('br')
  expect(bestEncoding(page, 'gzip').encoding).toBe('gzip')
  expect(bestEncoding(page, undefined)).toEqual({ bytes: Buffer.from('<p>1</p>') })
  expect(brotliDecompressSync(page.br).toString()).toBe('<p>1</p>')
})

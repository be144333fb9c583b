import { expect, test } from 'vitest'
import { session, site } from '../../tests/support/page-site.ts'

test('a browser that has the current page gets 304, from the cache too', async () => {
  const { get } = await site()
  const etag = (await get('/p/1')).headers.get('etag') ?? ''
  const other = (await get('/p/1?amount=5')).headers.get('etag')

  const again = [
    await get('/p/1', { 'if-none-match': etag }),
    await get('/p/1', { 'if-none-match': `"x", ${etag}` }),
    await get('/p/1', { 'if-none-match': etag, cookie: 'buyer=other' }),
    await get('/p/1', { 'if-none-match': etag, cookie: 'buyer=owner' }),
    await get('/p/1?amount=5', { 'if-none-match': etag }),
  ]

  expect(again.map(({ status }) => status)).toEqual([304, 304, 304, 200, 200])
  expect(again[3]?.headers.get('etag')).toBeNull()
  expect(other).not.toBe(etag)
})

test('a CDN may keep pages that are the same for everyone only with a setting', async () => {
  const withoutCdn = await site()
  const { get } = await site({ cdnCacheSeconds: 5 })
  const cacheHeaders = ({ headers }: { headers: Headers }) =>
    ['cache-control', 'cdn-cache-control', 'cache-tag', 'surrogate-key', 'vary'].map((name) =>
      headers.get(name),
    )

  const shared = ['public, max-age=0, s-maxage=5', 'max-age=5, stale-while-revalidate=5']
  const tags = ['content/1,creator/mara', 'content/1 creator/mara', 'accept-encoding']
  // The second response is from the cache.
  for (let i = 0; i < 2; i++) expect(cacheHeaders(await get('/p/1'))).toEqual([...shared, ...tags])
  expect(cacheHeaders(await withoutCdn.get('/p/1'))).toEqual([
    'private, no-cache',
    ...[null, null, null, 'accept-encoding'],
  ])
})

test('a CDN may not keep the page of an owner, a missing page or the page of a session', async () => {
  const { get } = await site({ cdnCacheSeconds: 5 })

  const pages = [
    await get('/p/1', { cookie: 'buyer=owner' }),
    await get('/missing'),
    await get('/missing', session),
    await get('/p/1?try'),
  ]

  for (const { headers } of pages) {
    expect(headers.get('cache-control')).toMatch(/^private, no-store(, no-transform)?$/)
    expect(headers.get('cdn-cache-control')).toBeNull()
    expect(headers.get('cache-tag')).toBeNull()
  }
})

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

test('a CDN may keep a page of everyone for a second, and nothing that is made for a cookie', async () => {
  const { get } = await site()
  const caching = async (path: string, headers?: Record<string, string>) => {
    const response = await get(path, headers)
    return ['cache-control', 'cdn-cache-control', 'vary'].map((name) => response.headers.get(name))
  }

  const everyone = [
    ...['public, max-age=0, s-maxage=1', 'max-age=1, stale-while-revalidate=5'],
    'accept-encoding, cookie',
  ]
  // The second response is from the cache.
  for (let i = 0; i < 2; i++) expect(await caching('/p/1')).toEqual(everyone)
  expect(await caching('/p/1', { cookie: 'buyer=other' })).toEqual(everyone)

  const others = [
    await caching('/p/1', { cookie: 'buyer=owner' }),
    await caching('/missing'),
    await caching('/missing', session),
    await caching('/p/1?try'),
  ]
  for (const [cacheControl, cdnCacheControl] of others) {
    expect(cacheControl).toMatch(/^private, no-store(, no-transform)?$/)
    expect(cdnCacheControl).toBeNull()
  }
})

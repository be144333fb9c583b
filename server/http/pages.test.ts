import { expect, test } from 'vitest'
import { session, site, slowSite } from '../../tests/support/page-site.ts'
import { renderQueue } from './page-cache.ts'

test('query parameters that the page does not read share one rendering', async () => {
  const { get, rendered } = await site()

  const responses = await Promise.all([
    get('/p/1'),
    get('/p/1?x=1'),
    get('/p/1?y=2&z'),
    get('/p/1?fbclid=abc'),
  ])

  expect(responses.map(({ text }) => text)).toEqual(Array(4).fill('page /p/1'))
  expect(rendered).toEqual(['/p/1'])
})

test('a query that the page reads changes only the part that depends on it, and is cached too', async () => {
  const { get, rendered } = await site()

  const responses = [await get('/p/1?amount=5'), await get('/p/1?x=2&amount=5'), await get('/p/1')]

  expect(responses.map(({ text }) => text)).toEqual(['page /p/1?amount', 'page /p/1?amount', 'page /p/1'])
  expect(rendered).toEqual(['/p/1'])
})

test('a query that makes it another page is rendered without the cache', async () => {
  const { get, rendered } = await site()

  await get('/p/1?try')
  await get('/p/1?try')

  expect(rendered).toEqual(['/p/1?try', '/p/1?try'])
})

test('unknown paths share one rendering of the 404 page for browsers without a session', async () => {
  const { get, rendered } = await site()

  const responses = await Promise.all(
    ['/a', '/b?c', '/d/e/f'].map((path) => get(path, { cookie: 'theme=dark' })),
  )
  const signedIn = await get('/g', session)

  expect(responses.map(({ status }) => status)).toEqual([404, 404, 404])
  expect(rendered).toEqual(['/404', '/g'])
  expect(signedIn.text).toBe('page /g')
})

test('a page cached for browsers without a session is not sent to others', async () => {
  const { get, rendered } = await site()
  await get('/404')
  await get('/404')

  await get('/404', session)

  expect(rendered).toEqual(['/404', '/404'])
})

test('a flood of pages is refused with 503 and Retry-After over the waiting limit', async () => {
  let release: () => void = () => undefined
  const released = new Promise<void>((done) => {
    release = done
  })
  const { get } = await site({
    queue: renderQueue({ maxParallel: 1, maxWaiting: 1 }),
    render: async (url) => {
      await released
      return { status: 200, html: url }
    },
  })
  const first = get('/own?1')
  const second = get('/own?2')
  await expect
    .poll(async () => (await Promise.race([get('/own?3'), released])) ?? { status: 0 })
    .toMatchObject({ status: 503 })
  const refused = await get('/own?4')
  release()

  expect(refused.status).toBe(503)
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
  expect([(await first).status, (await second).status]).toEqual([200, 200])
})

test('a visitor of another network is answered before the pages of a network that fills the queue', async () => {
  const { getFrom, started, release } = await slowSite(3)
  const flood = Array.from({ length: 8 }, (_, i) => getFrom('203.0.113.7', `/own?${i}`))
  await Promise.all(flood.slice(4))

  const visitor = getFrom('198.51.100.1', '/own?visitor')
  await Promise.race([visitor, flood[3]])
  release()

  expect((await visitor).status).toBe(200)
  expect(started.slice(0, 3)).toEqual(['/own?0', '/own?1', '/own?visitor'])
  expect((await Promise.all(flood)).filter(({ status }) => status === 503)).toHaveLength(5)
})

test('a refused render of a shared page is retried for a waiting visitor of another network', async () => {
  const { getFrom, release } = await slowSite(3)
  const flood = ['/own?1', '/own?2', '/own?3'].map((path) => getFrom('203.0.113.7', path))
  const shared = getFrom('203.0.113.7', '/p/1')
  const visitor = getFrom('198.51.100.1', '/p/1')

  const other = getFrom('192.0.2.1', '/own?4')
  expect((await shared).status).toBe(503)
  release()

  expect((await visitor).status).toBe(200)
  expect((await other).status).toBe(200)
  expect((await Promise.all(flood)).map(({ status }) => status)).toEqual([200, 200, 503])
})

test('an error page waits in the queue with other pages; with a full queue the error is JSON', async () => {
  const { getFrom, started, release } = await slowSite(1)
  const pending = getFrom('203.0.113.7', '/own')
  await expect.poll(() => started).toEqual(['/own'])

  const page = getFrom('203.0.113.7', '/file', { accept: 'text/html' })
  const refused = await Promise.race([page, getFrom('203.0.113.7', '/file', { accept: 'text/html' })])
  const startedBefore = [...started]
  release()

  expect(startedBefore).toEqual(['/own'])
  expect([refused.status, JSON.parse(refused.text).code]).toEqual([403, 'expired'])
  expect([(await page).status, (await page).text]).toEqual([403, '/file'])
  expect((await pending).status).toBe(200)
})

test('a buyer who does not own the item gets the cached page', async () => {
  const { get, rendered } = await site()

  const responses = [
    await get('/p/1'),
    await get('/p/1', { cookie: 'buyer=other' }),
    await get('/p/1', { cookie: '__Host-buyer=other' }),
  ]

  expect(responses.map(({ text }) => text)).toEqual(Array(3).fill('page /p/1'))
  expect(responses.at(-1)?.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=1')
  expect(rendered).toEqual(['/p/1'])
})

test('a buyer who owns the item gets their own page, which nobody else gets', async () => {
  const { get, rendered } = await site()
  await get('/p/1')

  const own = await get('/p/1', { cookie: 'buyer=owner' })
  const ownWithQuery = await get('/p/1?amount=5', { cookie: 'buyer=owner' })
  const others = [await get('/p/1'), await get('/p/1', { cookie: 'buyer=other' }), await get('/p/1?amount=5')]

  expect([own.text, ownWithQuery.text]).toEqual(['owned /p/1', 'owned /p/1?amount'])
  for (const { headers } of [own, ownWithQuery]) {
    expect(headers.get('cache-control')).toBe('private, no-store, no-transform')
    expect([headers.get('content-encoding'), headers.get('etag')]).toEqual([null, null])
  }
  expect(others.map(({ text }) => text)).toEqual(['page /p/1', 'page /p/1', 'page /p/1?amount'])
  expect(rendered).toEqual(['/p/1'])
})

test('another spelling of an address redirects to it and renders nothing', async () => {
  const { get, rendered } = await site()

  const { status, headers } = await get('/p/01?x=1')

  expect([status, headers.get('location')]).toEqual([301, '/p/1?x=1'])
  expect(rendered).toEqual([])
})

test('everything that is missing shares one rendering, and each is asked for', async () => {
  const { get, rendered, asked } = await site()

  const responses = await Promise.all(['/items/7', '/items/8', '/items/9'].map((path) => get(path)))
  const again = await get('/items/7')

  const missing = Array(4).fill([404, 'page /items/0'])
  expect([...responses, again].map(({ status, text }) => [status, text])).toEqual(missing)
  expect(rendered).toEqual(['/items/0'])
  expect(asked.toSorted()).toEqual(['/api/items/7', '/api/items/7', '/api/items/8', '/api/items/9'])
})

test('what a page is about is asked once for all who get the page', async () => {
  const { get, rendered, asked } = await site()

  const responses = await Promise.all([get('/items/1'), get('/items/1?a'), get('/items/1?b')])

  expect(responses.map(({ text }) => text)).toEqual(Array(3).fill('page /items/1'))
  expect([rendered, asked]).toEqual([['/items/1'], ['/api/items/1']])
})

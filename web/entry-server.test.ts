import { expect, test, vi } from 'vitest'
import { instance } from '../tests/support/island-pages.ts'
import { createRenderer } from './entry-server.tsx'

const mara = {
  id: 1,
  email: 'mara@example.com',
  firstName: 'Mara',
  plan: 'creator',
  isAdmin: false,
  role: null,
}

type PageOptions = { viewer?: object; mode?: string }

function page(url: string, { viewer, ...instanceFields }: PageOptions = {}) {
  const responses: Record<string, { status: number; body: unknown }> = {
    '/api/instance': { status: 200, body: { ...instance, ...instanceFields } },
    '/api/auth/user': viewer
      ? { status: 200, body: viewer }
      : { status: 401, body: { code: 'unauthorized', message: 'Unauthorized' } },
  }
  const missing = { status: 404, body: { code: 'not_found', message: 'Not found' } }
  return createRenderer().render(url, async (path) => responses[path] ?? missing, { nonce: 'n0nce' })
}

test('the landing page is rendered in the HTML and loads no React', async () => {
  const { status, html } = await page('/')

  expect(status).toBe(200)
  expect(html).toContain('Drop a file. Set a price. Share one link.')
  expect(html).toContain('data-src="/web/features/site/landing/landing-start.island.tsx?hydrate"')
  expect(html).not.toContain('/web/entry-client.tsx')
})

test('an unknown path returns 404 with a page', async () => {
  const { status, html } = await page('/nowhere')

  expect(status).toBe(404)
  expect(html).toContain('404 Page Not Found')
  expect(html).toContain('Did you forget to add the page to the router?')
})

test('a page where one can pay shows the banner of test payments, in test mode only', async () => {
  const banner = 'TEST PAYMENTS. No money moves.'

  for (const path of ['/p/1', '/checkout/1']) {
    expect((await page(path)).html).toContain(banner)
    expect((await page(path, { mode: 'live' })).html).not.toContain(banner)
  }
  // A creator's test purchase has a banner of its own.
  for (const path of ['/p/1?try', '/pricing', '/']) expect((await page(path)).html).not.toContain(banner)
})

test('the top bar shows the signed-in user', async () => {
  const visitor = await page('/pricing')
  const creator = await page('/pricing', { viewer: mara })

  expect(visitor.html).toContain('href="/api/login"')
  expect(creator.html).toContain('href="/api/logout"')
  expect(creator.html).toContain('Signed in as Mara')
})

test('a hydrated page embeds its responses', async () => {
  const { html } = await page('/feedback', { viewer: mara })

  expect(html).toContain('value="mara@example.com"')
  expect(html).toMatch(/id="responses">\[\{"url":"\/api\/instance"/)
})

const accessToken = 'a'.repeat(43)

test.each([
  [`/access/${accessToken}/file`, 503, 'store_unavailable', 'Your purchase is safe. Try again in a minute.'],
  [
    '/files/7/1/loops.zip?as=attachment&expires=1&signature=s',
    503,
    'store_unavailable',
    'Your purchase is safe.',
  ],
  [
    '/files/test/7/1/loops.zip?as=inline&expires=1&signature=s',
    503,
    'store_unavailable',
    'Your purchase is safe.',
  ],
  [`/access/${accessToken}/file`, 503, 'unavailable', 'Download Failed'],
  [`/access/${accessToken}/file`, 500, 'internal', 'There was an error downloading your file.'],
  [`/access/${accessToken}/file`, 404, 'not_found', 'There was an error downloading your file.'],
  [`/access/${accessToken}/file`, 403, 'refunded', 'This purchase is no longer available'],
  [
    '/files/7/1/loops.zip?as=attachment&expires=1&signature=s',
    403,
    'expired',
    'This download link has expired',
  ],
])('the page of %s for an error %i %s shows "%s"', async (url, status, code, text) => {
  const errorBody = { code, message: 'The server’s message.' }
  const { html, ...page } = await createRenderer().render(
    url,
    async (path) => {
      if (path === '/api/instance') return { status: 200, body: instance }
      return path.startsWith('/api/') ? { status: 404, body: errorBody } : { status, body: errorBody }
    },
    { nonce: 'n0nce' },
  )

  expect(page.status).toBe(status)
  expect(html).toContain(text)
  expect(html.includes('This page tries again automatically.')).toBe(status >= 500)
})

test('a tip page that fails to load keeps the input in its Try Again link', async () => {
  const unavailable = { status: 503, body: { code: 'unavailable', message: 'We’ll be back in a moment.' } }
  const instanceResponse = { status: 200, body: instance }
  const url = '/p/7?amount=7.50&email=fan%40example.com&problem=unavailable'

  const { status, html } = await createRenderer().render(
    url,
    async (path) => (path === '/api/instance' ? instanceResponse : unavailable),
    { nonce: 'n0nce' },
  )

  expect(status).toBe(503)
  expect(html).toContain('We couldn’t load this page')
  expect(html).toContain('you weren’t charged')
  expect(html).toContain('href="/p/7?amount=7.50&amp;email=fan%40example.com&amp;problem=unavailable"')
})

test('rendering a page starts no long timer, which would keep its data in memory', async () => {
  const setTimer = vi.spyOn(globalThis, 'setTimeout')

  await page('/pricing', { viewer: mara })

  const longTimers = setTimer.mock.calls.filter(([, delayMs = 0]) => delayMs > 1_000)
  setTimer.mockRestore()
  expect(longTimers).toEqual([])
})

test.each([
  ['/p/12?fbclid=x&utm_source=news&ref=y', '/p/12?utm_source=news', '/p/12'],
  ['/p/12?%75tm_source=news', '/p/12?utm_source=news', '/p/12'],
  ['/p/12?__proto__=1', '/p/12', '/p/12'],
  ['/@mara?category=nonsense&sort=popular&x=1', '/@mara?sort=popular', '/@mara'],
  ['/?utm_source=news', '/', '/'],
  ['/pricing?x', '/pricing', '/pricing'],
  ['/no/such/page?x=1', '/404', '/404'],
])('the cache keys of %s are %s and %s', (url, address, path) => {
  expect(createRenderer().locate(url).shared).toMatchObject({ address, path })
})

test.each(['/p/12?try', '/@mara?follow=sent', '/sign-in', `/access/${accessToken}`, '/checkout/12'])(
  '%s is not cached',
  (url) => {
    expect(createRenderer().locate(url)).toEqual({})
  },
)

test.each([
  ['/p/12', { apiPath: '/api/content/12', missingPath: '/p/0' }],
  ['/tip/nothing?x', { apiPath: '/api/content/nothing', missingPath: '/p/0' }],
  ['/@mara?sort=popular', { apiPath: '/api/creators/mara?sort=popular', missingPath: '/@-' }],
  ['/p/0', undefined],
  ['/@-', undefined],
  ['/pricing', undefined],
])('what %s is about is asked before the page is rendered', (url, subject) => {
  const { shared } = createRenderer().locate(url)

  expect(shared).toBeDefined()
  expect(shared?.subject).toEqual(subject)
})

test.each([
  ...['/p/012', '/p/12.0', '/p/12.00', '/p/12e0', '/p/+12', '/p/%2012', '/p/0xc', '/p/%31%32', '/p/%312'].map(
    (spelling) => [spelling, '/p/12'],
  ),
  ...['/p/12/', '/p/12)', '/p/12.', '/p/12%3E', '/p/12%E2%80%9D', '/p/12).'].map((end) => [end, '/p/12']),
  ['/p/012?amount=5&x=%20', '/p/12?amount=5&x=%20'],
  ['/tip/12.', '/tip/12'],
  ['/checkout/12)', '/checkout/12'],
  ['/report/012', '/report/12'],
  ['/@Mara', '/@mara'],
  ['/@m%61ra', '/@mara'],
  ['/@mara_).', '/@mara_'],
  ['/pricing/', '/pricing'],
  ...['.', ')', '%3E', '>', ',', '_', '*', '%E2%80%8B', ').'].map((end) => [
    `/access/${accessToken}${end}`,
    `/access/${accessToken}`,
  ]),
  [`/access/${accessToken}./receipt`, `/access/${accessToken}/receipt`],
  [`/unfollow/7.${accessToken}>`, `/unfollow/7.${accessToken}`],
])('%s is another spelling of %s', (url, movedTo) => {
  const { locate } = createRenderer()

  expect(locate(url)).toEqual({ movedTo })
  expect(locate(movedTo).movedTo).toBeUndefined()
})

test.each([
  '/p/abc',
  '/p/0',
  '/p/-12',
  '/p/12.5',
  '/p/1e99',
  '/p/%2F12',
  `/access/${accessToken}a`,
  `/access/${accessToken}.a`,
  '/access/short.',
])('%s is no spelling of another address', (url) => {
  const { movedTo = url } = createRenderer().locate(url)

  expect(decodeURIComponent(movedTo)).toBe(decodeURIComponent(url))
})

test.each([
  ['/p/12?amount=5', '/p/:id'],
  ['/@mara', '/@:handle'],
  ['/@mara/night-ferry', '/@:handle/:slug'],
  [`/access/${accessToken}`, '/access/:token'],
  ['/dashboard', '/dashboard'],
  ['/', '/'],
  ['/no/such/page', undefined],
])('the route of %s is %s', (url, route) => {
  expect(createRenderer().routeOf(url)).toBe(route)
})

import { expect, test } from 'vitest'
import { instance, item } from '../tests/support/island-pages.ts'
import { createRenderer } from './entry-server.tsx'

const owned = {
  accessUrl: '/access/abc',
  amount: '5.00',
  currency: 'USD',
  paidAt: '2026-03-01T12:00:00.000Z',
  ticketNumber: 1_234,
}

/** The tip page of item 12, for a browser that owns it or nothing. */
function tipPage(url: string, purchase: object | null = null, fields: object = {}) {
  const responses: Record<string, unknown> = {
    '/api/instance': instance,
    '/api/content/12': { ...item, ...fields },
    '/api/content/12/owned': { purchase },
    '/api/content/12/more': { items: [] },
  }
  const fetchApi = async (path: string) =>
    path in responses ? { status: 200, body: responses[path] } : { status: 404, body: {} }
  return { fetchApi, render: () => createRenderer().render(url, fetchApi, {}) }
}

const tipQueries = [
  '',
  '?amount=7.50&email=fan%40example.com&problem=amount',
  '?utm_source=news&utm_campaign=%22%3Cb%3E',
  '?again=yes&supporterName=Ana&supporterMessage=Thanks%3C%21--island+0--%3E&isSupporterPrivate=on',
]

test.each(tipQueries)(
  'the cached tip page with the part for the query "%s" is the same as a whole render',
  async (query) => {
    const { viewerPart } = await tipPage('/p/12').render()
    const whole = await tipPage(`/p/12${query}`).render()

    expect(viewerPart?.forQuery(`/p/12${query}`)).toBe(whole.html)
  },
)

test.each(tipQueries)(
  'the cached tip page with the part for its owner is the same as a whole render: "%s"',
  async (query) => {
    const url = `/p/12${query}`
    const { viewerPart } = await tipPage('/p/12').render()
    const owner = tipPage(url, owned)

    const render = await viewerPart?.forBuyer(url, owner.fetchApi)

    const html = render?.()
    expect(html).toBe((await owner.render()).html)
    expect(html?.includes('You own this')).toBe(!query.includes('again'))
  },
)

test('owners of an item get their own purchase, rendered from one page at once', async () => {
  const { viewerPart } = await tipPage('/p/12').render()
  const purchases = [
    owned,
    { ...owned, accessUrl: 'https://tip.example/access/x_y-z', paidAt: '2025-12-31T23:59:59.999Z' },
    { ...owned, accessUrl: '/access/1', amount: '1234.56', currency: 'EUR' },
    { ...owned, accessUrl: '/access/2?a=\'1\'&b="<2>"', amount: '0.50', currency: 'CHF' },
  ]

  const pages = await Promise.all(
    purchases.map(async (purchase) => {
      const owner = tipPage('/p/12', purchase)
      const render = await viewerPart?.forBuyer('/p/12', owner.fetchApi)
      return { html: render?.(), whole: (await owner.render()).html }
    }),
  )

  for (const { html, whole } of pages) expect(html).toBe(whole)
  expect(new Set(pages.map(({ html }) => html)).size).toBe(purchases.length)
})

test('a buyer who does not own the item gets the same tip page as everyone', async () => {
  const { viewerPart } = await tipPage('/p/12').render()

  expect(await viewerPart?.forBuyer('/p/12', tipPage('/p/12').fetchApi)).toBeUndefined()
})

test('a tip page is out of date when one of the items on it or the creator changes', async () => {
  const { fetchApi } = tipPage('/p/12')
  const responses: Record<string, unknown> = {
    '/api/content/12': { ...item, user: { ...item.user, handle: 'mara' } },
    '/api/content/12/more': { items: [{ ...item, id: 13 }] },
  }

  const { tags } = await createRenderer().render(
    '/p/12',
    async (path) => (path in responses ? { status: 200, body: responses[path] } : fetchApi(path)),
    {},
  )

  expect(tags).toEqual(['content/12', 'content/13', 'creator/mara'])
})

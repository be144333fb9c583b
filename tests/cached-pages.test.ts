import { expect, onTestFinished, test, vi } from 'vitest'
import { updateProfile } from '../contract/accounts.ts'
import { updateContent } from '../contract/content-editing.ts'
import { completePayment, createPaymentIntent } from '../contract/purchases.ts'
import { buildUrl } from '../contract/route.ts'
import { buildApp } from '../server/app.ts'
import type { PageRenderer } from '../server/ports/page-renderer.ts'
import { createHttpClient } from './support/test-app/http-client.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

/** An instance with the site's own pages, and a second process of it. Its cached pages never expire. */
async function site() {
  // Not a literal, because the pages are compiled with other types than the server.
  const entry = '../web/entry-server.tsx'
  const { createRenderer }: { createRenderer(): PageRenderer } = await import(entry)
  const renderer = createRenderer()
  const render = vi.spyOn(renderer, 'render')
  const w = await createTestApp({ renderer })
  const { app: otherApp } = await buildApp(w.ports, { renderer, version: '0.0.0' })
  onTestFinished(() => otherApp.close())
  const creator = await w.creator()
  await creator.call(updateProfile, { body: { firstName: 'Mara', handle: 'mara' } })
  const item = await creator.publishText({ title: 'Dusk', price: '5.00' })
  const other = await creator.publishText({ title: 'Dawn', price: '6.00' })
  const [fan, stranger] = [w.visitor(), w.visitor()]
  await fan.purchase(item.id)
  await stranger.starts(other.id)

  const processes = [w.visitor(), createHttpClient(otherApp)]
  await vi.waitFor(async () => expect(await listenerCount(w)).toBe(processes.length), changeTimeout)
  const now = performance.now()
  const clock = vi.spyOn(performance, 'now').mockReturnValue(now)
  onTestFinished(() => clock.mockRestore())
  return {
    w,
    creator,
    fan,
    stranger,
    item,
    other,
    /** How many pages were rendered as a whole. */
    renderCount: () => render.mock.calls.length,
    /** A page in both processes, for browsers without cookies. */
    read: async (path: string) => {
      const pages = await Promise.all(processes.map((process) => process.send('GET', path)))
      return pages.map(({ payload }) => payload)
    },
    rename: (title: string) =>
      creator.form(
        buildUrl(updateContent, { params: { id: item.id } }),
        [{ name: 'title', value: title }],
        'PATCH',
      ),
  }
}

/** A slow machine may take seconds to deliver the notification of a change. */
const changeTimeout = { timeout: 10_000 }

/** The connections that receive changes of items. */
async function listenerCount({ ports }: TestApp): Promise<number> {
  const { rows } = await ports.pool.query(
    `select from pg_stat_activity where datname = current_database() and query like 'listen "content_changed"%'`,
  )
  return rows.length
}

test('a changed item is on all of its cached pages at once, in every process', async () => {
  const { read, rename, item, other } = await site()
  const { id } = item
  const paths = [
    `/p/${id}`,
    `/tip/${id}`,
    `/p/${id}?utm_source=news&fbclid=1`,
    '/@mara',
    '/@mara?sort=popular',
    // Shows the other items of its creator.
    `/p/${other.id}`,
  ]
  for (const path of paths)
    expect(await read(path)).toEqual([expect.stringContaining('Dusk'), expect.anything()])

  await rename('Evening')

  for (const path of paths)
    await vi.waitFor(async () => {
      for (const html of await read(path)) {
        expect(html).toContain('Evening')
        expect(html).not.toContain('Dusk')
      }
    }, changeTimeout)
})

test('a changed profile is on the cached page of the creator at once, in every process', async () => {
  const { read, creator } = await site()
  await read('/@mara')

  await creator.call(updateProfile, { body: { firstName: 'Mara Vale', handle: 'mara' } })

  await vi.waitFor(async () => {
    for (const html of await read('/@mara')) expect(html).toContain('Mara Vale')
  }, changeTimeout)
})

test('a buyer’s message is on the cached page at once, in every process', async () => {
  const { read, w, creator } = await site()
  const { id } = await creator.publishText({ title: 'Noon', showSupporters: 'true' })
  await read(`/p/${id}`)
  const fan = w.visitor()
  const order = { contentId: id, supporterName: 'Ana', supporterMessage: 'Thank you for this' }
  const { body } = await fan.call(createPaymentIntent, { body: order })
  await fan.presents('paid', body.clientSecret)

  await fan.call(completePayment, { params: { paymentIntentId: body.paymentIntentId } })

  await vi.waitFor(async () => {
    for (const html of await read(`/p/${id}`)) expect(html).toContain('Thank you for this')
  }, changeTimeout)
})

test('a tip page is rendered once for everyone but its owner, who sees what they own', async () => {
  const { read, renderCount, fan, stranger, creator, item } = await site()
  const path = `/p/${item.id}`
  const [shared] = await read(path)
  const countBefore = renderCount()

  const owner = await fan.send('GET', path)
  const others = [await stranger.send('GET', path), await creator.send('GET', path)]

  expect(owner.payload).toContain('You own this')
  expect(owner.headers['cache-control']).toBe('private, no-store, no-transform')
  expect(others.map(({ payload }) => payload)).toEqual([shared, shared])
  expect(shared).not.toContain('You own this')
  expect(renderCount()).toBe(countBefore)
})

test('a purchase is on the tip page of its buyer at once', async () => {
  const { stranger, other } = await site()
  const path = `/p/${other.id}`
  expect((await stranger.send('GET', path)).payload).not.toContain('You own this')

  await stranger.purchase(other.id)

  expect((await stranger.send('GET', path)).payload).toContain('You own this')
})

test('access that ends is off the tip page of its buyer at once', async () => {
  const { w, fan, item } = await site()
  const path = `/p/${item.id}`
  expect((await fan.send('GET', path)).payload).toContain('You own this')

  await w.ports.pool.query(`update access_grants set revoked_at = now(), revocation_reason = 'refund'`)

  expect((await fan.send('GET', path)).payload).not.toContain('You own this')
})

test('the cached landing page is for browsers without a session', async () => {
  const { creator, fan, read, renderCount } = await site()
  const [shared] = await read('/')
  const countBefore = renderCount()

  const visitors = [await fan.send('GET', '/'), await fan.send('GET', '/?utm_source=news')]

  expect(visitors.map(({ payload }) => payload)).toEqual([shared, shared])
  expect(renderCount()).toBe(countBefore)
  expect((await creator.send('GET', '/')).payload).toContain('Creator Dashboard')
  expect((await creator.send('GET', '/pricing')).payload).toContain('Signed in as Mara')
  expect((await fan.send('GET', '/pricing')).payload).not.toContain('Signed in as')
})

test('a page from the cache has all headers of a page, and a request id of its own', async () => {
  const { w, item } = await site()
  const url = `${await w.app.listen({ port: 0, host: '127.0.0.1' })}/p/${item.id}`
  const readHeaders = async () => Object.fromEntries((await fetch(url)).headers)

  const { 'x-request-id': firstId, date: _, ...first } = await readHeaders()
  const { 'x-request-id': secondId, date: __, ...second } = await readHeaders()

  expect(second).toEqual(first)
  expect([firstId, secondId]).toEqual([
    expect.stringMatching(/.{8}/),
    expect.not.stringMatching(String(firstId)),
  ])
  expect(second['content-security-policy']).toContain("default-src 'none'")
  expect(second).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' })
})

test('many owners and strangers at once each get their own page', async () => {
  const { w, item } = await site()
  const path = `/p/${item.id}`
  const owners = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const owner = w.visitor()
      await owner.purchase(item.id)
      const { purchase } = (await owner.send('GET', `/api/content/${item.id}/owned`)).json()
      return { owner, accessUrl: String(purchase.accessUrl) }
    }),
  )
  const links = owners.map(({ accessUrl }) => accessUrl)

  const rounds = Array.from({ length: 5 }, () =>
    Promise.all([
      ...owners.map(async ({ owner, accessUrl }) => ({
        page: await owner.send('GET', path),
        own: [accessUrl],
      })),
      w
        .visitor()
        .send('GET', path)
        .then((page) => ({ page, own: [] })),
    ]),
  )

  expect(new Set(links).size).toBe(6)
  for (const { page, own } of (await Promise.all(rounds)).flat()) {
    expect(links.filter((link) => page.payload.includes(link))).toEqual(own)
    expect(page.headers['cache-control']).toBe(
      own.length > 0 ? 'private, no-store, no-transform' : 'public, max-age=0, s-maxage=1',
    )
  }
})

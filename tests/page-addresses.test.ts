import { expect, test, vi } from 'vitest'
import { updateProfile } from '../contract/accounts.ts'
import { updateContent } from '../contract/content-editing.ts'
import { buildUrl } from '../contract/route.ts'
import type { PageRenderer } from '../server/ports/page-renderer.ts'
import { sharedTestApp } from './support/test-app.ts'

// Not a literal, because the pages are compiled with other types than the server.
const entry = '../web/entry-server.tsx'
const { createRenderer }: { createRenderer(): PageRenderer } = await import(entry)
const renderer = createRenderer()
const render = vi.spyOn(renderer, 'render')
const testApp = sharedTestApp({ renderer })

/** How many pages were rendered. */
const renderCount = () => render.mock.calls.length

test('other spellings of a page redirect to its address and render nothing', async () => {
  const w = await testApp()
  const { id } = await (await w.creator()).publishText({ title: 'Dusk' })
  const spellings = [`0${id}`, `${id}.0`, `${id}.00`, `${id}e0`, `+${id}`, `%20${id}`, `0x${id.toString(16)}`]
  const encoded = String(id).replace(/\d/, (digit) => `%3${digit}`)
  const countBefore = renderCount()

  for (const spelling of [...spellings, encoded, `${id})`, `${id}/`]) {
    const { statusCode, headers } = await w.visitor().send('GET', `/p/${spelling}?amount=7.50`)
    expect([statusCode, headers.location], spelling).toEqual([301, `/p/${id}?amount=7.50`])
  }

  expect(renderCount()).toBe(countBefore)
})

test('all unknown ids, all unknown handles and all unknown paths share a page', async () => {
  const w = await testApp()
  const countBefore = renderCount()
  const readAll = async (paths: Array<string>) => {
    const answers = await Promise.all(paths.map((path) => w.visitor().send('GET', path)))
    return answers.map(({ statusCode, payload }) => ({ statusCode, payload }))
  }

  const groups = [
    await readAll(['/p/1', '/p/2', '/p/77777', '/tip/3', '/p/nothing', '/p/0', '/p/-5', '/p/1.5']),
    await readAll(['/@nobody', '/@no_one', '/@nobody?sort=popular', '/@-', '/@x%20y']),
    await readAll(['/nope', '/wp-login.php', '/a/b/c?d']),
  ]

  for (const [first, ...others] of groups) {
    expect(first?.statusCode).toBe(404)
    for (const other of others) expect(other).toEqual(first)
  }
  expect(groups.map(([first]) => /<title>[^<]*/.exec(first?.payload ?? '')?.[0])).toEqual([
    expect.stringContaining('Content Not Found'),
    expect.stringContaining('Creator Not Found'),
    expect.stringContaining('404 Page Not Found'),
  ])
  // Each is rendered once, but for a cached page that has expired meanwhile.
  expect(renderCount() - countBefore).toBeLessThan(9)
})

test('a link of an email with the punctuation after it leads to the purchase', async () => {
  const w = await testApp()
  const item = await (await w.creator()).publishText({ title: 'Dusk' })
  const fan = w.visitor()
  await fan.purchase(item.id)
  const owned = await fan.send('GET', `/api/content/${item.id}/owned`)
  const { pathname } = new URL(owned.json().purchase.accessUrl, 'http://localhost')

  for (const end of ['.', ')', '%3E', ',', '%E2%80%9D']) {
    const { statusCode, headers } = await w.visitor().send('GET', pathname + end)
    expect([statusCode, headers.location]).toEqual([301, pathname])
  }
  expect((await w.visitor().send('GET', pathname)).payload).toContain('Dusk')
})

test('an item is on its page at once although its address was unknown before', async () => {
  const w = await testApp()
  const { id } = await (await w.creator()).publishText({ title: 'Noon' })
  await w.ports.pool.query(`update content_items set status = 'draft' where id = $1`, [id])
  expect((await w.visitor().send('GET', `/p/${id}`)).statusCode).toBe(404)

  await w.ports.pool.query(`update content_items set status = 'published' where id = $1`, [id])

  expect((await w.visitor().send('GET', `/p/${id}`)).payload).toContain('Noon')
})

test('the capitals of a handle redirect to the creator’s page', async () => {
  const w = await testApp()
  const creator = await w.creator('mara@example.com')
  await creator.call(updateProfile, { body: { firstName: 'Mara', handle: 'mara_' } })

  for (const spelling of ['/@Mara_', '/@MARA_', '/@m%61ra_', '/@mara_).', '/@mara_/']) {
    const { statusCode, headers } = await w.visitor().send('GET', spelling)
    expect([statusCode, headers.location], spelling).toEqual([301, '/@mara_'])
  }
  expect((await w.visitor().send('GET', '/@mara_')).payload).toContain('Mara')
})

let attempts = 0

test('both addresses of an item are one page in the cache, which names the readable one', async () => {
  const w = await testApp()
  // Another one for a retry, which has the same instance.
  attempts++
  const handle = `mara${attempts}`
  const mara = await w.creator(`${handle}@example.com`)
  await mara.call(updateProfile, { body: { firstName: 'Mara', handle } })
  const { id } = await mara.publishText({ title: 'Night Ferry' })
  const countBefore = renderCount()

  const [byNumber, byName] = await Promise.all([
    w.visitor().send('GET', `/p/${id}`),
    w.visitor().send('GET', `/@${handle}/night-ferry`),
  ])

  expect(renderCount() - countBefore).toBe(1)
  expect(byName.payload).toBe(byNumber.payload)
  expect(byName.headers['cache-control']).toBe('public, max-age=0, s-maxage=1')
  expect(byName.payload).toContain(
    `<link rel="canonical" href="http://localhost:3000/@${handle}/night-ferry">`,
  )
  expect(byName.payload).toContain(`content="http://localhost:3000/@${handle}/night-ferry"`)

  const path = buildUrl(updateContent, { params: { id } })
  await mara.form(path, [{ name: 'title', value: 'Dawn Ferry' }], updateContent.method)
  await vi.waitFor(async () =>
    expect((await w.visitor().send('GET', `/@${handle}/dawn-ferry`)).payload).toContain(
      `/@${handle}/dawn-ferry">`,
    ),
  )
  expect((await w.visitor().send('GET', `/@${handle}/nothing`)).statusCode).toBe(404)
})

import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { listContent } from '../../../../contract/content.ts'
import { listContentPage } from '../../../../contract/content-editing.ts'
import { limits } from '../../../../contract/limits.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import { selectContentByIds } from './list-content.ts'

/** A creator whose items, one more than two pages, are as long as they can be. */
async function longListFixture() {
  const w = await createTestApp()
  const mara = await w.creator()
  const { id } = await mara.publishText({ title: 'First' })
  const itemCount = 2 * limits.maxPageSize + 1
  await w.db.execute(sql`
    insert into content_items (id, creator_id, status, title, description, pricing_model, price_amount, currency, category,
        created_at, updated_at)
      select 1000 + n, creator_id, status, 'Item ' || n, repeat('説', ${limits.maxDescriptionLength}), pricing_model,
        price_amount, currency, category, created_at + n * interval '1 minute', updated_at
      from content_items, generate_series(1, ${itemCount - 1}) as n where id = ${id}`)
  await w.db.execute(sql`
    insert into content_parts (content_id, position, kind, access, text, added_at)
      select id, 1, 'text', 'view', repeat('文', ${limits.maxTextContentLength}), now()
      from content_items where id > 1000 and id < 1000 + ${itemCount}`)
  return { w, mara, itemCount }
}

test('the list of items is an array of the newest ones that says where the others are', async () => {
  const { mara, itemCount } = await longListFixture()

  const lists = []
  let url: string | undefined = listContent.path
  while (url) {
    const answer = await mara.send('GET', url)
    expect(answer.headers['x-total-count']).toBe(String(itemCount))
    lists.push(answer.json())
    url = /^<(.+)>; rel="next"$/.exec(String(answer.headers.link))?.[1]
  }

  expect(lists.map((items) => items.length)).toEqual([100, 100, 1])
  const titles = lists.flat().map(({ title }) => title)
  expect(titles[0]).toBe(`Item ${itemCount - 1}`)
  expect(titles.at(-1)).toBe('First')
  expect(new Set(titles).size).toBe(itemCount)
})

test.each([listContent, listContentPage])('a page of $path has at most 200 kB', async (route) => {
  const { mara } = await longListFixture()

  const { bytes } = await mara.call(route, { query: route === listContentPage ? { limit: 100 } : {} })

  expect(bytes.length).toBeGreaterThan(50_000)
  expect(bytes.length).toBeLessThan(200_000)
})

test('a cut description keeps whole characters', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  const description = `${'d'.repeat(limits.maxListedDescriptionLength - 2)}🎸🎸`
  await mara.publishText({ description })

  const { body } = await mara.call(listContent)

  expect(body[0]?.description).toBe(`${'d'.repeat(limits.maxListedDescriptionLength - 2)}…`)
})

test('a list does not read the texts for sale', async () => {
  const { w, mara } = await longListFixture()
  const [newest] = (await mara.call(listContent)).body

  const [row] = await selectContentByIds(w.db, [newest?.id ?? 0])

  expect(row).toMatchObject({ content: { title: newest?.title }, parts: [{ kind: 'text', text: '' }] })
})

test('an invalid cursor is rejected', async () => {
  const w = await createTestApp()
  const mara = await w.creator()

  const { status, body } = await mara.call(listContent, { query: { cursor: 'what' } })

  expect([status, body]).toMatchObject([400, { code: 'invalid_input' }])
})

import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { listContentPage } from '../../../../contract/content-editing.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { countMatchingContent, selectContentIds } from './list-content.ts'
import { selectOtherPublished } from './repository.ts'

const itemCount = 3_000

/** A creator with 3,000 items whose titles are numbers in words that no other title contains. */
async function largeListFixture() {
  const w = await createTestApp()
  const mara = await w.creator()
  const { id } = await mara.publishText({ title: 'First', description: 'The only one with a lighthouse' })
  const { rows } = await w.db.execute<{ creatorId: string }>(
    sql`select creator_id as "creatorId" from content_items where id = ${id}`,
  )
  const creatorId = rows[0]?.creatorId ?? ''
  await w.db.execute(sql`
    insert into content_items (id, creator_id, status, title, description, pricing_model, price_amount, currency, category,
        created_at, updated_at)
      select 1000 + n, ${creatorId}, 'published', 'Item ' || n, repeat('Words about it. ', 20), 'fixed', 500, 'USD', 'other',
        now() + n * interval '1 minute', now() from generate_series(1, ${itemCount}) as n`)
  await w.db.execute(sql`
    insert into content_parts (content_id, position, kind, access, text, added_at)
      select id, 1, 'text', 'view', 'Text', now() from content_items where id > 1000 and id <= 1000 + ${itemCount}`)
  await w.db.execute(
    sql`update content_rollups set sale_count = content_id % 7, net_amount = content_id % 11`,
  )
  await w.db.execute(sql`analyze content_items, content_rollups`)
  return { w, mara, creatorId }
}

/** The number of rows of items and their totals that `query` reads. */
async function countRowsRead(db: Db, query: (tx: Tx) => Promise<unknown>): Promise<number> {
  const readSoFar = async (tx: Tx) => {
    const { rows } = await tx.execute<{ read: string }>(sql`
      select sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) as read from pg_stat_xact_user_tables
      where relname in ('content_items', 'content_rollups')`)
    return Number(rows[0]?.read)
  }
  return db.transaction(async (tx) => {
    const before = await readSoFar(tx)
    await query(tx)
    return (await readSoFar(tx)) - before
  })
}

test('a search of a long list reads only the matching items', async () => {
  const { w, creatorId } = await largeListFixture()
  const filter = { creatorId, q: 'LIGHTHOUSE', category: undefined }

  const rowsRead = await countRowsRead(w.db, async (tx) => {
    expect(await countMatchingContent(tx, filter)).toBe(1)
    expect(await selectContentIds(tx, filter, { sort: 'tips', after: undefined, limit: 51 })).toHaveLength(1)
  })

  expect(rowsRead).toBeLessThan(20)
})

test.each(['tips', 'earnings'] as const)('a page by %s reads only the rows of the page', async (sort) => {
  const { w, creatorId } = await largeListFixture()
  const filter = { creatorId, q: '', category: undefined }

  const rowsRead = await countRowsRead(w.db, (tx) =>
    selectContentIds(tx, filter, { sort, after: undefined, limit: 51 }),
  )

  expect(rowsRead).toBeLessThan(200)
})

test('the most popular items of a creator’s page are read in the order of an index', async () => {
  const { w, creatorId } = await largeListFixture()

  const rowsRead = await countRowsRead(w.db, (tx) =>
    selectOtherPublished(tx, { creatorId, limit: 24, sort: 'popular' }),
  )

  expect(rowsRead).toBeLessThan(200)
})

test('the number of items and the categories of a long list include items of all pages', async () => {
  const { mara } = await largeListFixture()

  const { body } = await mara.call(listContentPage, { query: { q: 'item 29' } })

  expect(body).toMatchObject({ total: itemCount + 1, matchingCount: 111, categories: ['other'] })
})

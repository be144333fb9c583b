import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import { hasMoreThanNewest, selectPartialMatchIds, selectShortMatchIds } from './repository.ts'

const purchaseCount = 8_000

/**
 * 8,000 purchases, one a minute, with ids in the order of time. The addresses of two of the oldest contain "lighthouse".
 * Every twentieth is at example.net. Each of 400 items was sold twenty times.
 */
async function purchasesFixture() {
  const w = await createTestApp()
  await w.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(sql`insert into users (id, name, email) values
      ('7', 'Mara', 'mara@creators.example'), ('8', 'Jonas', 'jonas@creators.example')`)
    await tx.execute(sql`
      insert into content_items (id, creator_id, status, title, description, pricing_model, price_amount, currency, category,
          created_at, updated_at)
        select n, '7', 'published', 'Chapter ' || n, 'About a harbor', 'fixed', 500, 'USD', 'other', now(), now()
        from generate_series(1, 400) as n`)
    await tx.execute(sql`
      insert into purchases (id, order_number, checkout_id, content_id, creator_id, list_amount, amount, currency, platform_fee_amount, net_amount, buyer_email, paid_at)
        select n, n, n, 1 + n % 400, 7 + (n = 40)::int, 500, 500, 'USD', 100, 400, case when n in (5, 6) then n || '@LightHouse.example'
          when n % 20 = 0 then 'fan' || n || '@example.net' else 'fan' || n || '@example.com' end,
          timestamptz '2026-01-01' + n * interval '1 minute'
        from generate_series(1, ${purchaseCount}) as n`)
  })
  await w.db.execute(sql`select gin_clean_pending_list('purchases_buyer_email_search_idx')`)
  await w.db.execute(sql`analyze purchases, content_items, users`)
  return w
}

const searches: Array<[what: string, q: string, expected: Array<number>]> = [
  ['the address of a few old purchases', 'lighthouse', [6, 5]],
  ['a frequent address', '@example.com', [7999, 7998, 7997]],
  ['an address of every twentieth purchase', 'example.net', [8000, 7980, 7960]],
  ['the address of the creator of one purchase', 'jonas@creators', [40]],
  ['the address of the creator of the others', 'mara@creators', [8000, 7999, 7998]],
  ['the title of one item', 'apter 400', [7999, 7599, 7199]],
  ['the title of all items', 'CHAPTER', [8000, 7999, 7998]],
  ['a text of an address and of titles', '77', [7977, 7976, 7877]],
  ['a description', 'harbor', []],
]

test('a search finds the newest purchases', async () => {
  const w = await purchasesFixture()

  for (const [what, q, expected] of searches)
    expect(await selectPartialMatchIds(w.db, q, 3), what).toEqual(expected)
})

test('a text of two characters is compared with the newest 2,000 purchases', async () => {
  const w = await purchasesFixture()

  expect(await selectShortMatchIds(w.db, '77', 3)).toEqual([7977, 7976, 7877])
  // Purchase 40 is Jonas's only one.
  expect(await selectShortMatchIds(w.db, 'jo', 3)).toEqual([])
  expect(await hasMoreThanNewest(w.db)).toBe(true)
})

test('a search for a rare address does not read every purchase', async () => {
  const w = await purchasesFixture()
  const readSoFar = sql`select seq_tup_read + coalesce(idx_tup_fetch, 0) as read from pg_stat_xact_user_tables where relname = 'purchases'`

  const rowsRead = await w.db.transaction(async (tx) => {
    const before = await tx.execute<{ read: string }>(readSoFar)
    await selectPartialMatchIds(tx, 'lighthouse', 51)
    const after = await tx.execute<{ read: string }>(readSoFar)
    return Number(after.rows[0]?.read) - Number(before.rows[0]?.read)
  })

  expect(rowsRead).toBeLessThan(purchaseCount / 2)
})

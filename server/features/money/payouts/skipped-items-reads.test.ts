import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import type { Tx } from '../../../db/database.ts'
import { selectSkippedItems } from './runs-repository.ts'

const creatorCount = 3_000

test('the largest skipped amounts of a large run are read without its other items', async () => {
  const w = await createTestApp()
  await w.db.execute(sql`
    insert into users (id, name, email, email_verified)
      select 'skipped' || n, 'Creator ' || n, 'skipped' || n || '@example.com', true from generate_series(1, ${creatorCount}) as n`)
  await w.db.execute(sql`insert into payout_runs (id, month, state, created_by, created_at)
      values (7, '2026-02', 'running', 'skipped1', now())`)
  await w.db.execute(sql`
    insert into payout_run_items (run_id, creator_id, status, skip_reason, amount)
      select 7, 'skipped' || n, 'skipped', 'payout_method_missing', n * 10 from generate_series(1, ${creatorCount}) as n`)
  await w.db.execute(sql`analyze users, payout_run_items`)

  const { rows, read } = await w.db.transaction(async (tx) => {
    const before = await rowsReadSoFar(tx)
    const rows = await selectSkippedItems(tx, 7, 50)
    return { rows, read: (await rowsReadSoFar(tx)) - before }
  })

  expect(rows.map(({ item }) => item.amount).slice(0, 3)).toEqual([30_000, 29_990, 29_980])
  expect(rows).toHaveLength(50)
  expect(read).toBeLessThan(200)
})

async function rowsReadSoFar(tx: Tx): Promise<number> {
  const { rows } = await tx.execute<{ read: string }>(sql`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) as read from pg_stat_xact_user_tables
    where relname in ('payout_run_items', 'users')`)
  return Number(rows[0]?.read)
}

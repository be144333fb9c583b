import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import { claimDueCheckouts } from './checkouts-repository.ts'

test('the claim of due checkouts does not read the settled ones', async () => {
  const w = await createTestApp()
  const item = await (await w.creator()).publishText()
  await w.visitor().starts(item.id)
  await w.db.execute(sql`
    insert into checkouts (id, content_id, creator_id, list_amount, amount, currency, platform_fee_bps, content_version, buyer_cookie_hash, buyer_email,
        provider, mode, provider_payment_id, state, created_at, expires_at)
      select -n, content_id, creator_id, list_amount, amount, currency, platform_fee_bps, content_version, buyer_cookie_hash, buyer_email,
        provider, mode, 'settled ' || n, 'paid', created_at, expires_at
      from checkouts, generate_series(1, 5000) as n`)
  await w.db.execute(sql`analyze checkouts`)
  w.clock.advance(60 * 60_000)
  const readSoFar = sql`select seq_tup_read + coalesce(idx_tup_fetch, 0) as read from pg_stat_xact_user_tables where relname = 'checkouts'`

  const { claimed, rowsRead } = await w.db.transaction(async (tx) => {
    const before = await tx.execute<{ read: string }>(readSoFar)
    const due = await claimDueCheckouts(tx, w.clock.now(), 50)
    const after = await tx.execute<{ read: string }>(readSoFar)
    return { claimed: due.length, rowsRead: Number(after.rows[0]?.read) - Number(before.rows[0]?.read) }
  })

  expect(claimed).toBe(1)
  expect(rowsRead).toBeLessThan(10)
})

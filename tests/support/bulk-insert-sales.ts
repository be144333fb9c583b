import { sql } from 'drizzle-orm'
import type { Database } from '../../server/db/database.ts'

/** Copies the existing sale `count` times, a second apart into the past, by SQL. For lists, not for the ledger. */
export async function insertCopiesOfSale(db: Database, count: number): Promise<void> {
  await db.execute(sql`
    insert into checkouts (id, content_id, creator_id, list_amount, amount, currency, platform_fee_bps, content_version, buyer_cookie_hash, buyer_email,
      provider, mode, state, created_at, expires_at)
    select 1000000 + n, content_id, creator_id, list_amount, amount, currency, platform_fee_bps, content_version, buyer_cookie_hash, buyer_email,
      provider, mode, state, created_at, expires_at
    from checkouts, generate_series(1, ${count}::int) as n`)
  await db.execute(sql`
    insert into purchases (id, order_number, checkout_id, content_id, creator_id, list_amount, amount, platform_fee_amount, net_amount, currency, buyer_email, paid_at)
    select 1000000 + n, 1000000 + n, 1000000 + n, content_id, creator_id, list_amount, amount, platform_fee_amount, net_amount, currency,
      'buyer' || n || '@example.com', paid_at - n * interval '1 second'
    from purchases, generate_series(1, ${count}::int) as n`)
  await db.execute(sql`
    insert into access_grants (purchase_id, content_id, token_nonce)
    select 1000000 + n, content_id, token_nonce || n from access_grants, generate_series(1, ${count}::int) as n`)
}

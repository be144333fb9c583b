import { sql } from 'drizzle-orm'
import type { Database } from '../../server/db/database.ts'

/** As many more sales like the one there is, a second apart into the past, made by SQL. For lists, not for the books. */
export async function insertCopiesOfSale(db: Database, many: number): Promise<void> {
  await db.execute(sql`
    insert into attempts (id, content_id, creator_id, amount, currency, fee_bps, price_version, browser, buyer_email,
      provider, mode, state, created_at, expires_at)
    select 1000000 + n, content_id, creator_id, amount, currency, fee_bps, price_version, browser, buyer_email,
      provider, mode, state, created_at, expires_at
    from attempts, generate_series(1, ${many}::int) as n`)
  await db.execute(sql`
    insert into purchases (id, attempt_id, content_id, creator_id, amount, fee, currency, email, paid_at)
    select 1000000 + n, 1000000 + n, content_id, creator_id, amount, fee, currency,
      'buyer' || n || '@example.com', paid_at - n * interval '1 second'
    from purchases, generate_series(1, ${many}::int) as n`)
  await db.execute(sql`
    insert into grants (purchase_id, content_id, nonce)
    select 1000000 + n, content_id, nonce || n from grants, generate_series(1, ${many}::int) as n`)
}

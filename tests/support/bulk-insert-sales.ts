import { sql } from 'drizzle-orm'
import type { Database } from '../../server/db/database.ts'

/** Copies the existing sale `count` times, a second apart into the past, by SQL. For lists, not for the ledger. */
export async function insertCopiesOfSale(db: Database, count: number): Promise<void> {
  // Whole rows, so that a new column is copied too.
  await db.execute(sql`
    insert into checkouts select copy.* from checkouts, generate_series(1, ${count}::int) as n,
      jsonb_populate_record(checkouts, jsonb_build_object('id', 1000000 + n, 'provider_payment_id', null)) as copy`)
  await db.execute(sql`
    insert into purchases select copy.* from purchases, generate_series(1, ${count}::int) as n,
      jsonb_populate_record(purchases, jsonb_build_object('id', 1000000 + n, 'order_number', 1000000 + n,
        'checkout_id', 1000000 + n, 'buyer_email', 'buyer' || n || '@example.com',
        'paid_at', purchases.paid_at - n * interval '1 second')) as copy`)
  await db.execute(sql`
    insert into access_grants (purchase_id, content_id, token_nonce)
    select 1000000 + n, content_id, token_nonce || n from access_grants, generate_series(1, ${count}::int) as n`)
}

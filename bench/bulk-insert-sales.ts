import type { ServerProcess } from '../tests/support/server-process.ts'

/** Many rows need no triggers and no commit of their own. */
export const bulkSession = 'set session_replication_role = replica; set synchronous_commit = off;'

type BulkSales = {
  firstId: number
  items: number
  sales: number
  /** SQL for the creator of an item, whose number from 0 is the SQL `item`. */
  creatorOf(item: string): string
}

/**
 * Inserts items and two years of sales directly into the tables: checkouts, purchases, grants, entries and rollups.
 * Real sales would take hours.
 */
export async function insertSales(
  site: ServerProcess,
  { firstId, items, sales, creatorOf }: BulkSales,
): Promise<void> {
  const item = `(n % ${items})`
  const content = `${firstId} + ${item}`
  const creator = creatorOf(item)
  // Ten dollars on every day of two years; the fee is a fifth.
  const paidAt = `now() - (n % 730) * interval '1 day' - (n % 1000) * interval '1 minute'`
  const range = `generate_series(0, ${sales} - 1) as n`
  const id = `${firstId * 1000} + n`
  const isOfItems = `content_id >= ${firstId} and content_id < ${firstId + items}`
  await site.query(`${bulkSession}
    insert into content_items (id, creator_id, status, title, description, pricing_model, price_amount, currency, category,
        version, created_at, updated_at)
      select ${firstId} + n, ${creatorOf('n')}, 'published', 'Item ' || n, repeat('Words about it. ', 20), 'fixed',
        100 + (n % 50) * 100, 'USD', (array['music', 'other', 'template'])[1 + n % 3], 1,
        now() - (${items} - n) * interval '1 minute', now()
      from generate_series(0, ${items} - 1) as n;
    insert into content_parts (content_id, position, kind, access, text, added_at)
      select ${firstId} + n, 1, 'text', 'view', 'Text', now() from generate_series(0, ${items} - 1) as n;
    insert into checkouts (id, content_id, creator_id, list_amount, amount, currency, platform_fee_bps, content_version, buyer_cookie_hash, buyer_email,
        provider, mode, provider_payment_id, state, created_at, expires_at)
      select ${id}, ${content}, ${creator}, 1000, 1000, 'USD', 2000, 1, 'browser ' || n, 'fan' || n || '@example.com',
        'sandbox', 'test', 'pi_' || ${id}, 'paid', ${paidAt}, now() from ${range};
    insert into purchases (id, order_number, checkout_id, content_id, creator_id, item_number, list_amount, amount, platform_fee_amount, net_amount, currency, buyer_email, paid_at, delivery_verified_at)
      select ${id}, ${id}, ${id}, ${content}, ${creator}, row_number() over (partition by ${content} order by n), 1000, 1000, 200, 800, 'USD', 'fan' || n || '@example.com', ${paidAt}, ${paidAt} from ${range};
    insert into access_grants (purchase_id, content_id, token_nonce) select ${id}, ${content}, 'nonce' from ${range};
    insert into ledger_entries (kind, reference, creator_id, account, amount, currency, created_at)
      select 'sale', 'purchase/' || (${id}), ${creator}, account, amount, 'USD', ${paidAt}
      from ${range}, lateral (values ('cash_clearing', -1000), ('creator_balance/' || ${creator}, 800), ('platform_revenue', 200)) as parts (account, amount);
    insert into ledger_rollups (account, creator_id, kind, currency, amount, entry_count)
      select 'creator_balance/' || creator_id, creator_id, 'sale', 'USD', sum(amount - platform_fee_amount), count(*)
      from purchases where ${isOfItems} group by creator_id;
    insert into content_rollups (content_id, creator_id, sale_count, purchase_count, net_amount, view_count, listed_at)
      select c.id, c.creator_id, count(p), count(p), coalesce(sum(p.amount - p.platform_fee_amount), 0), count(p) * 4, c.created_at
      from content_items c join purchases p on p.content_id = c.id where ${isOfItems} group by c.id;
    insert into creator_storage (creator_id, stored_bytes, open_bytes, item_count)
      select creator_id, 0, 0, count(*) from content_rollups where ${isOfItems} group by creator_id;
    insert into content_daily_rollups (content_id, creator_id, day, view_count, purchase_count, sale_count_delta, net_amount_delta)
      select content_id, creator_id, (paid_at at time zone 'UTC')::date, count(*) * 4, count(*), count(*), sum(amount - platform_fee_amount)
      from purchases where ${isOfItems} group by 1, 2, 3;
    insert into creator_daily_rollups (creator_id, day, view_count, purchase_count, sale_count_delta, net_amount_delta)
      select creator_id, day, sum(view_count), sum(purchase_count), sum(sale_count_delta), sum(net_amount_delta)
      from content_daily_rollups where ${isOfItems} group by 1, 2`)
}

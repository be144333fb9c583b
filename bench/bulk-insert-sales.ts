import type { ServerProcess } from './server-process.ts'

type Many = { creatorId: string; firstId: number; items: number; sales: number }

/**
 * Inserts items and two years of sales directly into the tables: checkouts, purchases, grants, entries and rollups.
 * Real sales would take hours.
 */
export async function insertSales(site: ServerProcess, many: Many): Promise<void> {
  const { creatorId, firstId, items, sales } = many
  const creator = `'${creatorId}'`
  const content = `${firstId} + (n % ${items})`
  // Ten dollars on every day of two years; the fee is a fifth.
  const paidAt = `now() - (n % 730) * interval '1 day' - (n % 1000) * interval '1 minute'`
  const range = `generate_series(0, ${sales} - 1) as n`
  const id = `${firstId * 1000} + n`
  await site.query(`
    set session_replication_role = replica;
    set synchronous_commit = off;
    insert into contents (id, creator_id, kind, status, title, description, pricing_model, price, currency, category,
        access_type, text_content, version, created_at, updated_at)
      select ${firstId} + n, ${creator}, 'text', 'published', 'Item ' || n, repeat('Words about it. ', 20), 'fixed',
        100 + (n % 50) * 100, 'USD', (array['music', 'other', 'template'])[1 + n % 3], 'view', 'Text', 1,
        now() - (${items} - n) * interval '1 minute', now()
      from generate_series(0, ${items} - 1) as n;
    insert into attempts (id, content_id, creator_id, amount, currency, fee_bps, price_version, browser, buyer_email,
        provider, mode, provider_payment_id, state, created_at, expires_at)
      select ${id}, ${content}, ${creator}, 1000, 'USD', 2000, 1, 'browser ' || n, 'fan' || n || '@example.com',
        'sandbox', 'test', 'pi_' || ${id}, 'paid', ${paidAt}, now() from ${range};
    insert into purchases (id, attempt_id, content_id, creator_id, amount, fee, currency, email, paid_at)
      select ${id}, ${id}, ${content}, ${creator}, 1000, 200, 'USD', 'fan' || n || '@example.com', ${paidAt} from ${range};
    insert into grants (purchase_id, content_id, nonce) select ${id}, ${content}, 'nonce' from ${range};
    insert into ledger_entries (kind, reference, account, amount, currency, created_at)
      select 'sale', 'purchase/' || (${id}), account, amount, 'USD', ${paidAt}
      from ${range}, (values ('outside', -1000), ('creator/${creatorId}', 800), ('platform', 200)) as parts (account, amount);
    insert into ledger_totals (account, kind, currency, amount, entries)
      values ('creator/${creatorId}', 'sale', 'USD', ${sales * 800}, ${sales});
    insert into content_totals (content_id, tips, unlocks, earned, views)
      select content_id, count(*), count(*), sum(amount - fee), count(*) * 4 from purchases
      where creator_id = ${creator} group by content_id;
    insert into content_days (content_id, day, views, sales, tips, earned)
      select content_id, (paid_at at time zone 'UTC')::date, count(*) * 4, count(*), count(*), sum(amount - fee)
      from purchases where creator_id = ${creator} group by 1, 2;
    insert into creator_days (creator_id, day, views, sales, tips, earned)
      select ${creator}, day, sum(views), sum(d.sales), sum(tips), sum(earned)
      from content_days d join contents c on c.id = d.content_id where c.creator_id = ${creator} group by day`)
}

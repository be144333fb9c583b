import type { ServerProcess } from './server-process.ts'

export type ScaleSize = { purchases: number; creators: number }

/** The first id of bulk-inserted users and items. Order numbers and other ids stay far below those of real rows. */
export const firstCreatorId = 1_000_000
/** A tenth of all sales are of this creator, who has 1,000 items; the others have three each. */
const largeCreatorItems = 1_000
/** So many of the creators have a payout method, so that a payout run pays as many on every instance. */
export const maxPayableCreators = 10_000

/** Tables that are filled without their secondary indexes, which are created afterwards. */
const tables = [
  ...['checkouts', 'purchases', 'access_grants', 'access_links', 'ledger_entries', 'posting_hashes'],
  'receipts',
]

/**
 * Inserts creators, items and two years of sales with a valid ledger, sealed, and their receipts: `verify` finds no
 * difference. Rows are
 * inserted in the order of time, as in production. Monthly reports count as closed.
 */
export async function fillWithSales(
  site: ServerProcess,
  size: ScaleSize,
  log: (line: string) => void,
): Promise<void> {
  for (const [step, text] of Object.entries({ ...dataSteps(size), ...rollupSteps })) {
    const began = performance.now()
    await site.query(`${session}; ${text}`)
    log(`${step}: ${Math.round((performance.now() - began) / 1000)} s`)
  }
  await site.query('vacuum analyze')
  await site.query('checkpoint')
}

const session = `set session_replication_role = replica; set synchronous_commit = off; set maintenance_work_mem = '512MB';
  set work_mem = '256MB'; set max_parallel_maintenance_workers = 2`

function dataSteps({ purchases, creators }: ScaleSize): Record<string, string> {
  const range = `generate_series(1, ${purchases}) as n`
  const isLarge = 'n % 10 = 0'
  // The other sales go around all other creators. Twice as many buyers as purchases would repeat half of them.
  const creator = `(${firstCreatorId} + case when ${isLarge} then 0 else 1 + n % ${creators - 1} end)`
  const content = `case when ${isLarge} then ${firstCreatorId} + n / 10 % ${largeCreatorItems}
    else ${firstCreatorId + largeCreatorItems} + (n % ${creators - 1}) * 3 + n / 7 % 3 end`
  const paidAt = `date_trunc('milliseconds', now()) - (${purchases} - n) * (interval '730 days' / ${purchases})`
  const email = `md5((n * 2654435761 % ${Math.ceil(purchases * 0.7)})::text) || '@' || (array['gmail.com', 'example.com', 'example.org', 'icloud.com', 'posteo.de'])[1 + n % 5]`
  // Unique, and in no order, like real ones.
  const orderNumber = `(n * 2654435761 & ((1::bigint << 43) - 1))`
  return {
    'indexes dropped': dropIndexes,
    users: `insert into users (id, name, first_name, email, email_verified, payout_method, payout_email)
      select ${firstCreatorId} + n, 'Creator ' || n, 'Creator ' || n, 'creator' || n || '@example.com', true, 'wise',
        'creator' || n || '@example.com' from generate_series(0, ${creators} - 1) as n;
      update users set payout_method = null, payout_email = null
      where id in (select (${firstCreatorId} + n)::text from generate_series(${maxPayableCreators}, ${creators} - 1) as n)`,
    items: `insert into content_items (id, creator_id, kind, status, title, description, pricing_model, price_amount, currency, category,
        access_type, text_content, version, created_at, updated_at)
      select ${firstCreatorId} + n, ${firstCreatorId} + greatest(0, (n - ${largeCreatorItems}) / 3 + case when n < ${largeCreatorItems} then 0 else 1 end),
        'text', 'published', 'Item ' || n, repeat('Words about it. ', 20), 'fixed', 1000, 'USD',
        (array['music', 'other', 'template'])[1 + n % 3], 'view', 'Text', 1, now() - interval '730 days', now()
      from generate_series(0, ${largeCreatorItems + (creators - 1) * 3} - 1) as n`,
    checkouts: `insert into checkouts (id, content_id, creator_id, list_amount, amount, currency, platform_fee_bps, description, content_version,
        buyer_cookie_hash, buyer_email, provider, mode, provider_payment_id, state, created_at, expires_at)
      select n, ${content}, ${creator}, 1000, 1000, 'USD', 2000, 'Item', 1, encode(sha256(n::text::bytea), 'hex'), ${email}, 'sandbox', 'test',
        'pi_' || md5(n::text), 'paid', ${paidAt}, ${paidAt} from ${range}`,
    purchases: `insert into purchases (id, order_number, checkout_id, content_id, creator_id, list_amount, amount, platform_fee_amount, currency,
        buyer_email, paid_at, delivery_verified_at)
      select n, ${orderNumber}, n, ${content}, ${creator}, 1000, 1000, 200, 'USD', ${email}, ${paidAt}, now() from ${range}`,
    access: `insert into access_grants (purchase_id, content_id, token_nonce)
        select id, content_id, md5(id::text) from purchases order by id;
      insert into access_links (token_hash, purchase_id) select encode(sha256(('token' || id)::bytea), 'hex'), id from purchases order by id`,
    entries: `insert into ledger_entries (kind, reference, creator_id, account, amount, currency, created_at)
      select 'sale', 'purchase/' || order_number, creator_id, account, sum, 'USD', paid_at
      from purchases, lateral (values ('cash_clearing', -1000), ('creator_balance/' || creator_id, 800), ('platform_revenue', 200)) as parts (account, sum)
      order by purchases.id`,
    seals: insertSeals,
    receipts: `insert into receipts (year, number, kind, purchase_id, creator_id, posting_kind, posting_reference, amount, tax_amount,
        tax_rate_bps, tax_kind, currency, business_name, vat_id, title, seller, booked_at, supplied_at, issued_at)
      select extract(year from now() at time zone 'UTC'), id, 'receipt', id, creator_id, 'sale', 'purchase/' || order_number, amount, 0, 0, 'digital', 'USD', '', '',
        'Item', '{"name": "Tipdrop", "address": "1 Main Street", "country": "US", "registration": "", "vatId": "", "email": "help@example.com"}',
        paid_at, paid_at, now()
      from purchases order by id;
      insert into receipt_progress (id, sequence) select 1, max(sequence) from posting_hashes
      on conflict (id) do update set sequence = excluded.sequence`,
    indexes: createIndexes,
  }
}

const tableList = tables.map((table) => `'${table}'::regclass`).join(', ')

/** Keeps primary keys. */
const dropIndexes = `do $$ declare item record; begin
  create table bench_indexes as
    select coalesce('alter table ' || i.indrelid::regclass || ' add constraint ' || c.conname || ' ' || pg_get_constraintdef(c.oid), pg_get_indexdef(i.indexrelid)) as definition,
      case when c.oid is null then 'drop index ' || i.indexrelid::regclass else 'alter table ' || i.indrelid::regclass || ' drop constraint ' || c.conname end as removal
    from pg_index i left join pg_constraint c on c.conindid = i.indexrelid and c.contype = 'u'
    where i.indrelid in (${tableList}) and not i.indisprimary;
  for item in select * from bench_indexes loop execute item.removal; end loop;
end $$`

const createIndexes = `do $$ declare item record; begin
  for item in select * from bench_indexes loop execute item.definition; end loop;
  drop table bench_indexes;
end $$`

/** The chain of domain/hash-chain.ts; each hash needs the one before, so this is a loop. */
const insertSeals = `do $$ declare sale record; previous text := repeat('0', 64); n bigint := 0; at text; begin
  for sale in select order_number, creator_id, paid_at from purchases order by id loop
    n := n + 1;
    at := to_char(sale.paid_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
    previous := encode(sha256(convert_to('["' || previous || '","sale","purchase/' || sale.order_number || '",[["cash_clearing",-1000,"USD","' || at
      || '"],["creator_balance/' || sale.creator_id || '",800,"USD","' || at || '"],["platform_revenue",200,"USD","' || at || '"]]]', 'UTF8')), 'hex');
    insert into posting_hashes (sequence, kind, reference, hash, sealed_at)
      values (n, 'sale', 'purchase/' || sale.order_number, previous, sale.paid_at);
  end loop;
end $$`

const rollupSteps = {
  'item rollups': `insert into content_rollups (content_id, creator_id, sale_count, purchase_count, net_amount, view_count, listed_at)
      select c.id, c.creator_id, coalesce(sold.n, 0), coalesce(sold.n, 0), coalesce(sold.net, 0), coalesce(sold.n, 0) * 4, c.created_at
      from content_items c left join (select content_id, count(*) as n, sum(amount - platform_fee_amount) as net from purchases group by 1) sold
        on sold.content_id = c.id;
    insert into content_daily_rollups (content_id, creator_id, day, view_count, purchase_count, sale_count_delta, net_amount_delta)
      select content_id, creator_id, (paid_at at time zone 'UTC')::date as day, count(*) * 4, count(*), count(*), sum(amount - platform_fee_amount)
      from purchases group by 1, 2, 3 order by day`,
  'creator rollups': `insert into creator_daily_rollups (creator_id, day, view_count, purchase_count, sale_count_delta, net_amount_delta)
      select creator_id, day, sum(view_count), sum(purchase_count), sum(sale_count_delta), sum(net_amount_delta)
      from content_daily_rollups group by 1, 2 order by day;
    insert into ledger_rollups (account, creator_id, kind, currency, amount, entry_count)
      select 'creator_balance/' || creator_id, creator_id, 'sale', 'USD', sum(amount - platform_fee_amount), count(*) from purchases group by creator_id;
    insert into creator_monthly_rollups (creator_id, month, currency, sale_count, gross_amount, platform_fee_amount, net_amount, paid_out_amount)
      select creator_id, to_char(paid_at at time zone 'UTC', 'YYYY-MM') as month, 'USD', count(*), sum(amount), sum(platform_fee_amount),
        sum(amount - platform_fee_amount), 0 from purchases group by 1, 2 order by 2, 1;
    insert into creator_monthly_sales_rollups select * from creator_monthly_sales_rollups_recomputed order by month, creator_id;
    insert into creator_storage select * from creator_storage_recomputed on conflict do nothing`,
  'closed months': `insert into monthly_reports (month, currency, gross_amount, platform_fee_amount, paid_out_amount, sale_count, closed_at)
      select month, 'USD', sum(gross_amount), sum(platform_fee_amount), 0, sum(sale_count), now() from creator_monthly_rollups
      where month < to_char(now() at time zone 'UTC', 'YYYY-MM') group by month`,
}

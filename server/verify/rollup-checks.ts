import { type Check, sqlCheck } from './check.ts'

/** The rollups by day and month, and what is stored of items twice. */
export const rollupChecks: Array<Check> = [
  sqlCheck(
    'Daily creator earnings match the ledger',
    `select coalesce(d.account, e.account) || ' on ' || coalesce(d.day, e.day) as "entityRef",
       coalesce(d.net_amount_delta, 0)::text as stored, coalesce(e.amount, 0)::text as recomputed
     from (
       select 'creator_balance/' || creator_id as account, day, sum(net_amount_delta) as net_amount_delta from creator_daily_rollups group by 1, 2
     ) d full join (
       select account, (created_at at time zone 'UTC')::date as day, sum(amount) as amount from ledger_entries
       where account like 'creator_balance/%' and kind in ('sale', 'refund', 'refund_reversal', 'dispute', 'dispute_reversal')
       group by 1, 2
     ) e using (account, day)
     where coalesce(d.net_amount_delta, 0) <> coalesce(e.amount, 0)`,
  ),
  sqlCheck(
    'The paid purchases of each item are numbered without gaps',
    `select 'purchase ' || order_number as "entityRef", coalesce(item_number::text, 'none') as stored,
       coalesce(place::text, 'none') as recomputed
     from (
       select order_number, item_number,
         case when amount > 0 then row_number() over (partition by content_id, amount > 0 order by item_number, id) end as place
       from purchases
     ) numbered where item_number is distinct from place`,
  ),
  sqlCheck(
    'Monthly totals match the ledger',
    // Recomputed once each: that reads every entry and every purchase.
    `with recomputed as materialized (table creator_monthly_rollups_recomputed),
       sales_recomputed as materialized (table creator_monthly_sales_rollups_recomputed)
     select distinct 'creator/' || creator_id || ' in ' || month as "entityRef", 'kept' as stored, 'other' as recomputed from (
       select creator_id, month from (
         (table creator_monthly_rollups except table recomputed)
         union all (table recomputed except table creator_monthly_rollups)
       ) months where (sale_count, gross_amount, platform_fee_amount, net_amount, paid_out_amount, tax_amount)
         is distinct from (0, 0, 0, 0, 0, 0)
       union all
       select creator_id, month from (
         (table creator_monthly_sales_rollups except table sales_recomputed)
         union all (table sales_recomputed except table creator_monthly_sales_rollups)
       ) sold where net_amount <> 0
     ) differing`,
  ),
  sqlCheck(
    'The storage total of each creator matches their files',
    `select distinct 'creator/' || creator_id as "entityRef", 'kept' as stored, 'other' as recomputed from (
       select creator_id from (
         (table creator_storage except table creator_storage_recomputed)
         union all (table creator_storage_recomputed except table creator_storage)
       ) storage where (stored_bytes, open_bytes, item_count) is distinct from (0, 0, 0)
     ) differing`,
  ),
  sqlCheck(
    'Lists contain every item that is not deleted',
    `select 'content ' || c.id as "entityRef", coalesce(t.listed_at::text, 'not listed') as stored,
       case when c.deleted_at is null then c.created_at::text else 'deleted' end as recomputed
     from content_items c left join content_rollups t on t.content_id = c.id
     where t.listed_at is distinct from case when c.deleted_at is null then c.created_at end`,
  ),
  sqlCheck(
    'Each item has its name in its address, and every address leads to an item that has one',
    `select 'content ' || c.id as "entityRef", c.slug as stored, coalesce('content ' || a.content_id, 'nothing') as recomputed
     from content_items c left join item_addresses a on a.creator_id = c.creator_id and a.slug = c.slug
     where c.slug is not null and a.content_id is distinct from c.id
     union all
     select 'address ' || a.creator_id || '/' || a.slug, 'content ' || a.content_id,
       case when c.deleted_at is not null then 'deleted' when c.slug is null then 'no name' else 'another creator' end
     from item_addresses a join content_items c on c.id = a.content_id
     where c.deleted_at is not null or c.slug is null or c.creator_id <> a.creator_id`,
  ),
]

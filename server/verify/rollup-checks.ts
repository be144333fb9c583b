import { type Check, sqlCheck } from './check.ts'

/** The rollups by day and month, and the revenue of Pro. */
export const rollupChecks: Array<Check> = [
  sqlCheck(
    'What a creator earned each day is the sum of that day',
    `select coalesce(d.account, e.account) || ' on ' || coalesce(d.day, e.day) as "entityRef",
       coalesce(d.earned, 0)::text as stored, coalesce(e.amount, 0)::text as recomputed
     from (
       select 'creator/' || creator_id as account, day, sum(earned) as earned from creator_days group by 1, 2
     ) d full join (
       select account, (created_at at time zone 'UTC')::date as day, sum(amount) as amount from ledger_entries
       where account like 'creator/%' and kind in ('sale', 'refund', 'refund_failed', 'dispute', 'dispute_won')
       group by 1, 2
     ) e using (account, day)
     where coalesce(d.earned, 0) <> coalesce(e.amount, 0)`,
  ),
  sqlCheck(
    'What is kept of each month is the sum of that month',
    `select distinct 'creator/' || creator_id || ' in ' || month as "entityRef", 'kept' as stored, 'other' as recomputed from (
       select creator_id, month from (
         (table creator_months except table creator_months_summed)
         union all (table creator_months_summed except table creator_months)
       ) months where (sales, gross, fee, earned, paid_out) is distinct from (0, 0, 0, 0, 0)
       union all
       select creator_id, month from (
         (table creator_sales except table creator_sales_summed)
         union all (table creator_sales_summed except table creator_sales)
       ) sold where share <> 0
     ) differing`,
  ),
  sqlCheck(
    'Every invoice of Pro is booked once',
    `select coalesce('invoice ' || i.id, e.reference) as "entityRef",
       coalesce(i.amount, 0)::text as stored, coalesce(e.amount, 0)::text as recomputed
     from invoices i
     full join (select * from ledger_entries where kind = 'subscription' and account = 'platform') e
       on e.reference = 'invoice/' || i.id
     where coalesce(i.amount, 0) <> coalesce(e.amount, 0)`,
  ),
  sqlCheck(
    'What is kept of each creator’s storage is the sum of it',
    `select distinct 'creator/' || creator_id as "entityRef", 'kept' as stored, 'other' as recomputed from (
       select creator_id from (
         (table creator_storage except table creator_storage_summed)
         union all (table creator_storage_summed except table creator_storage)
       ) storage where (stored_bytes, open_bytes, item_count) is distinct from (0, 0, 0)
     ) differing`,
  ),
]

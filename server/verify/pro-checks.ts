import { type Check, sqlCheck } from './check.ts'

/** Payments of Pro: their postings, what was returned of them, and the provider's fees. */
export const proChecks: Array<Check> = [
  sqlCheck(
    'Every Pro invoice is booked exactly once',
    `select coalesce('invoice ' || i.id, e.reference) as "entityRef",
       coalesce(i.amount || ' with a tax of ' || i.tax_amount, 'no invoice') as stored,
       coalesce(e.amount || ' with a tax of ' || e.tax_amount, 'no posting') as recomputed
     from invoices i
     full join (
       select reference, -coalesce(sum(amount) filter (where account = 'cash_clearing'), 0) as amount,
         coalesce(sum(amount) filter (where account = 'tax_payable'), 0) as tax_amount
       from ledger_entries where kind = 'subscription' group by reference
     ) e on e.reference = 'invoice/' || i.id
     where i.id is null or e.reference is null or i.amount <> e.amount or i.tax_amount <> e.tax_amount`,
  ),
  sqlCheck(
    'What was returned of Pro invoices matches the bookings',
    `with booked as (
       select r.invoice_id, r.id as reversal_id, e.account, e.amount from ledger_entries e
       join invoice_reversals r on r.id::text = split_part(e.reference, '/', 2)
       where e.kind in ('subscription_refund', 'subscription_refund_reversal', 'subscription_dispute', 'subscription_dispute_reversal')
     ), sums as (
       select invoice_id, sum(amount) filter (where account = 'cash_clearing') as amount,
         -coalesce(sum(amount) filter (where account = 'tax_payable'), 0) as tax_amount from booked group by invoice_id
     ), of_reversals as (select invoice_id, sum(booked_amount) as amount from invoice_reversals group by invoice_id)
     select 'invoice ' || i.id as "entityRef",
       i.returned_amount || ' with a tax of ' || i.tax_returned_amount as stored,
       coalesce(s.amount, 0) || ' with a tax of ' || coalesce(s.tax_amount, 0) || ', ' || coalesce(r.amount, 0) || ' by its refunds and disputes' as recomputed
     from invoices i left join sums s on s.invoice_id = i.id left join of_reversals r on r.invoice_id = i.id
     where i.returned_amount <> coalesce(s.amount, 0) or i.tax_returned_amount <> coalesce(s.tax_amount, 0)
       or i.returned_amount <> coalesce(r.amount, 0)`,
  ),
  sqlCheck(
    'Every refund and dispute of Pro in the ledger has a record',
    `select distinct e.kind || ' ' || e.reference as "entityRef", 'unknown' as stored, 'booked' as recomputed
     from ledger_entries e
     where e.kind in ('subscription_refund', 'subscription_refund_reversal', 'subscription_dispute', 'subscription_dispute_reversal')
       and not exists (select 1 from invoice_reversals r where r.id::text = split_part(e.reference, '/', 2))`,
  ),
  sqlCheck(
    'Every card provider fee on Pro is booked exactly once',
    `select coalesce('invoice ' || i.id, e.reference) as "entityRef",
       coalesce(i.provider_fee_amount, 0)::text as stored, coalesce(e.amount, 0)::text as recomputed
     from (select id, provider_fee_amount from invoices where provider_fee_amount is not null) i
     full join (
       select * from ledger_entries where kind = 'provider_fee' and account = 'processing_fees' and reference like 'invoice/%'
     ) e on e.reference = 'invoice/' || i.id
     where coalesce(i.provider_fee_amount, 0) <> coalesce(e.amount, 0)`,
  ),
]

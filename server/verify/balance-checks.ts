import { type Check, sqlCheck } from './check.ts'

/** The platform's own money at the card provider. */
export const balanceChecks: Array<Check> = [
  sqlCheck(
    'Every charge of the provider and every payout to the own bank is booked exactly once',
    `select coalesce('transaction ' || t.transaction_id, e.reference) as "entityRef",
       coalesce(t.amount, 0)::text as stored, coalesce(e.amount, 0)::text as recomputed
     from (select b.transaction_id, b.currency, b.fee_amount - b.amount as amount from provider_balance_transactions b
       where b.kind in ('provider_charge', 'platform_payout') and b.fee_amount <> b.amount
         and b.currency = (select min(currency) from ledger_entries)) t
     full join (select reference, sum(amount) as amount from ledger_entries
       where kind in ('provider_charge', 'platform_payout') and account in ('processing_fees', 'cash_clearing') group by reference) e
       on e.reference = 'balance/' || t.transaction_id
     where coalesce(t.amount, 0) <> coalesce(e.amount, 0)`,
  ),
]

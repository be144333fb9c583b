import { type Check, sqlCheck } from './check.ts'

/** The earning postings that are old enough in the hash chain to have a document. */
const postingsWithReceipt = `
  select e.kind, e.reference, -coalesce(sum(e.amount) filter (where e.account = 'cash_clearing'), 0) as amount,
    coalesce(sum(e.amount) filter (where e.account = 'tax_payable'), 0) as tax_amount
  from ledger_entries e join posting_hashes s on s.kind = e.kind and s.reference = e.reference
  where e.kind in ('sale', 'refund', 'refund_reversal', 'dispute', 'dispute_reversal')
    and s.sequence <= coalesce((select sequence from receipt_progress), 0)
    and s.sequence >= coalesce((select min(f.sequence) from posting_hashes f
      join receipts r on r.posting_kind = f.kind and r.posting_reference = f.reference), 0)
  group by e.kind, e.reference`

/** Numbered receipts, and the tax in them. */
export const receiptChecks: Array<Check> = [
  sqlCheck(
    'Receipt numbers have no gaps',
    `select 'receipts of ' || year as "entityRef", count(*)::text as stored, max(number)::text as recomputed
     from receipts group by year having count(*) <> max(number) or min(number) <> 1`,
  ),
  sqlCheck(
    'Every sale, refund and dispute has one document with its amount and tax',
    `select coalesce(p.kind || ' ' || p.reference, r.posting_kind || ' ' || r.posting_reference) as "entityRef",
       coalesce(r.amount || ' with a tax of ' || r.tax_amount, 'no document') as stored,
       coalesce(p.amount || ' with a tax of ' || p.tax_amount, 'no posting') as recomputed
     from (${postingsWithReceipt}) p full join receipts r on r.posting_kind = p.kind and r.posting_reference = p.reference
     where r.id is null or p.kind is null or r.amount <> p.amount or r.tax_amount <> p.tax_amount`,
  ),
  sqlCheck(
    'Every sale includes the tax of its rate',
    `select 'purchase ' || order_number as "entityRef", tax_amount::text as stored,
       div(2 * amount::numeric * tax_rate_bps + 10000 + tax_rate_bps, 2 * (10000 + tax_rate_bps))::text as recomputed
     from purchases
     where tax_amount <> div(2 * amount::numeric * tax_rate_bps + 10000 + tax_rate_bps, 2 * (10000 + tax_rate_bps))`,
  ),
  sqlCheck(
    'The tax that is owed matches the sales, less what refunds and disputes returned',
    `select 'tax_payable in ' || coalesce(p.currency, e.currency) as "entityRef",
       coalesce(p.amount, 0)::text as stored, coalesce(e.amount, 0)::text as recomputed
     from (select currency, sum(tax_amount - tax_refunded_amount) as amount from purchases group by currency) p
     full join (select currency, sum(amount) as amount from ledger_entries where account = 'tax_payable' group by currency) e
       using (currency)
     where coalesce(p.amount, 0) <> coalesce(e.amount, 0)`,
  ),
]

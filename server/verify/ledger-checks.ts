import { balanceChecks } from './balance-checks.ts'
import { type Check, sqlCheck } from './check.ts'
import { documentChecks } from './document-checks.ts'
import { netAmountChecks } from './net-amount-checks.ts'
import { proChecks } from './pro-checks.ts'
import { reservationChecks } from './reservation-checks.ts'
import { rollupChecks } from './rollup-checks.ts'

/** The tax in sales. */
const taxChecks: Array<Check> = [
  sqlCheck(
    'Every sale includes the tax of its rate',
    `select 'purchase ' || order_number as "entityRef", tax_amount::text as stored,
       div(2 * amount::numeric * tax_rate_millionths + 1000000 + tax_rate_millionths, 2 * (1000000 + tax_rate_millionths))::text as recomputed
     from purchases
     where tax_amount <> div(2 * amount::numeric * tax_rate_millionths + 1000000 + tax_rate_millionths, 2 * (1000000 + tax_rate_millionths))`,
  ),
  sqlCheck(
    'The tax that is owed matches the sales and payments of Pro, less what refunds and disputes returned',
    `select 'tax_payable in ' || coalesce(p.currency, e.currency) as "entityRef",
       coalesce(p.amount, 0)::text as stored, coalesce(e.amount, 0)::text as recomputed
     from (select currency, sum(amount) as amount from (
       select currency, tax_amount - tax_refunded_amount as amount from purchases
       union all select currency, tax_amount - tax_returned_amount from invoices
     ) taxed group by currency) p
     full join (select currency, sum(amount) as amount from ledger_entries where account = 'tax_payable' group by currency) e
       using (currency)
     where coalesce(p.amount, 0) <> coalesce(e.amount, 0)`,
  ),
]

/** The sum of a posting's entries on one account. */
const sumOnAccount = (account: string) => `coalesce(sum(e.amount) filter (where e.account ${account}), 0)`
const accountSums = `${sumOnAccount("= 'cash_clearing'")} as outside, ${sumOnAccount("= 'platform_revenue'")} as platform, ${sumOnAccount("= 'tax_payable'")} as tax, ${sumOnAccount("like 'creator_balance/%'")} as creator`

const ledgerChecks: Array<Check> = [
  sqlCheck(
    'Every posting sums to zero',
    `select kind || ' ' || reference as "entityRef", '0' as stored, sum(amount)::text as recomputed
     from ledger_entries group by kind, reference, currency having sum(amount) <> 0`,
  ),
  sqlCheck(
    'Stored totals match the sum of their entries',
    `select coalesce(t.account, e.account) || ', ' || coalesce(t.kind, e.kind) as "entityRef",
       coalesce(t.amount, 0)::text as stored, coalesce(e.amount, 0)::text as recomputed
     from ledger_rollups t full join (
       select account, kind, currency, sum(amount) as amount, count(*) as entry_count from ledger_entries
       where account like 'creator_balance/%' or account like 'payouts_payable/%' group by account, kind, currency
     ) e using (account, kind, currency)
     where coalesce(t.amount, 0) <> coalesce(e.amount, 0) or coalesce(t.entry_count, 0) <> coalesce(e.entry_count, 0)`,
  ),
]

const purchaseChecks: Array<Check> = [
  sqlCheck(
    'Every purchase is booked at the price it sold for',
    `with sales as (
       select e.reference, ${accountSums}, max(e.account) filter (where e.account like 'creator_balance/%') as account
       from ledger_entries e where e.kind = 'sale' group by e.reference
     )
     select coalesce('purchase ' || p.order_number, s.reference) as "entityRef",
       coalesce(p.amount || ' with a tax of ' || p.tax_amount || ' and a fee of ' || p.platform_fee_amount, 'no purchase') as stored,
       coalesce(-s.outside || ' with a tax of ' || s.tax || ' and a fee of ' || s.platform, 'no posting') as recomputed
     from (select * from purchases where amount > 0) p full join sales s on s.reference = 'purchase/' || p.order_number
     where p.id is null or s.reference is null or s.outside <> -p.amount or s.platform <> p.platform_fee_amount
       or s.tax <> p.tax_amount or s.creator <> p.amount - p.tax_amount - p.platform_fee_amount or s.account <> 'creator_balance/' || p.creator_id`,
  ),
  sqlCheck(
    'Every fee uses the rate in effect when checkout started',
    `select 'purchase ' || p.order_number as "entityRef", p.platform_fee_amount::text as stored,
       div((a.amount - p.tax_amount)::numeric * a.platform_fee_bps, 10000)::text as recomputed
     from purchases p join checkouts a on a.id = p.checkout_id
     where p.platform_fee_amount <> div((a.amount - p.tax_amount)::numeric * a.platform_fee_bps, 10000) or p.amount <> a.amount`,
  ),
  sqlCheck(
    'What was free has no posting, no receipt and the provider “free”',
    `select 'purchase ' || p.order_number as "entityRef", c.provider || ', ' || p.net_amount as stored,
       case when r.id is not null then 'a receipt' when e.id is not null then 'a posting' else 'nothing' end as recomputed
     from purchases p join checkouts c on c.id = p.checkout_id
     left join ledger_entries e on e.kind = 'sale' and e.reference = 'purchase/' || p.order_number and p.amount = 0
     left join documents r on r.posting_kind = 'sale' and r.posting_reference = 'purchase/' || p.order_number and p.amount = 0
     where (p.amount = 0) <> (c.provider = 'free') or p.amount = 0 and (e.id is not null or r.id is not null or p.net_amount <> 0)`,
  ),
  sqlCheck(
    'Refunded and disputed amounts match the bookings',
    `with reversal_entries as (
       select r.purchase_id, e.account, e.amount from ledger_entries e
         join refunds r on e.reference = 'refund/' || r.id where e.kind in ('refund', 'refund_reversal')
       union all
       select d.purchase_id, e.account, e.amount from ledger_entries e
         join disputes d on d.id::text = split_part(e.reference, '/', 2) where e.kind in ('dispute', 'dispute_reversal')
     ), reversals as (select e.purchase_id, ${accountSums} from reversal_entries e group by e.purchase_id)
     select 'purchase ' || p.order_number as "entityRef",
       p.refunded_amount + p.disputed_amount || ' with a tax of ' || p.tax_refunded_amount || ' and a fee of ' || p.platform_fee_refunded_amount as stored,
       coalesce(b.outside, 0) || ' with a tax of ' || -coalesce(b.tax, 0) || ' and a fee of ' || -coalesce(b.platform, 0) as recomputed
     from purchases p left join reversals b on b.purchase_id = p.id
     where p.refunded_amount + p.disputed_amount <> coalesce(b.outside, 0) or p.platform_fee_refunded_amount <> -coalesce(b.platform, 0)
       or p.tax_refunded_amount <> -coalesce(b.tax, 0)
       or p.refunded_amount + p.disputed_amount - p.tax_refunded_amount - p.platform_fee_refunded_amount <> -coalesce(b.creator, 0)`,
  ),
  sqlCheck(
    'Refunds and disputes add up to the totals on their purchase',
    `select 'purchase ' || p.order_number as "entityRef", p.refunded_amount || ' refunded, ' || p.disputed_amount || ' disputed' as stored,
       coalesce(r.amount, 0) || ' refunded, ' || coalesce(d.amount, 0) || ' disputed' as recomputed
     from purchases p
     left join (select purchase_id, sum(amount) filter (where state = 'succeeded') as amount from refunds
       group by purchase_id) r on r.purchase_id = p.id
     left join (select purchase_id, sum(held_amount) as amount from disputes group by purchase_id) d on d.purchase_id = p.id
     where p.refunded_amount <> coalesce(r.amount, 0) or p.disputed_amount <> coalesce(d.amount, 0)`,
  ),
  sqlCheck(
    'Every refund and dispute in the ledger has a record',
    `select distinct e.kind || ' ' || e.reference as "entityRef", 'unknown' as stored, 'booked' as recomputed
     from ledger_entries e
     where (e.kind in ('refund', 'refund_reversal') and not exists
         (select 1 from refunds r where 'refund/' || r.id = e.reference))
       or (e.kind in ('dispute', 'dispute_reversal') and not exists
         (select 1 from disputes d where d.id::text = split_part(e.reference, '/', 2)))`,
  ),
  sqlCheck(
    'Every card provider fee is booked exactly once',
    `select coalesce('purchase ' || p.order_number, e.reference) as "entityRef",
       coalesce(p.provider_fee_amount, 0)::text as stored, coalesce(e.amount, 0)::text as recomputed
     from (select order_number, provider_fee_amount from purchases where provider_fee_amount is not null) p
     full join (select * from ledger_entries where kind = 'provider_fee' and account = 'processing_fees' and reference like 'purchase/%') e
       on e.reference = 'purchase/' || p.order_number
     where coalesce(p.provider_fee_amount, 0) <> coalesce(e.amount, 0)`,
  ),
  sqlCheck(
    'Item totals match the sum of their purchases',
    `select 'content ' || c.id as "entityRef",
       coalesce(t.sale_count, 0) || ' tips, ' || coalesce(t.purchase_count, 0) || ' unlocks, ' || coalesce(t.free_count, 0) || ' free, ' || coalesce(t.net_amount, 0) as stored,
       coalesce(p.sale_count, 0) || ' tips, ' || coalesce(p.purchase_count, 0) || ' unlocks, ' || coalesce(p.free_count, 0) || ' free, ' || coalesce(p.net_amount, 0) as recomputed
     from content_items c left join content_rollups t on t.content_id = c.id
     left join (
       select content_id, count(*) filter (where refunded_amount < amount) as sale_count, count(*) filter (where amount > 0) as purchase_count,
         count(*) filter (where amount = 0) as free_count, sum(net_amount) as net_amount
       from purchases group by content_id
     ) p on p.content_id = c.id
     where coalesce(t.sale_count, 0) <> coalesce(p.sale_count, 0) or coalesce(t.purchase_count, 0) <> coalesce(p.purchase_count, 0)
       or coalesce(t.free_count, 0) <> coalesce(p.free_count, 0) or coalesce(t.net_amount, 0) <> coalesce(p.net_amount, 0)`,
  ),
  sqlCheck(
    'No one has both the item and the refund',
    `select 'purchase ' || p.order_number as "entityRef", 'access open' as stored,
       case when p.refunded_amount = p.amount then 'refunded' else 'disputed' end as recomputed
     from purchases p join access_grants g on g.purchase_id = p.id
     where g.revoked_at is null and (p.amount > 0 and p.refunded_amount = p.amount or p.disputed_amount > 0)`,
  ),
]

/** The state of a payout determines the sums on its accounts. */
const payoutChecks: Array<Check> = [
  sqlCheck(
    'Every payout is booked according to its status',
    `with booked as (
       select e.reference, ${accountSums}, ${sumOnAccount("like 'payouts_payable/%'")} as payable,
         count(distinct e.account) filter (where e.account ~ '^(creator_balance|payouts_payable)/') as accounts,
         max(split_part(e.account, '/', 2)) as creator_id
       from ledger_entries e where e.kind in ('payout', 'payout_paid', 'payout_return') group by e.reference
     ), expected as (
       select id, creator_id, amount, state,
         case when state in ('processing', 'paid') then -amount else 0 end as creator,
         case when state = 'processing' then amount else 0 end as payable,
         case when state = 'paid' then amount else 0 end as outside
       from payouts
     )
     select coalesce('payout ' || x.id, b.reference) as "entityRef",
       coalesce(x.state || ', ' || x.amount, 'no payout') as stored,
       coalesce(-b.creator || ' taken, ' || b.payable || ' on its way, ' || b.outside || ' sent', 'no posting') as recomputed
     from expected x full join booked b on b.reference = 'payout/' || x.id
     where x.id is null or b.reference is null or b.creator <> x.creator or b.payable <> x.payable
       or b.outside <> x.outside or b.creator_id <> x.creator_id or b.accounts <> 2`,
  ),
  sqlCheck(
    'No payout exceeded the available balance',
    `select reference as "entityRef", '0' as stored, balance::text as recomputed from (
       select kind, reference, sum(amount) over (partition by account order by id) as balance
       from ledger_entries where account like 'creator_balance/%'
     ) e where kind = 'payout' and balance < 0`,
  ),
]

export const allChecks: Array<Check> = [
  ...ledgerChecks,
  ...purchaseChecks,
  ...netAmountChecks,
  ...reservationChecks,
  ...payoutChecks,
  ...proChecks,
  ...balanceChecks,
  ...rollupChecks,
  ...documentChecks,
  ...taxChecks,
]

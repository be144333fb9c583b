import { type Check, sqlCheck } from './check.ts'

/** How much of something limited is used and held: stored in counters, recomputed from the reservations. */
export const reservationChecks: Array<Check> = [
  sqlCheck(
    'What is used and held of each code matches its reservations',
    `with found as (
       select r.kind, r.subject_id,
         count(*) filter (where r.state = 'used') as used,
         count(*) filter (where r.state = 'held') as reserved,
         coalesce(sum(p.amount) filter (where r.state = 'used'), 0) as sold_amount
       from reservations r left join purchases p on p.checkout_id = r.checkout_id
       group by r.kind, r.subject_id
     )
     select c.kind || ' ' || c.subject_id as "entityRef",
       concat_ws(', ', c.used || ' used', c.reserved || ' held', c.sold_amount || ' sold') as stored,
       concat_ws(', ', coalesce(f.used, 0) || ' used', coalesce(f.reserved, 0) || ' held', coalesce(f.sold_amount, 0) || ' sold') as recomputed
     from counters c left join found f using (kind, subject_id)
     where (c.used, c.reserved, c.sold_amount)
       is distinct from (coalesce(f.used, 0), coalesce(f.reserved, 0), coalesce(f.sold_amount, 0))`,
  ),
  sqlCheck(
    'Each use of a code belongs to a sale, and each hold to a checkout that can be paid',
    `select 'reservation ' || r.id as "entityRef", r.state as stored, coalesce(c.state, 'no checkout') as recomputed
     from reservations r left join checkouts c on c.id = r.checkout_id
     where r.state = 'used' and c.state is distinct from 'paid'
       or r.state = 'held' and (c.state is null or c.state not in ('open', 'processing'))`,
  ),
  sqlCheck(
    'Each sale with a code has the code of its checkout',
    `select 'purchase ' || p.order_number as "entityRef", coalesce(p.discount_id::text, 'none') as stored,
       coalesce(c.discount_id::text, 'none') as recomputed
     from purchases p join checkouts c on c.id = p.checkout_id
     where p.discount_id is distinct from c.discount_id or p.list_amount <> c.list_amount`,
  ),
  sqlCheck(
    'The keys of each list match its counter, and each belongs to one sale at most',
    `select 'list of ' || c.subject_id as "entityRef", concat_ws(', ', c.max || ' keys', c.used || ' used') as stored,
       concat_ws(', ', count(pool.id) || ' keys', count(pool.purchase_id) || ' taken') as recomputed
     from counters c left join license_pool pool on pool.content_id = c.subject_id and pool.retired_at is null
     where c.kind = 'keys'
     group by c.subject_id, c.max, c.used
     having c.max is distinct from count(pool.id) or count(pool.purchase_id) > c.used
       or count(pool.purchase_id) <> count(distinct pool.purchase_id)`,
  ),
]

import type pg from 'pg'
import { openRefundStates, reservedNetAmounts } from '../../domain/refund.ts'
import { type Check, type Difference, sqlCheck } from './check.ts'

/** What creators have of each purchase, and what open refund requests reserve of it. */
export const netAmountChecks: Array<Check> = [
  sqlCheck(
    'The net amount of each purchase matches its bookings',
    `with bookings as (
       select p.id as purchase_id, e.account, e.amount from ledger_entries e
         join purchases p on e.reference = 'purchase/' || p.order_number where e.kind = 'sale'
       union all
       select r.purchase_id, e.account, e.amount from ledger_entries e
         join refunds r on e.reference = 'refund/' || r.id where e.kind in ('refund', 'refund_reversal')
       union all
       select d.purchase_id, e.account, e.amount from ledger_entries e
         join disputes d on d.id::text = split_part(e.reference, '/', 2) where e.kind in ('dispute', 'dispute_reversal')
     ), booked as (
       select purchase_id, sum(amount) as amount from bookings where account like 'creator_balance/%' group by purchase_id
     )
     select 'purchase ' || p.order_number as "entityRef", p.net_amount::text as stored, coalesce(b.amount, 0)::text as recomputed
     from purchases p left join booked b on b.purchase_id = p.id
     where p.net_amount <> coalesce(b.amount, 0)`,
  ),
  { name: 'Open refund requests reserve what their refunds would cost', run: findWrongReservations },
]

/** An open request with its purchase. The columns are the domain's, so that its rule computes the amounts. */
type OpenRequest = {
  id: string
  purchaseId: string
  requestedAmount: number
  reservedNetAmount: number
} & Parameters<typeof reservedNetAmounts>[0]

async function findWrongReservations(client: pg.ClientBase): Promise<Array<Difference>> {
  const { rows } = await client.query<OpenRequest>(
    `select r.id, r.purchase_id as "purchaseId", r.amount::float8 as "requestedAmount",
       r.reserved_net_amount::float8 as "reservedNetAmount", p.creator_id as "creatorId", p.amount::float8 as amount,
       p.tax_amount::float8 as "taxAmount", p.platform_fee_amount::float8 as "platformFeeAmount",
       p.refunded_amount::float8 as "refundedAmount", p.disputed_amount::float8 as "disputedAmount",
       p.platform_fee_refunded_amount::float8 as "platformFeeRefundedAmount", p.tax_refunded_amount::float8 as "taxRefundedAmount"
     from refund_requests r join purchases p on p.id = r.purchase_id
     where r.state = any($1) order by r.id`,
    [openRefundStates],
  )
  return [...Map.groupBy(rows, ({ purchaseId }) => purchaseId).values()].flatMap((requests) => {
    const [purchase] = requests
    const amounts = purchase
      ? reservedNetAmounts(
          purchase,
          requests.map(({ requestedAmount }) => requestedAmount),
        )
      : []
    return requests.flatMap(({ id, reservedNetAmount }, index) =>
      amounts[index] === reservedNetAmount
        ? []
        : {
            entityRef: `refund request ${id}`,
            stored: String(reservedNetAmount),
            recomputed: String(amounts[index]),
          },
    )
  })
}

import type { ServerProcess } from '../tests/support/server-process.ts'

/**
 * Counts the provider's paid payments that are neither delivered nor fully refunded. One item's file may be missing
 * for good.
 */
export async function countUndelivered(site: ServerProcess, lostItem: number): Promise<number> {
  const [row] = await site.query<{ waiting: string }>(`
    select count(*) as waiting from sandbox.payment_intents p
    left join checkouts a on a.provider_payment_id = p.id
    left join purchases b on b.checkout_id = a.id
    left join access_grants g on g.purchase_id = b.id
    where p.state in ('paid', 'processing')
      and not coalesce(b.refunded_amount = b.amount, false)
      and not coalesce(g.revoked_at is null and b.content_id <> ${lostItem}, false)`)
  return Number(row?.waiting)
}

/** Violations of invariants, counted in the server's database: each must be 0. Amounts are in minor units. */
export async function countInvariantViolations(site: ServerProcess) {
  const [row] = await site.query<Record<keyof typeof invariants, string>>(
    `select ${Object.entries(invariants)
      .map(([name, sql]) => `(${sql}) as "${name}"`)
      .join(', ')}`,
  )
  const counts = Object.entries(row ?? {}).map(([name, count]) => [name, Number(count)])
  return Object.fromEntries(counts) as Record<keyof typeof invariants, number>
}

/** The provider's balance: payments less refunds and transfers. */
const providerBalance = `(select coalesce(sum(amount), 0) from sandbox.payment_intents where state = 'paid')
  - (select coalesce(sum(amount), 0) from sandbox.refunds where state = 'succeeded')
  - (select coalesce(sum(amount), 0) from sandbox.transfers where state = 'paid')`

const invariants = {
  duplicateSales: `select count(*) from (select 1 from purchases group by checkout_id having count(*) > 1) as twice`,
  missingOrDuplicatePostings: `select abs((select count(*) from purchases)
    - (select count(*) from ledger_entries where kind = 'sale' and account = 'cash_clearing'))`,
  duplicateRefunds: `select count(*) from (select 1 from sandbox.refunds r join sandbox.payment_intents p on p.id = r.payment_id
    where r.state <> 'failed' group by p.id, p.amount having count(*) > 1 or sum(r.amount) > p.amount) as twice`,
  duplicateTransfers: `select count(*) from (select 1 from sandbox.transfers where state <> 'failed'
    group by payout_id having count(*) > 1) as twice`,
  transferDifference: `select abs((select coalesce(sum(amount), 0) from sandbox.transfers where state = 'paid')
    - (select coalesce(sum(amount), 0) from payouts where method = 'transfer' and state = 'paid'))`,
  duplicateEmails: `select count(*) from (select 1 from deliveries where kind = 'purchase_access'
    group by data->>'purchaseId' having count(*) > 1) as twice`,
  ledgerSum: `select abs(coalesce(sum(amount), 0)) from ledger_entries`,
  unbalancedPostings: `select count(*) from (select 1 from ledger_entries group by kind, reference
    having sum(amount) <> 0) as wrong`,
  providerDifference: `select abs(${providerBalance}
    + (select coalesce(sum(amount), 0) from ledger_entries where account = 'cash_clearing'))`,
  rollupDifference: `select abs((select coalesce(sum(amount), 0) from ledger_rollups)
    - (select coalesce(sum(amount), 0) from ledger_entries where account like 'creator_balance/%'))`,
  unsentEmails: `select count(*) from deliveries where state = 'waiting'`,
}

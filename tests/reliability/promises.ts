import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerProcess } from '../support/server-process.ts'
import { textOfWrong } from './fault-run.ts'

/** The maximum delivery time of product.md. */
const deliverySlaMs = 120_000
/** The maximum time until work left undone by a fault must be finished. */
const recoveryMs = 90_000

/** The provider's balance: payments less refunds and transfers. */
const providerBalance = `(select coalesce(sum(amount), 0) from sandbox.payment_intents where state = 'paid')
  - (select coalesce(sum(amount), 0) from sandbox.refunds where state = 'succeeded')
  - (select coalesce(sum(amount), 0) from sandbox.transfers where state = 'paid')`

/** Each of these must be 0 at the end. Amounts are in minor units. */
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

/** Paid payments that are neither delivered nor fully refunded. */
const undelivered = `select count(*) from sandbox.payment_intents p
  left join checkouts a on a.provider_payment_id = p.id
  left join purchases b on b.checkout_id = a.id
  left join access_grants g on g.purchase_id = b.id
  where p.state in ('paid', 'processing')
    and not coalesce(b.refunded_amount = b.amount, false)
    and not coalesce(g.revoked_at is null, false)`

/** Work that is scheduled, with what moves it back by two minutes. */
const scheduled = {
  checkouts: `next_check_at = next_check_at - interval '2 minutes' where next_check_at is not null`,
  deliveries: `next_at = next_at - interval '2 minutes' where state = 'waiting'`,
  webhook_events: `received_at = received_at - interval '2 minutes' where processed_at is null`,
  refund_requests: `decided_at = decided_at - interval '2 minutes',
    next_attempt_at = next_attempt_at - interval '2 minutes' where state = 'processing'`,
  'sandbox.payment_intents': `succeeds_at = succeeds_at - interval '2 minutes' where succeeds_at is not null`,
}

/**
 * What violates the promises after the recovery time. Timestamps are moved back in the database instead of waiting,
 * and `restart` makes the sweeper run at once. A server that is working through a backlog is not restarted.
 */
export async function findViolations(
  site: ServerProcess,
  restart: () => Promise<void> = () => killAndStart(site),
): Promise<Record<string, number>> {
  const deadline = performance.now() + recoveryMs
  let unsentBefore = Number.POSITIVE_INFINITY
  for (let pollCount = 1; ; pollCount++) {
    const violations = await countAll(site, { ...invariants, undelivered })
    if (textOfWrong(violations) === '0' || performance.now() > deadline) return violations
    await sleep(200)
    if (pollCount % 25 !== 0) continue
    const { unsentEmails = 0 } = violations
    const isProgressing = unsentEmails < unsentBefore && unsentEmails > 0
    unsentBefore = unsentEmails
    if (isProgressing && pollCount > 25) continue
    for (const [table, change] of Object.entries(scheduled)) await site.query(`update ${table} set ${change}`)
    await restart()
  }
}

/** Waits until every paid buyer has the item or a refund, without help. `late` are those who still wait after 120 s. */
export async function waitForDelivery(site: ServerProcess): Promise<{ late: number; tookMs: number }> {
  const startedAt = performance.now()
  for (;;) {
    const { late = 0 } = await countAll(site, { late: undelivered })
    const tookMs = performance.now() - startedAt
    if (late === 0 || tookMs > deliverySlaMs) return { late, tookMs }
    await sleep(250)
  }
}

async function countAll(
  site: ServerProcess,
  statements: Record<string, string>,
): Promise<Record<string, number>> {
  const columns = Object.entries(statements).map(([name, statement]) => `(${statement}) as "${name}"`)
  const [row = {}] = await site.query<Record<string, string>>(`select ${columns.join(', ')}`)
  return Object.fromEntries(Object.entries(row).map(([name, count]) => [name, Number(count)]))
}

async function killAndStart(site: ServerProcess): Promise<void> {
  await site.kill()
  await site.start()
}

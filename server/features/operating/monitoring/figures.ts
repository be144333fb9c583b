import { sql } from 'drizzle-orm'
import { type Waiting, waitingKinds } from '../../../../contract/monitoring.ts'
import type { Database, Db } from '../../../db/database.ts'
import { sumOf } from '../../../db/rows.ts'
import { creatorStorage } from '../../../db/schema/index.ts'

/** The maximum time that we promise between two steps of a sale (product.md, promise 1). */
export const maxWaitSeconds = 120

/** The metrics of each kind of work: how many wait, and how long the oldest has. */
const metricsOf: Record<(typeof waitingKinds)[number], { count: string; lag: string }> = {
  payments: { count: 'tipdrop_checkouts_due', lag: 'tipdrop_settle_lag_seconds' },
  deliveries: { count: 'tipdrop_deliveries_pending', lag: 'tipdrop_delivery_lag_seconds' },
  webhooks: { count: 'tipdrop_webhook_events_pending', lag: 'tipdrop_webhook_lag_seconds' },
  emails: { count: 'tipdrop_emails_pending', lag: 'tipdrop_email_lag_seconds' },
  jobs: { count: 'tipdrop_queue_jobs', lag: 'tipdrop_queue_lag_seconds' },
}

export function waitingOf(figures: ReadonlyArray<StateFigure>): Array<Waiting> {
  const values = (name: string) => figures.filter((figure) => figure.name === name).map(({ value }) => value)
  return waitingKinds.map((kind) => {
    const { count, lag } = metricsOf[kind]
    const oldestSeconds = Math.floor(Math.max(0, ...values(lag)))
    return {
      kind,
      count: values(count).reduce((total, value) => total + value, 0),
      oldestSeconds,
      isLate: oldestSeconds > maxWaitSeconds,
    }
  })
}

/** The value of a figure without labels; 0 when it was not read. */
export function figureOf(figures: ReadonlyArray<StateFigure>, name: string): number {
  return Math.floor(figures.find((figure) => figure.name === name)?.value ?? 0)
}

/** Bytes of all files in the store. */
export function sumStoredBytes(db: Db): Promise<number> {
  return sumOf(db, creatorStorage.storedBytes, undefined)
}

/** How many of the newest entries each reading checks. `npm run verify` checks all. */
const recentEntryCount = 1_000

/** A figure of the instance's state, by the name of its metric. `label` separates figures of one name. */
export type StateFigure = { name: string; label: string; value: number }

/** Reads what waits, fails and is owed, in one query. */
export async function readStateFigures(db: Database, now: Date): Promise<Array<StateFigure>> {
  const at = sql`${now}::timestamptz`
  const { rows } = await db.execute<StateFigure>(sql`
    with due as (select next_check_at as since from checkouts where next_check_at < ${at}),
      unverified as (select paid_at as since from purchases where delivery_verified_at is null),
      events as (select received_at as since from webhook_events where processed_at is null),
      emails as (select created_at as since from deliveries where channel = 'email' and state = 'waiting'),
      open_payouts as (select created_at as since from payouts where state = 'processing'),
      jobs as (
        select name, created_on, start_after, state from pgboss.job
        where state in ('created', 'retry', 'active')
      ),
      recent_postings as (
        select distinct kind, reference
        from (select kind, reference from ledger_entries order by id desc limit ${recentEntryCount}) entries
      ),
      sums as materialized (
        select split_part(account, '/', 1) as account, kind, sum(amount) as amount, sum(entry_count) as count
        from ledger_rollups
        where account like 'creator_balance/%' or account like 'payouts_payable/%'
        group by 1, 2
      ),
      balances as (select account, sum(amount) as amount from sums group by account),
      earnings as (select kind, count from sums where account = 'creator_balance')
    select name, label, value::float8 as value from (
      select 'tipdrop_checkouts_due' as name, '' as label, count(*)::numeric as value from due
      union all select 'tipdrop_settle_lag_seconds', '', ${ageOfOldest(at)} from due
      union all select 'tipdrop_deliveries_pending', '', count(*) from unverified
      union all select 'tipdrop_delivery_lag_seconds', '', ${ageOfOldest(at)} from unverified
      union all select 'tipdrop_webhook_events_pending', '', count(*) from events
      union all select 'tipdrop_webhook_lag_seconds', '', ${ageOfOldest(at)} from events
      union all select 'tipdrop_emails_pending', '', count(*) from emails
      union all select 'tipdrop_email_lag_seconds', '', ${ageOfOldest(at)} from emails
      union all select 'tipdrop_payouts_processing', '', count(*) from open_payouts
      union all select 'tipdrop_payout_age_seconds', '', ${ageOfOldest(at)} from open_payouts
      union all select 'tipdrop_sweep_age_seconds', '',
        extract(epoch from (${at} - coalesce(last_periodic_run_at, created_at))) from instance
      union all select 'tipdrop_queue_jobs', name, count(*) from jobs group by name
      union all select 'tipdrop_queue_lag_seconds', name,
        greatest(0, extract(epoch from (now() - min(start_after)))) from jobs where state <> 'active' group by name
      union all select 'tipdrop_alerts_open', kind, count(*) from alerts where resolved_at is null group by kind
      union all select 'tipdrop_ledger_minor_units', account, amount from balances
      union all select 'tipdrop_sales_total', '', coalesce(sum(count), 0) from earnings where kind = 'sale'
      union all select 'tipdrop_refunds_total', '', coalesce(sum(count), 0) from earnings where kind = 'refund'
      union all select 'tipdrop_disputes_total', '', coalesce(sum(count), 0) from earnings where kind = 'dispute'
      union all select 'tipdrop_ledger_unbalanced_postings', '', count(*) from recent_postings r
        where (select sum(amount) from ledger_entries e where e.kind = r.kind and e.reference = r.reference) <> 0
      union all select 'tipdrop_ledger_unsealed_postings', '', count(*) from unsealed_postings
      union all select 'tipdrop_backup_age_seconds', '', ${ageOfOldest(at)} from (
        select max(snapshot_at) as since from backups where state = 'succeeded'
      ) last_backup having count(since) > 0
      union all select 'tipdrop_database_bytes', '', pg_database_size(current_database())
    ) samples`)
  return rows
}

/** The age of the oldest row in seconds, 0 without rows. It is never negative, though the two clocks may differ. */
function ageOfOldest(at: ReturnType<typeof sql>) {
  return sql`greatest(0, coalesce(extract(epoch from (${at} - min(since))), 0))`
}

import { sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'

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
      emails as (select created_at as since from outbox_emails where sent_at is null),
      open_payouts as (select created_at as since from payouts where state = 'processing'),
      jobs as (
        select name, created_on, start_after, state from pgboss.job
        where state in ('created', 'retry', 'active')
      ),
      recent_postings as (
        select distinct kind, reference
        from (select kind, reference from ledger_entries order by id desc limit ${recentEntryCount}) entries
      ),
      balances as (
        select case when account like 'creator_balance/%' then 'creator_balance'
                    when account like 'payouts_payable/%' then 'payouts_payable' end as account,
          sum(amount) as amount
        from ledger_rollups
        where account like 'creator_balance/%' or account like 'payouts_payable/%'
        group by 1
      )
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

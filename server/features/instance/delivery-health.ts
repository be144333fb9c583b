import { sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import { instance } from '../../db/schema/index.ts'
import type { Ports } from '../../ports/index.ts'
import { selectAwayParts } from '../alerts/away.ts'

/** Seconds within which a paid buyer has what they paid for (product.md, promise 1). */
const deliverySlaSeconds = 120

/** What waits for us, by the moment it began to. A refund that the provider is at waits for the provider. */
const oldestPendingSql = sql`least(
  (select min(received_at) from webhook_events where processed_at is null),
  (select min(created_at) from outbox_emails where sent_at is null),
  (select min(paid_at) from purchases where delivery_verified_at is null),
  (select min(missing_since) from missing_files where confirmed_missing_at is null),
  (select min(decided_at) from refund_requests where state = 'refunding' and provider_refund_id is null),
  (select min(created_at) from alerts where kind = 'provider-away' and resolved_at is null)
)`

/**
 * How long the oldest delivery has been waiting: a webhook that could not be handled, a mail that was not sent, a payment
 * the sweeper should have looked at or could not, goods that are missing, money that should go back. `late` once that is
 * longer than we promise, or when nobody has swept for so long.
 */
export async function getDeliveryHealth({ db, clock }: Ports) {
  const now = clock.now()
  const at = sql`${now}::timestamptz`
  const { rows } = await db.execute<{
    oldest: string | null
    lastRunAt: string | null
    idle: string | null
  }>(sql`
    select extract(epoch from (${at} - least(${oldestPendingSql},
             (select min(next_check_at) from checkouts where next_check_at < ${at})))) as oldest,
           last_periodic_run_at as "lastRunAt",
           extract(epoch from (${at} - coalesce(last_periodic_run_at, created_at))) as idle
    from instance`)
  const [row] = rows
  const oldestSeconds = row?.oldest ? Math.max(0, Math.floor(Number(row.oldest))) : null
  const isLate = (oldestSeconds ?? 0) > deliverySlaSeconds || Number(row?.idle ?? 0) > deliverySlaSeconds
  return {
    status: isLate ? ('late' as const) : ('ok' as const),
    oldestUndeliveredSeconds: oldestSeconds,
    lastSweepAt: row?.lastRunAt ? new Date(row.lastRunAt).toISOString() : null,
    away: await selectAwayParts(db),
  }
}

export async function recordPeriodicRun(db: Db, now: Date): Promise<void> {
  await db.update(instance).set({ lastPeriodicRunAt: now })
}

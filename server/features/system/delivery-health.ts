import { sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import { instance } from '../../db/schema/index.ts'
import type { Ports } from '../../ports/index.ts'

/** Seconds within which a paid buyer has what they paid for (product.md, promise 1). */
const promised = 120

/**
 * How long the oldest delivery has been waiting: a webhook that could not be handled, an access mail that was not sent, a
 * payment the sweeper should have looked at. `late` once that is longer than we promise.
 */
export async function checkDelivery({ db, clock }: Ports) {
  const now = clock.now()
  const { rows } = await db.execute<{ oldest: string | null; last_sweep_at: string | null }>(sql`
    select extract(epoch from (${now}::timestamptz - least(
             (select min(received_at) from provider_events where handled_at is null),
             (select min(created_at) from mails where sent_at is null),
             (select min(next_check_at) from attempts where next_check_at < ${now}::timestamptz)
           ))) as oldest,
           (select last_sweep_at from instance) as last_sweep_at`)
  const [row] = rows
  const waited = row?.oldest ? Math.max(0, Math.floor(Number(row.oldest))) : null
  return {
    status: waited !== null && waited > promised ? ('late' as const) : ('ok' as const),
    oldestUndeliveredSeconds: waited,
    lastSweepAt: row?.last_sweep_at ? new Date(row.last_sweep_at).toISOString() : null,
  }
}

export async function noteSweep(db: Db, now: Date): Promise<void> {
  await db.update(instance).set({ lastSweepAt: now })
}

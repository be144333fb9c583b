import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Db } from '../../../db/database.ts'
import type { DatabaseHealth } from '../../../db/health.ts'
import { instance } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'
import { ProviderBusyError, ProviderUnavailableError } from '../../../ports/payment-provider.ts'
import {
  hasOpenAlert,
  raiseAlert,
  resolveAlerts,
  selectUnavailableServices,
} from '../../telling/alerts/service.ts'
import { areClocksInStep } from './clock-skew.ts'

/** The maximum time until a paid buyer has their purchase (product.md, promise 1). */
const deliverySlaSeconds = 120

/** The start of the oldest waiting work. A refund that the provider is processing does not count. */
const oldestPendingSql = sql`least(
  (select min(received_at) from webhook_events where processed_at is null),
  (select min(created_at) from deliveries where state = 'waiting' and endpoint_id is null),
  (select min(paid_at) from purchases where delivery_verified_at is null),
  (select min(missing_since) from missing_files where confirmed_missing_at is null),
  (select min(decided_at) from refund_requests where state = 'processing' and provider_refund_id is null),
  (select min(created_at) from alerts where kind = 'provider-unavailable' and resolved_at is null)
)`

/**
 * How long the oldest delivery has been waiting: an unprocessed webhook, an email or webhook that waits, a payment due for a check,
 * a missing file, a pending refund. `degraded` once that exceeds the promised time, when no sweep ran for that long,
 * when the sweep waits because the clocks disagree, or while a service does not answer.
 */
export async function getDeliveryHealth(ports: Ports) {
  const { db, clock } = ports
  const now = clock.now()
  const at = sql`${now}::timestamptz`
  const { rows } = await db.execute<{
    oldestAgeSeconds: string | null
    lastRunAt: string | null
    idleSeconds: string | null
  }>(sql`
    select extract(epoch from (${at} - least(${oldestPendingSql},
             (select min(next_check_at) from checkouts where next_check_at < ${at})))) as "oldestAgeSeconds",
           last_periodic_run_at as "lastRunAt",
           extract(epoch from (${at} - coalesce(last_periodic_run_at, created_at))) as "idleSeconds"
    from instance`)
  const [row] = rows
  const oldestSeconds = row?.oldestAgeSeconds ? Math.max(0, Math.floor(Number(row.oldestAgeSeconds))) : null
  const hasSweepStopped = !(await areClocksInStep(ports))
  const unavailable = await selectUnavailableServices(db)
  const isLate =
    hasSweepStopped ||
    unavailable.length > 0 ||
    (oldestSeconds ?? 0) > deliverySlaSeconds ||
    Number(row?.idleSeconds ?? 0) > deliverySlaSeconds
  return {
    status: isLate ? ('degraded' as const) : ('ok' as const),
    oldestUndeliveredSeconds: oldestSeconds,
    lastSweepAt: row?.lastRunAt ? new Date(row.lastRunAt).toISOString() : null,
    unavailable,
  }
}

export async function recordPeriodicRun(db: Db, now: Date): Promise<void> {
  await db.update(instance).set({ lastPeriodicRunAt: now })
}

type Probe = Pick<DatabaseHealth, 'isUnavailable'>
type Timing = { maxWaitMs: number; recentMs: number }

/** A busy pool responds late, while a lost connection fails at once, so only the wait has a limit. */
const defaults: Timing = { maxWaitMs: 100, recentMs: 10_000 }

/**
 * Checks the database without waiting behind a flood of requests: concurrent probes share one query, and when the
 * pool is too busy to respond, a good response of the last seconds counts.
 */
export function healthProbe(health: Probe, { maxWaitMs, recentMs }: Timing = defaults): Probe {
  let running: Promise<boolean> | undefined
  let lastGoodAt = Number.NEGATIVE_INFINITY

  async function query(): Promise<boolean> {
    const isUnavailable = await health.isUnavailable()
    if (!isUnavailable) lastGoodAt = performance.now()
    return isUnavailable
  }

  return {
    isUnavailable() {
      running ??= query().finally(() => {
        running = undefined
      })
      if (performance.now() - lastGoodAt >= recentMs) return running
      return Promise.race([running, sleep(maxWaitMs, false, { ref: false })])
    },
  }
}

const kind = 'provider-unavailable'
/** Different from the target of the sweep's alert about unreadable payments, so that each resolves its own. */
const target = 'connection'

/** Alerts the operator when the circuit breaker opens, not only at the next sweep. */
export async function reportProviderUnavailable(ports: Ports): Promise<void> {
  const message = 'The card provider isn’t responding. Buyers are asked to try again in a moment.'
  await ports.db
    .transaction((tx) => raiseAlert(tx, ports, { kind, target, message }))
    .catch((error: unknown) => ports.log.error({ err: error }, 'alert could not be stored'))
}

/** While calls fail or the alert is open, pings the provider, and raises or resolves the alert. */
export async function checkProvider(ports: Ports): Promise<void> {
  const { db, paymentProvider } = ports
  if (!paymentProvider.isUnavailable?.() && !(await hasOpenAlert(db, { kind, target }))) return
  try {
    await paymentProvider.ping()
  } catch (error) {
    if (!(error instanceof ProviderUnavailableError) || error instanceof ProviderBusyError) throw error
    return reportProviderUnavailable(ports)
  }
  await db.transaction((tx) => resolveAlerts(tx, ports, { kinds: [kind], target }))
}

import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { desc } from 'drizzle-orm'
import type { Db } from '../../../db/database.ts'
import { deleteRows } from '../../../db/rows.ts'
import { processHeartbeats } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'
import { backupSettingsOf } from '../../site/backups/last-backup.ts'
import { addRequestCounts, type RequestCounts } from './samples.ts'

const intervalMs = 15_000
const percentile = 99
const nanosecondsPerMs = 1e6

export type HeartbeatRow = typeof processHeartbeats.$inferSelect

/**
 * Tells the other processes every 15 seconds that this one runs, and adds its requests to the samples. `stop` removes
 * the row. A failed heartbeat is tried again with the next, so an outage of the database loses no counts.
 */
export function startHeartbeat(
  { db, clock, config, log }: Pick<Ports, 'db' | 'clock' | 'config' | 'log'>,
  { version, requests }: { version: string; requests: { take(): RequestCounts } },
): { beat(): Promise<void>; stop(): Promise<void> } {
  const id = randomUUID()
  const startedAt = clock.now()
  const delay = monitorEventLoopDelay()
  delay.enable()
  let pending: RequestCounts = { requests: 0, errors: 0, slow: 0 }

  async function beat(): Promise<void> {
    const now = clock.now()
    const measured = {
      seenAt: now,
      residentBytes: process.memoryUsage.rss(),
      eventLoopDelayMs: Math.round(delay.percentile(percentile) / nanosecondsPerMs),
    }
    delay.reset()
    await db
      .insert(processHeartbeats)
      .values({
        id,
        startedAt,
        version,
        role: config.role,
        pid: process.pid,
        hostname: hostname(),
        nodeVersion: process.versions.node,
        backupSettings: config.role === 'web' ? null : backupSettingsOf(config.backup),
        ...measured,
      })
      .onConflictDoUpdate({ target: processHeartbeats.id, set: measured })
    pending = sum(pending, requests.take())
    await addRequestCounts(db, now, pending)
    pending = { requests: 0, errors: 0, slow: 0 }
  }

  let running = Promise.resolve()
  const run = () => {
    running = beat().catch((error: unknown) => log.warn({ err: error }, 'heartbeat failed, will retry'))
  }
  run()
  const timer = setInterval(run, intervalMs)
  return {
    beat,
    async stop() {
      clearInterval(timer)
      delay.disable()
      await running
      await addRequestCounts(db, clock.now(), sum(pending, requests.take()))
      await deleteRows(db, processHeartbeats, { id })
    },
  }
}

export async function selectHeartbeats(db: Db): Promise<Array<HeartbeatRow>> {
  return db.select().from(processHeartbeats).orderBy(desc(processHeartbeats.startedAt), processHeartbeats.id)
}

function sum(a: RequestCounts, b: RequestCounts): RequestCounts {
  return { requests: a.requests + b.requests, errors: a.errors + b.errors, slow: a.slow + b.slow }
}

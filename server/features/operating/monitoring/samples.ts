import { sql } from 'drizzle-orm'
import type { HealthHour } from '../../../../contract/monitoring.ts'
import type { Db } from '../../../db/database.ts'
import { healthSamples } from '../../../db/schema/index.ts'
import type { HttpServer } from '../../../http/create-server.ts'
import type { Ports } from '../../../ports/index.ts'
import { figureOf, readStateFigures, sumStoredBytes, waitingOf } from './figures.ts'

const sampleMs = 5 * 60_000

/** The start of the five minutes that a time is in. */
function sampleStart(time: Date): Date {
  return new Date(Math.floor(time.getTime() / sampleMs) * sampleMs)
}

export async function addRequestCounts(db: Db, now: Date, counts: RequestCounts): Promise<void> {
  if (counts.requests === 0) return
  const { requests, errors, slow } = counts
  await db
    .insert(healthSamples)
    .values({ takenAt: sampleStart(now), requestCount: requests, errorCount: errors, slowCount: slow })
    .onConflictDoUpdate({
      target: healthSamples.takenAt,
      set: {
        requestCount: sql`${healthSamples.requestCount} + ${requests}`,
        errorCount: sql`${healthSamples.errorCount} + ${errors}`,
        slowCount: sql`${healthSamples.slowCount} + ${slow}`,
      },
    })
}

/** Whether the readings of the sample of the time were stored. */
async function hasReadings(db: Db, now: Date): Promise<boolean> {
  const count = await db.$count(
    healthSamples,
    sql`${healthSamples.takenAt} = ${sampleStart(now)}::timestamptz and ${healthSamples.databaseBytes} is not null`,
  )
  return count > 0
}

type Readings = Pick<
  typeof healthSamples.$inferInsert,
  'waitingCount' | 'oldestWaitSeconds' | 'databaseBytes' | 'storedBytes' | 'freeBytes'
>

async function storeReadings(db: Db, now: Date, readings: Readings): Promise<void> {
  await db
    .insert(healthSamples)
    .values({ takenAt: sampleStart(now), ...readings })
    .onConflictDoUpdate({ target: healthSamples.takenAt, set: readings })
}

/** The last 24 hours until now, oldest first; an hour without samples has zeros. */
export async function selectHours(db: Db, now: Date): Promise<Array<HealthHour>> {
  const { rows } = await db.execute<Omit<HealthHour, 'startsAt'> & { startsAt: Date }>(sql`
    select hour as "startsAt",
      coalesce(sum(request_count), 0)::int as requests,
      coalesce(sum(error_count), 0)::int as errors,
      coalesce(sum(slow_count), 0)::int as "slowRequests",
      coalesce(max(waiting_count), 0)::int as "maxWaiting",
      coalesce(max(oldest_wait_seconds), 0)::int as "maxWaitSeconds"
    from generate_series(
      date_trunc('hour', ${now}::timestamptz) - interval '23 hours', ${now}::timestamptz, interval '1 hour') hour
    left join health_samples on taken_at >= hour and taken_at < hour + interval '1 hour'
    group by hour order by hour`)
  return rows.map(({ startsAt, ...hour }) => ({ ...hour, startsAt: new Date(startsAt).toISOString() }))
}

/** Stores what waits and the sizes of database and store, once in five minutes. Safe in several processes. */
export async function recordReadings({ db, clock, fileStore }: Ports): Promise<void> {
  const now = clock.now()
  if (await hasReadings(db, now)) return
  const figures = await readStateFigures(db, now)
  const waiting = waitingOf(figures)
  const space = await fileStore.freeSpace?.().catch(() => undefined)
  await storeReadings(db, now, {
    waitingCount: waiting.reduce((total, { count }) => total + count, 0),
    oldestWaitSeconds: Math.max(...waiting.map(({ oldestSeconds }) => oldestSeconds)),
    databaseBytes: figureOf(figures, 'tipdrop_database_bytes'),
    storedBytes: await sumStoredBytes(db),
    freeBytes: space ? Math.floor(space.freeBytes) : null,
  })
}

/** Responses since the last reading: all, those with a status of 500 or more, and those that took over a second. */
export type RequestCounts = { requests: number; errors: number; slow: number }

const slowMs = 1_000
const none = (): RequestCounts => ({ requests: 0, errors: 0, slow: 0 })

/** Counts the responses of a server. Bodies, whose duration depends on the visitor, never count as slow. */
export function countRequests(app: HttpServer): { take(): RequestCounts } {
  let counts = none()
  app.addHook('onResponse', ({ routeOptions }, reply, done) => {
    counts.requests += 1
    if (reply.statusCode >= 500) counts.errors += 1
    const isTransfer =
      routeOptions.config?.acceptsUploads === true ||
      !/^(application\/json|text\/html)/.test(String(reply.getHeader('content-type') ?? ''))
    if (reply.elapsedTime > slowMs && !isTransfer) counts.slow += 1
    done()
  })
  return {
    take() {
      const taken = counts
      counts = none()
      return taken
    },
  }
}

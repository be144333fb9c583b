import { sql } from 'drizzle-orm'
import type { HealthHour } from '../../../contract/admin-health.ts'
import type { Db } from '../../db/database.ts'
import { healthSamples } from '../../db/schema/index.ts'
import type { RequestCounts } from './request-counts.ts'

const sampleMs = 5 * 60_000

/** The start of the five minutes that a time is in. */
function sampleStart(time: Date): Date {
  return new Date(Math.floor(time.getTime() / sampleMs) * sampleMs)
}

/** Adds a process's counts to the sample of the time. */
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
export async function hasReadings(db: Db, now: Date): Promise<boolean> {
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

export async function storeReadings(db: Db, now: Date, readings: Readings): Promise<void> {
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

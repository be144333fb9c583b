import { lt, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import type { Db } from '../db/database.ts'
import { throttles } from '../db/schema/index.ts'
import type { Ports } from '../ports/index.ts'
import { hashOf } from './call.ts'

/** So many times in so many milliseconds, counted for `key`: what an attacker cannot change at will comes first. */
export type Limit = { key: string; max: number; perMs: number; sentence?: string }

const patience = 'Too many tries. Please wait a few minutes and try again.'

/** Counts one more try for each limit; throws AppError once one of them is used up. Shared by all processes. */
export async function throttle(
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  limits: Array<Limit>,
): Promise<void> {
  const now = clock.now()
  for (const limit of limits) {
    const hits = await hit(db, limit, now)
    if (hits > limit.max) throw new AppError('throttled', limit.sentence ?? patience)
  }
}

/** A window begins with its first try and is forgotten when it ends. */
async function hit(db: Db, { key, perMs }: Limit, now: Date): Promise<number> {
  const until = new Date(now.getTime() + perMs)
  const isOver = sql`${throttles.until} <= ${now}::timestamptz`
  const [row] = await db
    .insert(throttles)
    .values({ key: hashOf(key), until, hits: 1 })
    .onConflictDoUpdate({
      target: throttles.key,
      set: {
        hits: sql`case when ${isOver} then 1 else ${throttles.hits} + 1 end`,
        until: sql`case when ${isOver} then excluded.until else ${throttles.until} end`,
      },
    })
    .returning({ hits: throttles.hits })
  return row?.hits ?? 1
}

/** Removes the windows that have ended. */
export async function forgetThrottles(db: Db, now: Date): Promise<void> {
  await db.delete(throttles).where(lt(throttles.until, now))
}

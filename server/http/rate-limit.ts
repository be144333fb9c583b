import { and, gt, inArray, lt, placeholder, sql } from 'drizzle-orm'
import { AppError, BusyError } from '../../domain/errors.ts'
import type { Db } from '../db/database.ts'
import { preparedQuery } from '../db/prepared-query.ts'
import { rateLimits } from '../db/schema/index.ts'
import type { Ports } from '../ports/index.ts'
import { sha256Base64url } from './request-context.ts'

/**
 * At most `max` requests for `key` in `windowMs` milliseconds. A key begins with what an attacker cannot change at
 * will.
 */
export type RateLimit = { key: string; max: number; windowMs: number; message?: string }

const tooManyRequestsMessage = 'Too many attempts. Please wait a few minutes and try again.'

/** Counts a request for each limit; throws AppError once one of them is exceeded. Shared by all processes. */
export async function enforceRateLimits(
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  limits: Array<RateLimit>,
): Promise<void> {
  const now = clock.now()
  for (const limit of limits) {
    const count = await incrementCounter(db, limit, now)
    if (count > limit.max) throw new AppError('rate_limited', limit.message ?? tooManyRequestsMessage)
  }
}

/** Increments a counter; its window starts with the first count and the counter resets when it ends. */
export async function incrementCounter(
  db: Db,
  limit: Pick<RateLimit, 'key' | 'windowMs'>,
  now: Date,
): Promise<number> {
  return (await countRequest(db, limit, now)).count
}

/** As `incrementCounter`, with the end of the window. */
export async function countRequest(
  db: Db,
  { key, windowMs }: Pick<RateLimit, 'key' | 'windowMs'>,
  now: Date,
): Promise<{ count: number; windowEndsAt: Date }> {
  const windowEndsAt = new Date(now.getTime() + windowMs)
  const [row] = await increment(db, { hash: sha256Base64url(key), windowEndsAt, now })
  return { count: row?.requestCount ?? 1, windowEndsAt: row?.windowEndsAt ?? windowEndsAt }
}

const isExpired = sql`${rateLimits.windowEndsAt} <= ${placeholder('now')}::timestamptz`

const increment = preparedQuery('increment_counter', (db) =>
  db
    .insert(rateLimits)
    .values({ key: placeholder('hash'), windowEndsAt: sql`${placeholder('windowEndsAt')}`, requestCount: 1 })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        requestCount: sql`case when ${isExpired} then 1 else ${rateLimits.requestCount} + 1 end`,
        windowEndsAt: sql`case when ${isExpired} then excluded.window_ends_at else ${rateLimits.windowEndsAt} end`,
      },
    })
    .returning({ requestCount: rateLimits.requestCount, windowEndsAt: rateLimits.windowEndsAt }),
)

/** The count in the current window. */
export async function readCounter(db: Db, key: string, now: Date): Promise<number> {
  const [count = 0] = await readCounters(db, [key], now)
  return count
}

/** The counts of several keys, in their order. */
export async function readCounters(db: Db, keys: Array<string>, now: Date): Promise<Array<number>> {
  const hashes = keys.map(sha256Base64url)
  const rows = await findCounters(db, { hashes, now })
  const counts = new Map(rows.map(({ key, requestCount }) => [key, requestCount]))
  return hashes.map((hash) => counts.get(hash) ?? 0)
}

const findCounters = preparedQuery('find_counters', (db) =>
  db
    .select()
    .from(rateLimits)
    .where(
      and(
        sql`${rateLimits.key} = any(${placeholder('hashes')})`,
        gt(rateLimits.windowEndsAt, placeholder('now')),
      ),
    ),
)

/** Deletes the counters of these keys, so that their next window starts at zero. */
export async function resetCounters(db: Db, keys: Array<string>): Promise<void> {
  if (keys.length > 0) await db.delete(rateLimits).where(inArray(rateLimits.key, keys.map(sha256Base64url)))
}

/**
 * The network that counts as one client: an IPv4 address, or an IPv6 /64, which usually belongs to one client. A
 * connection that has closed has no address.
 */
export function ipPrefix(ip: string | undefined): string {
  if (ip === undefined) return 'closed'
  const v4 = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (v4 || !ip.includes(':')) return v4 ?? ip
  const [head = '', tail] = ip.toLowerCase().split('%')[0]?.split('::') ?? []
  const first = head === '' ? [] : head.split(':')
  const last = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0')
  const groups = [...first, ...zeros, ...last].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

/** Deletes counters whose window has ended. */
export async function deleteExpiredCounters(db: Db, now: Date): Promise<void> {
  await db.delete(rateLimits).where(lt(rateLimits.windowEndsAt, now))
}

type Options = { max: number; windowMs: number; sentence: string; now?: () => number }

/**
 * Counts requests for a key in this process's memory, in fixed windows. For cheap requests that may be sent
 * endlessly: refusing one needs no query. `enforceRateLimits` has those shared by all processes.
 */
export function requestWindow({ max, windowMs, sentence, now = Date.now }: Options) {
  let counts = new Map<string, number>()
  let endsAt = 0

  /** Throws BusyError when the key is over its maximum. */
  return function countRequest(key: string): void {
    const at = now()
    if (at >= endsAt) {
      counts = new Map()
      endsAt = at + windowMs
    }
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    if (count > max) throw new BusyError('rate_limited', sentence, Math.ceil((endsAt - at) / 1_000))
  }
}

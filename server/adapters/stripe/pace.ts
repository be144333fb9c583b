import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import type { Database } from '../../db/database.ts'
import { rateLimits } from '../../db/schema/index.ts'
import { sha256Base64url } from '../../http/request-context.ts'
import { addRequestWait, requestWaitMs } from '../../ports/index.ts'
import { TooManyCallsError } from '../../ports/payment-provider.ts'

/** Waits until a request to an endpoint may be sent. Throws TooManyCallsError when that would take too long. */
export type Pace = (endpoint: string) => Promise<void>

/** The most requests in any second: to one endpoint, and to all together. */
export type PaceLimits = { endpointPerSecond: number; totalPerSecond: number }

const defaultMaxWaitMs = 8_000

/**
 * Spaces the requests of all processes of an instance evenly, because Stripe refuses those above its limits. A request
 * that would wait longer than `maxWaitMs` is refused.
 */
export function createPace(
  db: Database,
  { endpointPerSecond, totalPerSecond }: PaceLimits,
  maxWaitMs = defaultMaxWaitMs,
): Pace {
  async function waitForTurn(key: string, perSecond: number): Promise<void> {
    const turn = await takeTurn(db, { key, perSecond, maxWaitMs: maxWaitMs - requestWaitMs() })
    if (!turn) throw new TooManyCallsError(`More than ${maxWaitMs} ms of calls are waiting for Stripe`)
    addRequestWait(turn.waitMs)
    if (turn.waitMs > 0) await sleep(turn.waitMs)
  }

  return async (endpoint) => {
    await waitForTurn(endpoint, endpointPerSecond)
    // Taken when the endpoint's turn has come, so that requests to a busy endpoint delay no others.
    await waitForTurn('all', totalPerSecond)
  }
}

type TurnRequest = { key: string; perSecond: number; maxWaitMs: number }

/**
 * The next free turn of a key by the clock of the database, and the milliseconds until then. Undefined, and nothing is taken,
 * when it is too far away. The counter's window ends when the turn after it begins.
 */
export async function takeTurn(
  db: Database,
  { key, perSecond, maxWaitMs }: TurnRequest,
): Promise<{ at: number; waitMs: number } | undefined> {
  const gap = sql`make_interval(secs => ${Math.ceil(1_000 / perSecond) / 1_000}::float8)`
  const inMs = (time: unknown) => sql<number>`(extract(epoch from ${time}) * 1000)::float8`
  const [turn] = await db
    .insert(rateLimits)
    .values({
      key: sha256Base64url(`stripe pace ${key}`),
      windowEndsAt: sql`clock_timestamp() + ${gap}`,
      requestCount: 1,
    })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: { windowEndsAt: sql`greatest(${rateLimits.windowEndsAt}, clock_timestamp()) + ${gap}` },
      setWhere: sql`${rateLimits.windowEndsAt} <= clock_timestamp() + make_interval(secs => ${maxWaitMs / 1_000}::float8)`,
    })
    .returning({
      at: inMs(sql`${rateLimits.windowEndsAt} - ${gap}`),
      waitMs: inMs(sql`${rateLimits.windowEndsAt} - ${gap} - clock_timestamp()`),
    })
  // The column is rounded to milliseconds.
  return turn && { at: turn.at, waitMs: Math.max(0, Math.floor(turn.waitMs)) }
}

/** A client of the SDK that waits for the turn of each request, the SDK's own repetitions included. */
export function pacedHttpClient(client: Stripe.HttpClient, pace: Pace): Stripe.HttpClient {
  return {
    getClientName: () => client.getClientName(),
    async makeRequest(host, port, path, method, ...rest) {
      await pace(endpointOf(method, path))
      return client.makeRequest(host, port, path, method, ...rest)
    },
  }
}

/** `GET /v1/payment_intents/:id`. Only ids have digits. */
function endpointOf(method: string, path: string): string {
  const [address = ''] = path.split('?')
  return `${method} ${address.replaceAll(/\/[a-z]+_\w*\d\w*/gi, '/:id')}`
}

import type { Pool } from 'pg'

/**
 * Says something to every process that listens on a channel. After the commit and not in it: announcements inside
 * transactions make their commits wait for each other. What a killed process leaves unsaid is seen at the next look.
 */
export function notify(
  { pool, log }: { pool: Pool; log: { error(facts: object, message: string): void } },
  channel: string,
  payload: string,
): void {
  pool.query('select pg_notify($1, $2)', [channel, payload]).catch((error: unknown) => {
    log.error({ err: error, channel }, 'an announcement was not made')
  })
}

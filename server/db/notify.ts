import type { Pool } from 'pg'

/**
 * Notifies every process that listens on a channel. Call it after the commit, because transactions that notify commit one
 * after the other. A notification may be lost when the process is killed, so listeners must not depend on it.
 */
export function notify(
  { pool, log }: { pool: Pool; log: { error(facts: object, message: string): void } },
  channel: string,
  payload: string,
): void {
  pool.query('select pg_notify($1, $2)', [channel, payload]).catch((error: unknown) => {
    log.error({ err: error, channel }, 'pg_notify failed')
  })
}

import type { Pool } from 'pg'

/**
 * Notifies every process that listens on a channel. Call it after the commit: notifications inside transactions make
 * their commits wait for each other. A notification lost with a killed process is made up for by the next read.
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

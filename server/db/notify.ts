import type { Pool } from 'pg'
import { coalescePerPool } from './coalesce.ts'

/**
 * Notifies every process that listens on a channel. Call it after the commit, because transactions that notify commit one
 * after the other. A notification may be lost when the process is killed, so listeners must not depend on it.
 */
export function notify(
  { pool, log }: { pool: Pool; log: { error(facts: object, message: string): void } },
  channel: string,
  payload: string,
): void {
  sendNotification(pool, { channel, payload }).catch((error: unknown) => {
    log.error({ err: error, channel }, 'pg_notify failed')
  })
}

type Notification = { channel: string; payload: string }

const sendNotification = coalescePerPool(async (pool: Pool, notifications: Array<Notification>) => {
  await pool.query({
    name: 'notify',
    text: 'select pg_notify(channel, payload) from unnest($1::text[], $2::text[]) as n (channel, payload)',
    values: [notifications.map(({ channel }) => channel), notifications.map(({ payload }) => payload)],
  })
  return notifications
})

import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'

/** The delay before listening again. */
const reconnectDelayMs = 1_000

/**
 * Listens to a channel (pg_notify) that every process may notify. After a broken connection `onReconnect` is called,
 * because notifications were missed. Returns the function to stop.
 */
export function listen(
  pool: Pool,
  channel: string,
  { onNotification, onReconnect }: { onNotification: (payload: string) => void; onReconnect: () => void },
): () => Promise<void> {
  const stopping = new AbortController()

  const running = (async () => {
    while (!stopping.signal.aborted) {
      const client = await pool.connect().catch(() => undefined)
      if (client) await listenOn(client)
      onReconnect()
      await sleep(reconnectDelayMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  })()

  async function listenOn(connection: PoolClient): Promise<void> {
    // The stop may have been requested while a connection was opened.
    if (stopping.signal.aborted) return connection.release()
    const ended = new Promise<void>((done) => {
      connection.once('end', done)
      connection.once('error', () => done())
      stopping.signal.addEventListener('abort', () => done())
    })
    connection.on('notification', ({ payload }) => onNotification(payload ?? ''))
    await connection.query(`listen ${connection.escapeIdentifier(channel)}`).then(
      () => ended,
      () => undefined,
    )
    connection.release(true)
  }

  return async () => {
    stopping.abort()
    await running
  }
}

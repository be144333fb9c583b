import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'

/** The delay before listening again. */
const reconnectDelayMs = 1_000

/**
 * Listens to a PostgreSQL channel. `onReconnect` is called after a broken connection, because notifications may have been
 * missed. Returns a function that stops listening.
 */
export function listen(
  pool: Pool,
  channel: string,
  { onNotification, onReconnect }: { onNotification: (payload: string) => void; onReconnect: () => void },
): () => Promise<void> {
  const abortController = new AbortController()

  const running = (async () => {
    while (!abortController.signal.aborted) {
      const client = await pool.connect().catch(() => undefined)
      if (client) await listenOn(client)
      onReconnect()
      await sleep(reconnectDelayMs, undefined, { signal: abortController.signal }).catch(() => undefined)
    }
  })()

  async function listenOn(connection: PoolClient): Promise<void> {
    // The caller may have stopped while the connection was opened.
    if (abortController.signal.aborted) return connection.release()
    const ended = new Promise<void>((resolve) => {
      connection.once('end', resolve)
      connection.once('error', () => resolve())
      abortController.signal.addEventListener('abort', () => resolve())
    })
    connection.on('notification', ({ payload }) => onNotification(payload ?? ''))
    await connection.query(`listen ${connection.escapeIdentifier(channel)}`).then(
      () => ended,
      () => undefined,
    )
    connection.release(true)
  }

  return async () => {
    abortController.abort()
    await running
  }
}

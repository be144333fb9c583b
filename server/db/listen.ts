import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'

/** Milliseconds between two tries to listen again. */
const reconnectDelayMs = 1_000

/**
 * Hears what transactions of any process announce on a channel (pg_notify). After a broken connection `missed` is called,
 * because nobody knows what was said meanwhile. Returns the stop.
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
    // The stop may have come while we were waiting for a connection.
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

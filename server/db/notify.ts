import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'

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

/** The delay before listening again. */
const reconnectDelayMs = 1_000

type Handlers = Record<string, (payload: string) => void>
type Options = {
  /** Called when the connection has begun to listen. */
  onListening?: () => void
  /** Called after a broken connection, because notifications may have been missed. */
  onReconnect: () => void
}

/**
 * Listens to PostgreSQL channels with one connection; `handlers` has a function for each channel. Returns a function
 * that stops listening.
 */
export function listen(
  pool: Pool,
  handlers: Handlers,
  { onListening, onReconnect }: Options,
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
    connection.on('notification', ({ channel, payload }) => handlers[channel]?.(payload ?? ''))
    const statements = Object.keys(handlers).map(
      (channel) => `listen ${connection.escapeIdentifier(channel)}`,
    )
    await connection.query(statements.join('; ')).then(
      () => {
        onListening?.()
        return ended
      },
      () => undefined,
    )
    connection.release(true)
  }

  return async () => {
    abortController.abort()
    await running
  }
}

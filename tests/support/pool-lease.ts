import type pg from 'pg'

/**
 * A pool for one test. `end` waits for connections that are being given back; after it, queries that the test left
 * behind are rejected, as by an ended pool.
 */
export function leasePool(shared: pg.Pool): { pool: pg.Pool; end(): Promise<void> } {
  let hasEnded = false
  const returning = new Set<Promise<void>>()
  const guard =
    <Args extends Array<unknown>, Result>(run: (...args: Args) => Result) =>
    (...args: Args) =>
      hasEnded ? Promise.reject(new Error('Cannot use a pool after the end of its test')) : run(...args)

  const pool: pg.Pool = Object.create(shared, {
    query: { value: guard((...args: Array<unknown>) => Reflect.apply(shared.query, shared, args)) },
    connect: {
      value: guard((...args: Array<unknown>) =>
        args.length > 0 ? Reflect.apply(shared.connect, shared, args) : shared.connect().then(keepListener),
      ),
    },
  })

  /** The connection of an ended listener stops listening and stays open: a new one starts with cold caches. */
  function keepListener(client: pg.PoolClient): pg.PoolClient {
    const { release } = client
    const listenersBefore = events.map((event) => [event, client.listeners(event)] as const)
    client.release = (error) => {
      if (error !== true || client.listenerCount('notification') === 0) return release(error)
      for (const [event, before] of listenersBefore)
        for (const listener of client.listeners(event).filter(isNotIn(before))) client.off(event, listener)
      const returned = client.query('unlisten *').then(
        () => release(),
        () => release(true),
      )
      returning.add(returned)
      void returned.finally(() => returning.delete(returned))
    }
    return client
  }

  return {
    pool,
    async end() {
      hasEnded = true
      await Promise.all(returning)
    },
  }
}

/** What a listener of notifications subscribes to. */
const events = ['notification', 'end', 'error'] as const

function isNotIn(before: Array<unknown>) {
  return (listener: unknown): listener is () => void => !before.includes(listener)
}

type Waiting<Item, Result> = { item: Item; resolve(result: Result): void; reject(error: unknown): void }

const maxBatchSize = 100

/**
 * Runs `run` with all items that were given while its last run lasted, so that writes of concurrent requests share a
 * statement and a commit. A single caller waits for nothing. `run` returns a result for each item, in their order. When
 * it fails, the items run one by one, so that an item fails only by itself.
 */
export function coalesce<Item, Result>(
  run: (items: Array<Item>) => Promise<Array<Result>>,
): (item: Item) => Promise<Result> {
  const queue: Array<Waiting<Item, Result>> = []
  let isRunning = false

  async function drain() {
    isRunning = true
    while (queue.length > 0) await runBatch(queue.splice(0, maxBatchSize))
    isRunning = false
  }

  async function runBatch(batch: Array<Waiting<Item, Result>>) {
    try {
      const results = await run(batch.map(({ item }) => item))
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result)
    } catch (error) {
      const [first, ...rest] = batch
      if (rest.length === 0) return first?.reject(error)
      for (const waiting of batch) await runBatch([waiting])
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      queue.push({ item, resolve, reject })
      if (!isRunning) void drain()
    })
}

/** The same for each database connection pool. */
export function coalescePerPool<Pool extends object, Item, Result>(
  run: (pool: Pool, items: Array<Item>) => Promise<Array<Result>>,
): (pool: Pool, item: Item) => Promise<Result> {
  const byPool = new WeakMap<Pool, (item: Item) => Promise<Result>>()
  return (pool, item) => {
    let coalesced = byPool.get(pool)
    if (!coalesced) {
      coalesced = coalesce((items) => run(pool, items))
      byPool.set(pool, coalesced)
    }
    return coalesced(item)
  }
}

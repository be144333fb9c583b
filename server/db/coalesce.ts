type Waiting<Item, Result> = { item: Item; resolve(result: Result): void; reject(error: unknown): void }

const maxBatchSize = 500
/** How long an item waits for others when the last batch had several, like PostgreSQL's `commit_delay`. */
const gatherMs = 2

/** The size of the last batch tells whether waiting for others is worth it. */
type Traffic = { lastBatchSize: number }
/** `gathers: false` never waits for others: for a cheap lookup that is all a page waits for. */
type Options = { gathers?: boolean }

/**
 * Runs `run` with all items of a turn of the event loop, and then with those that came while it ran, so that concurrent
 * requests share a statement and a commit. In busy times the first item waits a moment for others. Every item's run begins
 * after its call. `run` returns a result for each item, in their order. When it fails, each item runs once more by itself,
 * so that a bad item fails alone.
 */
export function coalesce<Item, Result>(
  run: (items: Array<Item>) => Promise<Array<Result>>,
  { traffic = { lastBatchSize: 0 }, gathers = true }: Options & { traffic?: Traffic } = {},
): (item: Item) => Promise<Result> {
  const queue: Array<Waiting<Item, Result>> = []
  let isScheduled = false

  async function drain() {
    while (queue.length > 0) {
      const batch = queue.splice(0, maxBatchSize)
      traffic.lastBatchSize = batch.length
      await runBatch(batch)
    }
    isScheduled = false
  }

  async function runBatch(batch: Array<Waiting<Item, Result>>): Promise<void> {
    try {
      const results = await run(batch.map(({ item }) => item))
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result)
    } catch (error) {
      const [first, ...rest] = batch
      if (rest.length === 0) return first?.reject(error)
      // At the same time, because in an outage each of them may fail only after a timeout.
      await Promise.all(batch.map((waiting) => runBatch([waiting])))
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      queue.push({ item, resolve, reject })
      if (isScheduled) return
      isScheduled = true
      if (gathers && traffic.lastBatchSize > 1) setTimeout(drain, gatherMs)
      else setImmediate(drain)
    })
}

/** The same for each database connection pool. */
export function coalescePerPool<Pool extends object, Item, Result>(
  run: (pool: Pool, items: Array<Item>) => Promise<Array<Result>>,
  options?: Options,
): (pool: Pool, item: Item) => Promise<Result> {
  const byPool = new WeakMap<Pool, (item: Item) => Promise<Result>>()
  return (pool, item) => {
    let coalesced = byPool.get(pool)
    if (!coalesced) {
      coalesced = coalesce((items) => run(pool, items), options)
      byPool.set(pool, coalesced)
    }
    return coalesced(item)
  }
}

/**
 * The same for each key of a scope: items of different keys do not wait for one another. A key is forgotten when nothing
 * waits for it.
 */
export function coalescePerKey<Scope extends object, Item, Result>(
  run: (scope: Scope, items: Array<Item>) => Promise<Array<Result>>,
): (scope: Scope, key: string, item: Item) => Promise<Result> {
  type Lane = { add: (item: Item) => Promise<Result>; waitingCount: number }
  const scopes = new WeakMap<Scope, { lanes: Map<string, Lane>; traffic: Traffic }>()
  return async (scope, key, item) => {
    const { lanes, traffic } = scopes.get(scope) ?? {
      lanes: new Map<string, Lane>(),
      traffic: { lastBatchSize: 0 },
    }
    scopes.set(scope, { lanes, traffic })
    const lane = lanes.get(key) ?? {
      add: coalesce((items) => run(scope, items), { traffic }),
      waitingCount: 0,
    }
    lanes.set(key, lane)
    lane.waitingCount += 1
    try {
      return await lane.add(item)
    } finally {
      lane.waitingCount -= 1
      if (lane.waitingCount === 0) lanes.delete(key)
    }
  }
}

/**
 * Looks up rows by key, with one statement for concurrent callers. Callers of the same key share a row and must not
 * change it.
 */
export function lookUpPerPool<Pool extends object, Key extends string | number, Row>(
  select: (pool: Pool, keys: Array<Key>) => Promise<Array<Row>>,
  keyOf: (row: Row) => Key | null,
  options?: Options,
): (pool: Pool, key: Key) => Promise<Row | undefined> {
  return coalescePerPool(async (pool: Pool, keys: Array<Key>) => {
    const rows = await select(pool, [...new Set(keys)])
    const byKey = new Map(rows.map((row) => [keyOf(row), row]))
    return keys.map((key) => byKey.get(key))
  }, options)
}

/**
 * Answers concurrent calls with one query for all their keys. Calls that come while a query runs wait for the next one,
 * so every answer is read after its call. A failed query fails its own calls only.
 */
export function batched<K, R>(
  query: (keys: Array<K>) => Promise<Array<R>>,
  { maxKeys = 500 }: { maxKeys?: number } = {},
): (key: K) => Promise<R | undefined> {
  type Call = { key: K; resolve(result: R | undefined): void; reject(error: unknown): void }
  const waiting: Array<Call> = []
  let isRunning = false

  async function run(): Promise<void> {
    isRunning = true
    while (waiting.length > 0) {
      const calls = waiting.splice(0, maxKeys)
      const [outcome] = await Promise.allSettled([query(calls.map(({ key }) => key))])
      for (const [index, { resolve, reject }] of calls.entries()) {
        if (outcome.status === 'fulfilled') resolve(outcome.value[index])
        else reject(outcome.reason)
      }
    }
    isRunning = false
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      // After the other requests of this turn of the event loop.
      if (!isRunning) setImmediate(() => !isRunning && run())
    })
}

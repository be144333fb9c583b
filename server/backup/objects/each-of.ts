/** Does work for each item, several at once. After an error no more begins, and it is thrown when all have ended. */
export async function eachOf<T>(
  items: AsyncIterable<T> | Iterable<T>,
  concurrency: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const iterator = (async function* () {
    yield* items
  })()
  let hasFailed = false
  const run = async () => {
    while (!hasFailed) {
      const next = await iterator.next()
      if (next.done) return
      await work(next.value)
    }
  }
  const runs = Array.from({ length: concurrency }, () =>
    run().catch((error: unknown) => {
      hasFailed = true
      throw error
    }),
  )
  const ended = await Promise.allSettled(runs)
  await iterator.return()
  for (const one of ended) if (one.status === 'rejected') throw one.reason
}

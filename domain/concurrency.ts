/** Runs `work` for every item, `concurrency` at a time. The first rejection rejects the whole. */
export async function mapWithConcurrency<T>(
  items: ReadonlyArray<T>,
  concurrency: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = [...items]
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
}

import { isDatabaseUnavailable } from './health.ts'

/** A page of rows after a key (undefined for the first page), in the order of their keys. */
type SelectPage<Row, Key> = (after: Key | undefined, limit: number) => Promise<Array<Row>>

/**
 * Pages of rows, each after the key of the last row before it. A row is seen once, whatever is done with it, so a loop over
 * pages ends even if its work changes nothing.
 */
export async function* pagesByKey<Row, Key>(
  select: SelectPage<Row, Key>,
  { keyOf, pageSize }: { keyOf: (row: Row) => Key; pageSize: number },
): AsyncGenerator<Array<Row>> {
  for (let after: Key | undefined; ; ) {
    const rows = await select(after, pageSize)
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows
    if (rows.length < pageSize) return
    after = keyOf(last)
  }
}

/** The rows of such pages one by one. */
export async function* rowsByKey<Row, Key>(
  select: SelectPage<Row, Key>,
  options: { keyOf: (row: Row) => Key; pageSize: number },
): AsyncGenerator<Row> {
  for await (const rows of pagesByKey(select, options)) yield* rows
}

type Failures<Row> = {
  log: { error(facts: object, message: string): void }
  message: string
  /** The ids of a row, for the log. */
  describe: (row: Row) => object
  /** Whether an error means that no row can be worked on now. An unavailable database always does. */
  endsRound?: (error: unknown) => Promise<boolean>
}

/**
 * Does work for each row. A row whose work fails is logged and left for a later round, so that it holds up no other.
 * Returns the rows that failed.
 */
export async function forEachRow<Row>(
  rows: Iterable<Row> | AsyncIterable<Row>,
  work: (row: Row) => Promise<unknown>,
  { log, message, describe, endsRound }: Failures<Row>,
): Promise<Array<Row>> {
  const failed: Array<Row> = []
  for await (const row of rows)
    try {
      await work(row)
    } catch (error) {
      if (isDatabaseUnavailable(error) || (await endsRound?.(error))) throw error
      log.error({ err: error, ...describe(row) }, message)
      failed.push(row)
    }
  return failed
}

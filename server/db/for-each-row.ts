import { isDatabaseUnavailable } from './health.ts'

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

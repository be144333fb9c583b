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

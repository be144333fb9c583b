import { pipeline, Readable } from 'node:stream'
import { type Options, Stringifier } from 'csv-stringify'
import { stringify as stringifyAll } from 'csv-stringify/sync'

/** `isNumeric` marks decimal strings of our own; all other text may come from anyone. */
export type Column<R> = { name: string; of: (row: R) => string | number; isNumeric?: boolean }
type Cell = string | number

/**
 * A table as CSV that is safe in spreadsheets: cells that begin like a formula get a leading quote, except numbers in
 * numeric columns. UTF-8 with byte order mark, lines by RFC 4180. The output is deterministic.
 */
export function csvText<R>(
  columns: ReadonlyArray<Column<R>>,
  rows: Iterable<R>,
  totals?: ReadonlyArray<Cell>,
): string {
  const lines = [...rows].map((row) => toCells(columns, row))
  return stringifyAll([...lines, ...(totals ? [[...totals]] : [])], stringifierOptions(columns))
}

/** The same as a stream, for more rows than fit into memory. `totals` is called after the last row. */
export function csvStream<R>(
  columns: ReadonlyArray<Column<R>>,
  rows: AsyncIterable<R>,
  totals?: () => ReadonlyArray<Cell>,
): Readable {
  async function* lines(): AsyncGenerator<Array<Cell>> {
    for await (const row of rows) yield toCells(columns, row)
    if (totals) yield [...totals()]
  }
  // pipeline ends the stream with an error of the rows.
  return pipeline(Readable.from(lines()), new Stringifier(stringifierOptions(columns)), () => undefined)
}

function toCells<R>(columns: ReadonlyArray<Column<R>>, row: R): Array<Cell> {
  return columns.map(({ of: getValue }) => getValue(row))
}

function stringifierOptions<R>(columns: ReadonlyArray<Column<R>>): Options {
  return {
    bom: true,
    header: true,
    columns: columns.map(({ name }, index) => ({ key: String(index), header: name })),
    record_delimiter: 'windows',
    escape_formulas: true,
    cast: {
      // A negative number in a numeric column is not a formula.
      string: (text, { index, header }) =>
        !header && columns[index]?.isNumeric && /^-\d+(\.\d+)?$/.test(text)
          ? { value: text, escape_formulas: false }
          : text,
    },
  }
}

import { pipeline, Readable } from 'node:stream'
import { type Options, Stringifier } from 'csv-stringify'
import { stringify as stringifyAll } from 'csv-stringify/sync'

/** `figure` is a number of our own (a decimal string); everything else may have been written by anybody. */
export type Column<R> = { name: string; of: (row: R) => string | number; isNumeric?: boolean }
type Cell = string | number

/**
 * A table as CSV that a spreadsheet opens without running anything: what begins like a formula gets a quote before it,
 * figures stay figures. UTF-8 with its mark, lines by RFC 4180. The same rows give the same bytes.
 */
export function csvText<R>(
  columns: ReadonlyArray<Column<R>>,
  rows: Iterable<R>,
  totals?: ReadonlyArray<Cell>,
): string {
  const lines = [...rows].map((row) => toCells(columns, row))
  return stringifyAll([...lines, ...(totals ? [[...totals]] : [])], stringifierOptions(columns))
}

/** The same for more rows than fit into memory. `totals` is asked for after the last one. */
export function csvStream<R>(
  columns: ReadonlyArray<Column<R>>,
  rows: AsyncIterable<R>,
  totals?: () => ReadonlyArray<Cell>,
): Readable {
  async function* lines(): AsyncGenerator<Array<Cell>> {
    for await (const row of rows) yield toCells(columns, row)
    if (totals) yield [...totals()]
  }
  // What fails while rows are read ends the stream with that fault: pipeline passes it on.
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
      // A minus before a figure of ours is no formula.
      string: (text, { index, header }) =>
        !header && columns[index]?.isNumeric && /^-\d+(\.\d+)?$/.test(text)
          ? { value: text, escape_formulas: false }
          : text,
    },
  }
}

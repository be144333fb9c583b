import { Readable } from 'node:stream'
import type { Options } from 'csv-stringify'
import { stringify as stringifyAll } from 'csv-stringify/sync'
import { site } from '../../contract/site.ts'

/** `isNumeric` marks decimal strings of our own; all other text may come from anyone. */
export type Column<R> = { name: string; of: (row: R) => string | number; isNumeric?: boolean }
type Cell = string | number

/**
 * `spreadsheet` is for people: where the site's language writes a decimal comma, spreadsheets read `9.10` as a date and
 * part columns at semicolons. `plain` is for programs, such as `npm run verify` and those of banks.
 */
export type CsvFormat = 'plain' | 'spreadsheet'

/**
 * A table as CSV that is safe in spreadsheets: cells that begin like a formula get a leading quote, except numbers in
 * numeric columns. UTF-8 with byte order mark, lines by RFC 4180. The output is deterministic.
 */
export function csvText<R>(
  columns: ReadonlyArray<Column<R>>,
  rows: Iterable<R>,
  totals?: ReadonlyArray<Cell>,
  format: CsvFormat = 'plain',
): string {
  const lines = [...rows].map((row) => toCells(columns, row))
  return stringifyAll([...lines, ...(totals ? [[...totals]] : [])], stringifierOptions(columns, format))
}

/** The same as a stream, for more rows than fit into memory. `totals` is called after the last row. */
export function csvStream<R>(
  columns: ReadonlyArray<Column<R>>,
  rows: AsyncIterable<R>,
  totals?: () => ReadonlyArray<Cell>,
  format: CsvFormat = 'plain',
): Readable {
  const { header, bom, ...options } = stringifierOptions(columns, format)
  async function* lines(): AsyncGenerator<string> {
    // The header comes with the first rows, so that a failure to read them can still become an error response.
    let first: Options = { header, bom }
    for await (const batch of inBatches(rows)) {
      yield stringifyAll(
        batch.map((row) => toCells(columns, row)),
        { ...options, ...first },
      )
      first = {}
    }
    const last = totals ? [[...totals()]] : []
    yield stringifyAll(last, { ...options, ...first })
  }
  return Readable.from(lines(), { objectMode: false })
}

/** Rows of one chunk of a stream. To compress or send each row by itself takes several times as long. */
const batchSize = 250

/** The rows in arrays, of which the last may be shorter. */
export async function* inBatches<R>(rows: AsyncIterable<R>): AsyncGenerator<Array<R>> {
  let batch: Array<R> = []
  for await (const row of rows) {
    batch.push(row)
    if (batch.length < batchSize) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

function toCells<R>(columns: ReadonlyArray<Column<R>>, row: R): Array<Cell> {
  return columns.map(({ of: getValue }) => getValue(row))
}

function stringifierOptions<R>(columns: ReadonlyArray<Column<R>>, format: CsvFormat): Options {
  const hasDecimalComma = format === 'spreadsheet' && /^1,5/.test((1.5).toLocaleString(site().locale))
  return {
    delimiter: hasDecimalComma ? ';' : ',',
    bom: true,
    header: true,
    columns: columns.map(({ name }, index) => ({ key: String(index), header: name })),
    record_delimiter: 'windows',
    escape_formulas: true,
    cast: {
      // A negative number in a numeric column is not a formula.
      string: (text, { index, header }) =>
        !header && columns[index]?.isNumeric && /^-?\d+(\.\d+)?$/.test(text)
          ? { value: hasDecimalComma ? text.replace('.', ',') : text, escape_formulas: false }
          : text,
    },
  }
}

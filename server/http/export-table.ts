import { rowsByKey } from '../db/pages-by-key.ts'
import type { Column } from './csv.ts'

type Value = string | number | boolean | null
type Row = Record<string, Value>

/** A table of an account's export: its name, its columns in order, and its rows as a stream. */
export type ExportTable = { name: string; columns: Array<Column<Row>>; rows: () => AsyncGenerator<Row> }

/** Rows per query, so that a large account is never in memory as a whole. */
const pageSize = 1_000

type TableSource<R> = {
  /** The rows after an id, in the order of their ids. */
  select: (after: number, limit: number) => Promise<Array<R>>
  idOf: (row: R) => number
  columns: Record<string, (row: R) => Value>
  /** The names of the columns with numbers. */
  numeric?: Array<string>
}

export function exportTable<R>(name: string, source: TableSource<R>): ExportTable {
  const { columns, numeric = [] } = source
  return {
    name,
    columns: Object.keys(columns).map((column) => ({
      name: column,
      of: (row) => String(row[column] ?? ''),
      isNumeric: numeric.includes(column),
    })),
    async *rows() {
      for await (const row of exportedRows(source))
        yield Object.fromEntries(Object.entries(columns).map(([column, of]) => [column, of(row)]))
    },
  }
}

/** The database rows behind a table. */
export function exportedRows<R>({
  select,
  idOf,
}: Pick<TableSource<R>, 'select' | 'idOf'>): AsyncGenerator<R> {
  return rowsByKey((after: number | undefined, limit) => select(after ?? 0, limit), { keyOf: idOf, pageSize })
}

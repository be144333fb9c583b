import type { Column } from './csv.ts'

type Row = Record<string, string | number | boolean | null>

/** A table of an account's export: its name, its columns in order, and its rows as a stream. */
export type ExportTable = { name: string; columns: Array<Column<Row>>; rows: () => AsyncGenerator<Row> }

/** Rows per query, so that a large account is never in memory as a whole. */
export const exportPageSize = 1_000

/** A table from a stream of database rows. `columns` and `numeric` are names, separated by spaces. */
export function exportTable<R>(
  { name, columns, numeric = '' }: { name: string; columns: string; numeric?: string },
  stream: () => AsyncGenerator<R>,
  present: (row: R) => Row,
): ExportTable {
  const numericColumns = new Set(numeric.split(' '))
  return {
    name,
    columns: columns.split(' ').map((column) => ({
      name: column,
      of: (row) => String(row[column] ?? ''),
      isNumeric: numericColumns.has(column),
    })),
    async *rows() {
      for await (const row of stream()) yield present(row)
    },
  }
}

/** A row of a function that streams rows. */
export type StreamedRow<Stream extends (...given: never) => AsyncGenerator<unknown>> =
  ReturnType<Stream> extends AsyncGenerator<infer Row> ? Row : never

import { clsx } from 'clsx'
import type { ReactNode } from 'react'

export type Column<R> = {
  name: string
  cell: (row: R) => ReactNode
  /** Right-aligned figures. */
  isNumeric?: boolean
  /** A wider column. Most email addresses fit; longer ones break anywhere. */
  isWide?: boolean
  /** On a phone this cell is the heading of the row's card. */
  isRowHeader?: boolean
}

type DataTableProps<R> = {
  label: string
  columns: Array<Column<R>>
  rows: Array<R>
  rowKey: (row: R) => string | number
}

/** A table; each row is a card where it does not fit, on phones and with large text. */
export function DataTable<R>({ label, columns, rows, rowKey }: DataTableProps<R>) {
  return (
    <div className="@container">
      <table aria-label={label} className="w-full border-collapse @max-[46rem]:block">
        <thead className="@max-[46rem]:hidden">
          <tr className="border-line border-b text-left text-ink-faint text-sm">
            {columns.map(({ name, isNumeric }) => (
              <th
                key={name}
                scope="col"
                className={clsx('px-3 py-3 font-semibold first:pl-5 last:pr-5', isNumeric && 'text-right')}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="@max-[46rem]:block">
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              className="border-line border-b last:border-b-0 @max-[46rem]:grid @max-[46rem]:gap-1.5 @max-[46rem]:px-4 @max-[46rem]:py-4"
            >
              {columns.map((column) => (
                <DataCell key={column.name} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function DataCell<R>({
  column: { name, cell, isNumeric, isWide, isRowHeader },
  row,
}: {
  column: Column<R>
  row: R
}) {
  const content = cell(row)
  return (
    <td
      className={clsx(
        'wrap-anywhere px-3 py-3 align-top first:pl-5 last:pr-5 @max-[46rem]:p-0! @max-[46rem]:first:pl-0',
        isNumeric && '@min-[46rem]:whitespace-nowrap @min-[46rem]:text-right',
        !isRowHeader &&
          '@max-[46rem]:flex @max-[46rem]:flex-wrap @max-[46rem]:justify-between @max-[46rem]:gap-x-4',
        // An empty cell has no label. A component in it can decide to show nothing.
        '@max-[46rem]:has-[>div:empty]:hidden',
      )}
    >
      {!isRowHeader && <span className="text-ink-faint text-sm @min-[46rem]:hidden">{name}</span>}
      {isRowHeader ? (
        <div className="lg:min-w-40">{content}</div>
      ) : (
        <div className={clsx('@max-[46rem]:text-right', isWide && 'lg:min-w-44')}>{content}</div>
      )}
    </td>
  )
}

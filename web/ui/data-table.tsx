import type { ReactNode } from 'react'
import { cn } from './cn.ts'

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

/** A table; on a phone each row is a card. */
export function DataTable<R>({ label, columns, rows, rowKey }: DataTableProps<R>) {
  return (
    <table aria-label={label} className="w-full border-collapse max-md:block">
      <thead className="max-md:hidden">
        <tr className="border-line border-b text-left text-ink-faint text-sm">
          {columns.map(({ name, isNumeric }) => (
            <th
              key={name}
              scope="col"
              className={cn('px-3 py-3 font-semibold first:pl-5 last:pr-5', isNumeric && 'text-right')}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-md:block">
        {rows.map((row) => (
          <tr
            key={rowKey(row)}
            className="border-line border-b last:border-b-0 max-md:grid max-md:gap-1.5 max-md:px-4 max-md:py-4"
          >
            {columns.map((column) => (
              <DataCell key={column.name} column={column} row={row} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
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
  const isEmpty = content === null || content === undefined
  return (
    <td
      className={cn(
        'wrap-anywhere px-3 py-3 align-top first:pl-5 last:pr-5 max-md:p-0! max-md:first:pl-0',
        isNumeric && 'md:whitespace-nowrap md:text-right',
        !isRowHeader && 'max-md:flex max-md:flex-wrap max-md:justify-between max-md:gap-x-4',
        isEmpty && 'max-md:hidden',
      )}
    >
      {!isRowHeader && <span className="text-ink-faint text-sm md:hidden">{name}</span>}
      {isRowHeader ? (
        <div className="lg:min-w-40">{content}</div>
      ) : (
        <div className={cn('max-md:text-right', isWide && 'lg:min-w-44')}>{content}</div>
      )}
    </td>
  )
}

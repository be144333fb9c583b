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
  /**
   * Where the cell stands on a phone when rows are two lines: left and right of the first line, and of the second. A table
   * with such a column leaves all others out there.
   */
  phone?: PhoneCell
}

type PhoneCell = 'title' | 'figure' | 'detail' | 'action'

type DataTableProps<R> = {
  label: string
  columns: Array<Column<R>>
  rows: Array<R>
  rowKey: (row: R) => string | number
}

/**
 * A table. On phones and with large text, where it does not fit, each row is two lines, or a card with a label for each cell
 * when no column says where it stands.
 */
export function DataTable<R>(props: DataTableProps<R>) {
  return props.columns.some(({ phone }) => phone) ? <ShortTable {...props} /> : <CardTable {...props} />
}

function ShortTable<R>({ label, columns, rows, rowKey }: DataTableProps<R>) {
  const hasActions = columns.some(({ phone }) => phone === 'action')
  return (
    <div className="@container">
      <table aria-label={label} className="w-full border-collapse @max-[38rem]:block">
        <thead className="@max-[38rem]:hidden">
          <HeadRow columns={columns} />
        </thead>
        <tbody className="@max-[38rem]:block">
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              className="border-line border-b last:border-b-0 @max-[38rem]:grid @max-[38rem]:grid-cols-[minmax(0,1fr)_auto] @max-[38rem]:items-center @max-[38rem]:gap-x-3 @max-[38rem]:gap-y-1 @max-[38rem]:px-[18px] @max-[38rem]:py-3"
            >
              {columns.map(({ name, cell, isNumeric, isWide, phone }) => (
                <td
                  key={name}
                  className={clsx(
                    'wrap-anywhere px-3 py-2.5 align-middle first:pl-5 last:pr-5 @max-[38rem]:p-0! @max-[38rem]:first:pl-0',
                    isNumeric && '@min-[38rem]:whitespace-nowrap @min-[38rem]:text-right',
                    phone ? phoneAreas[phone] : '@max-[38rem]:hidden',
                    phone === 'detail' && !hasActions && '@max-[38rem]:col-span-2',
                    '@max-[38rem]:empty:hidden',
                  )}
                >
                  {isWide ? <div className="lg:min-w-44">{cell(row)}</div> : cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const phoneAreas: Record<PhoneCell, string> = {
  title: '@max-[38rem]:col-start-1 @max-[38rem]:row-start-1',
  figure: '@max-[38rem]:col-start-2 @max-[38rem]:row-start-1 @max-[38rem]:text-right',
  detail: '@max-[38rem]:col-start-1 @max-[38rem]:row-start-2',
  action: '@max-[38rem]:col-start-2 @max-[38rem]:row-start-2 @max-[38rem]:text-right',
}

function HeadRow<R>({ columns }: Pick<DataTableProps<R>, 'columns'>) {
  return (
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
  )
}

function CardTable<R>({ label, columns, rows, rowKey }: DataTableProps<R>) {
  return (
    <div className="@container">
      <table aria-label={label} className="w-full border-collapse @max-[46rem]:block">
        <thead className="@max-[46rem]:hidden">
          <HeadRow columns={columns} />
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

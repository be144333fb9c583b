import type { ReactNode } from 'react'
import { cn } from '../../ui/cn.ts'

export type Column<R> = {
  name: string
  cell: (row: R) => ReactNode
  /** Figures stand under one another. */
  isFigure?: boolean
  /** Most addresses have room for all of themselves; a longer one is broken anywhere. */
  isAddress?: boolean
  /** On a phone it stands alone, as the heading of its card. */
  isTitle?: boolean
}

type TableProps<R> = {
  label: string
  columns: Array<Column<R>>
  rows: Array<R>
  keyOf: (row: R) => string | number
}

/** A table; on a phone each row is a card. */
export function Table<R>({ label, columns, rows, keyOf }: TableProps<R>) {
  return (
    <table aria-label={label} className="w-full border-collapse max-md:block">
      <thead className="max-md:hidden">
        <tr className="border-line border-b text-left text-ink-faint text-sm">
          {columns.map(({ name, isFigure }) => (
            <th
              key={name}
              scope="col"
              className={cn('px-3 py-3 font-semibold first:pl-5 last:pr-5', isFigure && 'text-right')}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-md:block">
        {rows.map((row) => (
          <tr
            key={keyOf(row)}
            className="border-line border-b last:border-b-0 max-md:grid max-md:gap-1.5 max-md:px-4 max-md:py-4"
          >
            {columns.map((column) => (
              <Cell key={column.name} column={column} row={row} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Cell<R>({
  column: { name, cell, isFigure, isAddress, isTitle },
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
        isFigure && 'md:whitespace-nowrap md:text-right',
        !isTitle && 'max-md:flex max-md:flex-wrap max-md:justify-between max-md:gap-x-4',
        isEmpty && 'max-md:hidden',
      )}
    >
      {!isTitle && <span className="text-ink-faint text-sm md:hidden">{name}</span>}
      {isTitle ? (
        <div className="lg:min-w-40">{content}</div>
      ) : (
        <div className={cn('max-md:text-right', isAddress && 'lg:min-w-44')}>{content}</div>
      )}
    </td>
  )
}

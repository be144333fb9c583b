import type { ReactNode } from 'react'
import type { QueryLike } from '../../../../shared/query-state.tsx'
import { Card } from '../../../../ui/card.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { AdminQueryState } from '../admin-list.tsx'

type AdminListProps<T> = {
  query: QueryLike<T>
  /** What is loaded, as the start of a sentence: `The alerts`. */
  subject: string
  /** Above the rows, also while they load. */
  filter?: ReactNode
  /** Between filter and rows, also when there are none. */
  note?: (data: T) => ReactNode
  countOf: (data: T) => number
  /** What is shown in place of no rows. */
  empty?: { icon: ReactNode; title: string; description: string }
  /** The rows: a `DataTable`, or `AdminRows`. */
  children: (data: T) => ReactNode
  pagination?: (data: T) => ReactNode
}

/** The panel of a list: filter, rows and pages, and what stands for rows that load, fail or don't exist. */
export function AdminList<T>(props: AdminListProps<T>) {
  const { query, subject, filter, note, countOf, empty, children, pagination } = props
  return (
    <Card padding="none" className="overflow-clip">
      {filter && (
        <div className="flex flex-wrap items-center justify-between gap-4 border-line border-b p-4 sm:px-5">
          {filter}
        </div>
      )}
      <AdminQueryState query={query} subject={subject}>
        {(data) => (
          <>
            {note?.(data)}
            {empty && countOf(data) === 0 ? (
              <EmptyState {...empty} />
            ) : (
              <>
                {children(data)}
                {pagination?.(data)}
              </>
            )}
          </>
        )}
      </AdminQueryState>
    </Card>
  )
}

/** Rows that are not a table. */
export function AdminRows({ children }: { children: ReactNode }) {
  return <ul className="m-0 list-none p-0">{children}</ul>
}

/** A row with its buttons at the end. */
export function AdminRow({ children, actions }: { children: ReactNode; actions?: ReactNode }) {
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 border-line border-b px-4 py-4 last:border-b-0 sm:px-5">
      <div className="grid min-w-0 flex-1 basis-64 gap-1">{children}</div>
      {actions}
    </li>
  )
}

import type { ReactNode } from 'react'
import { CursorPages } from '../../../shared/cursor-pages.tsx'
import { type QueryLike, QueryState } from '../../../shared/query-state.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { SkeletonList } from '../../../ui/skeleton.tsx'

type PagedListProps<T, Row> = {
  query: QueryLike<T>
  subject: string
  /** The parameter of the URL that has the page's cursor. */
  cursorName: 'payments' | 'webhooks'
  rowsOf: (page: T) => Array<Row>
  empty: { icon: ReactNode; title: string; description: string }
  children: (row: Row) => ReactNode
}

/** A list, newest first, fifty per page. */
export function PagedList<T extends { next: string | null }, Row extends { id: string | number }>({
  query,
  subject,
  cursorName,
  rowsOf,
  empty,
  children,
}: PagedListProps<T, Row>) {
  return (
    <Card padding="none" className="overflow-clip">
      <QueryState
        query={query}
        subject={subject}
        skeleton={<SkeletonList label={`Loading ${subject.toLowerCase()}`} />}
      >
        {(page) =>
          rowsOf(page).length === 0 ? (
            <EmptyState {...empty} />
          ) : (
            <>
              <ul className="-mt-px">
                {rowsOf(page).map((row) => (
                  <li key={row.id}>{children(row)}</li>
                ))}
              </ul>
              <CursorPages name={cursorName} next={page.next} />
            </>
          )
        }
      </QueryState>
    </Card>
  )
}

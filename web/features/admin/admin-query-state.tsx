import type { ReactNode } from 'react'
import { type QueryLike, QueryState } from '../../shared/query-state.tsx'
import { SkeletonList } from '../../ui/skeleton-rows.tsx'

type AdminQueryStateProps<T> = {
  query: QueryLike<T>
  /** What is loaded, as the start of a sentence: `The alerts`. */
  subject: string
  children: (data: T) => ReactNode
}

/** Shows the data, or placeholder rows while it loads. */
export function AdminQueryState<T>({ query, subject, children }: AdminQueryStateProps<T>) {
  return (
    <QueryState query={query} subject={subject} skeleton={<SkeletonList label={`${subject}: loading…`} />}>
      {children}
    </QueryState>
  )
}

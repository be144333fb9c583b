import type { ReactNode } from 'react'
import { type QueryLike, QueryState } from '../../shared/query-state.tsx'
import { SkeletonList } from '../../ui/skeleton-rows.tsx'

type AdminQueryStateProps<T> = {
  query: QueryLike<T>
  /** What is read, in words that begin a sentence: `The alerts`. */
  subject: string
  children: (data: T) => ReactNode
}

/** What was read, once it is there; until then rows of its shape. */
export function AdminQueryState<T>({ query, subject, children }: AdminQueryStateProps<T>) {
  return (
    <QueryState
      query={query}
      subject={subject}
      skeleton={<SkeletonList label={`${subject} are on their way`} />}
    >
      {children}
    </QueryState>
  )
}

import type { ReactNode } from 'react'
import type { ApiError } from '../api/client.ts'
import { ErrorState } from '../ui/error-state.tsx'

/** The part of `useApiQuery`'s result that is needed to show it. */
export type QueryLike<T> = { data?: T | undefined; error: ApiError | null; refetch: () => unknown }

type QueryStateProps<T> = {
  query: QueryLike<T>
  /** What is loaded, as the start of a sentence: `Your plan`. */
  subject: string
  /** The placeholder while it loads. */
  skeleton: ReactNode
  children: (data: T) => ReactNode
}

/** Shows the data, a placeholder while it loads, or an error with a retry. */
export function QueryState<T>({ query, subject, skeleton, children }: QueryStateProps<T>) {
  if (query.data !== undefined) return children(query.data)
  return query.error ? <LoadError query={query} subject={subject} /> : skeleton
}

type LoadErrorProps = Pick<QueryStateProps<unknown>, 'query' | 'subject'>

/** The error of a query without data, with a retry; nothing otherwise. */
export function LoadError({ query: { data, error, refetch }, subject }: LoadErrorProps) {
  if (data !== undefined || !error) return null
  return (
    <ErrorState
      title={`${subject} didn’t load`}
      description={error.userMessage}
      onRetry={() => void refetch()}
    />
  )
}

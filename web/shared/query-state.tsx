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
  const { data, error, refetch } = query
  if (data !== undefined) return children(data)
  if (!error) return skeleton
  return (
    <ErrorState
      title={`${subject} didn’t load`}
      description={error.userMessage}
      onRetry={() => void refetch()}
    />
  )
}

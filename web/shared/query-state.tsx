import type { ReactNode } from 'react'
import type { ApiError } from '../api/api-error.ts'
import { ErrorState } from '../ui/error-state.tsx'

/** What `useApiQuery` gives, as far as it is needed to show it. */
export type QueryLike<T> = { data?: T | undefined; error: ApiError | null; refetch: () => unknown }

type QueryStateProps<T> = {
  query: QueryLike<T>
  /** What is read, in words that begin a sentence: `Your plan`. */
  subject: string
  /** Its shape while it is on its way. */
  skeleton: ReactNode
  children: (data: T) => ReactNode
}

/** What was read, once it is there; until then its shape, and the way on when it did not come. */
export function QueryState<T>({ query, subject, skeleton, children }: QueryStateProps<T>) {
  const { data, error, refetch } = query
  if (data !== undefined) return children(data)
  if (!error) return skeleton
  return (
    <ErrorState
      title={`${subject} did not load`}
      description={error.userMessage}
      onRetry={() => void refetch()}
    />
  )
}

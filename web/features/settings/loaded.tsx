import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ApiError } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

type QueryStateProps<T> = {
  read: Pick<UseQueryResult<T, ApiError>, 'data' | 'error' | 'refetch' | 'isFetching'>
  /** What is awaited, for screen readers. */
  label: string
  /** Rows of the shape that is on its way. */
  rows?: number
  children: (data: T) => ReactNode
}

/** One section's data: its shape while it comes, a sentence and the way on when it does not. */
export function QueryState<T>({ read, label, rows = 2, children }: QueryStateProps<T>) {
  if (read.data !== undefined) return children(read.data)
  if (read.error)
    return (
      <div role="alert" className="grid justify-items-start gap-3">
        <p className="text-danger">{read.error.userMessage}</p>
        <Button variant="secondary" size="sm" isLoading={read.isFetching} onClick={() => void read.refetch()}>
          Try Again
        </Button>
      </div>
    )
  return (
    <div role="status" aria-label={label} className="grid gap-3">
      {Array.from({ length: rows }, (_, row) => (
        // Rows that never change places.
        // biome-ignore lint/suspicious/noArrayIndexKey: there is nothing else to tell them by
        <Skeleton key={row} className="h-11" />
      ))}
    </div>
  )
}

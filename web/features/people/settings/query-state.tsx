import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { getUser } from '../../../../contract/accounts.ts'
import { getAccount } from '../../../../contract/settings.ts'
import type { ApiError } from '../../../api/client.ts'
import { useApiQuery, useInvalidateQueries, useSetQueryData } from '../../../api/query.ts'
import { Button } from '../../../ui/button.tsx'
import { SkeletonBlocks } from '../../../ui/skeleton.tsx'

type QueryStateProps<T> = {
  query: Pick<UseQueryResult<T, ApiError>, 'data' | 'error' | 'refetch' | 'isFetching'>
  /** What is loading, for screen readers. */
  label: string
  rows?: number
  children: (data: T) => ReactNode
}

export function QueryState<T>({ query, label, rows = 2, children }: QueryStateProps<T>) {
  if (query.data !== undefined) return children(query.data)
  if (query.error)
    return (
      <div role="alert" className="grid justify-items-start gap-3">
        <p className="text-danger">{query.error.userMessage}</p>
        <Button
          variant="secondary"
          size="sm"
          isLoading={query.isFetching}
          onClick={() => void query.refetch()}
        >
          Try Again
        </Button>
      </div>
    )
  return <SkeletonBlocks label={label} sizes={Array.from({ length: rows }, () => 'h-11')} />
}

export function useAccount() {
  const read = useApiQuery(getAccount)
  const setAccount = useSetQueryData(getAccount)
  const refresh = useInvalidateQueries()
  return { ...read, setAccount, refreshUser: () => refresh(getUser) }
}

import { useCallback } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { type Filters, readFilters, writeFilters } from './shelf.ts'

/** The list's filters, kept in the address: a reload or a shared link shows the same list. */
export function useFilters(): [Filters, (next: Partial<Filters>) => void] {
  const [path, navigate] = useLocation()
  const [query] = useSearchParams()

  const change = useCallback(
    (next: Partial<Filters>) => {
      const search = writeFilters(query, { ...readFilters(query), ...next })
      navigate(search ? `${path}?${search}` : path, { replace: true })
    },
    [path, navigate, query],
  )
  return [readFilters(query), change]
}

import { useCallback } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { type Filters, parseFilters, toSearchString } from './content-filters.ts'

/** The list's filters in the URL: a reload or a shared link shows the same list. */
export function useContentFilters(): [Filters, (next: Partial<Filters>) => void] {
  const [path, navigate] = useLocation()
  const [query] = useSearchParams()

  const setFilters = useCallback(
    (next: Partial<Filters>) => {
      const search = toSearchString(query, { ...parseFilters(query), ...next })
      navigate(search ? `${path}?${search}` : path, { replace: true })
    },
    [path, navigate, query],
  )
  return [parseFilters(query), setFilters]
}

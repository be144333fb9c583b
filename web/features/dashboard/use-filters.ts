import { useLocation, useSearchParams } from 'wouter'
import { type Filters, readFilters, writeFilters } from './shelf.ts'

/** The list's filters, kept in the address: a reload or a shared link shows the same list. */
export function useFilters(): [Filters, (next: Partial<Filters>) => void] {
  const [path, navigate] = useLocation()
  const [query] = useSearchParams()
  const filters = readFilters(query)

  function change(next: Partial<Filters>) {
    const search = writeFilters(query, { ...filters, ...next })
    navigate(search ? `${path}?${search}` : path, { replace: true })
  }
  return [filters, change]
}

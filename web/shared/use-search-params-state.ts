import { useCallback } from 'react'
import { useLocation, useSearch } from 'wouter'

/** What follows the question mark, and how to change a part of it: an empty value leaves it out. */
export function useSearchParamsState(): [
  URLSearchParams,
  (setParams: Record<string, string | number | undefined>) => void,
] {
  const [path, navigate] = useLocation()
  const search = useSearch()
  const setParams = useCallback(
    (changed: Record<string, string | number | undefined>) => {
      const query = new URLSearchParams(search)
      for (const [name, value] of Object.entries(changed)) {
        if (value === undefined || value === '') query.delete(name)
        else query.set(name, String(value))
      }
      const text = query.toString()
      navigate(text ? `${path}?${text}` : path, { replace: true })
    },
    [path, search, navigate],
  )
  return [new URLSearchParams(search), setParams]
}

/** The page of a list that the address names. */
export function parsePage(query: URLSearchParams): number {
  const page = Number(query.get('page') ?? 1)
  return Number.isInteger(page) && page > 0 && page <= 10_000 ? page : 1
}

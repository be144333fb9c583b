import { useCallback } from 'react'
import { useLocation, useSearch } from 'wouter'

/** The URL's query and a function that changes a part of it; an empty value removes a parameter. */
export function useSearchParamsState(): [
  URLSearchParams,
  (setParams: Record<string, string | number | undefined>) => void,
] {
  const [path, navigate] = useLocation()
  const search = useSearch()
  const setParams = useCallback(
    (changes: Record<string, string | number | undefined>) => {
      const query = new URLSearchParams(search)
      for (const [name, value] of Object.entries(changes)) {
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

/** The page number in the URL's query; 1 when it is missing or invalid. */
export function parsePage(query: URLSearchParams): number {
  const page = Number(query.get('page') ?? 1)
  return Number.isInteger(page) && page > 0 && page <= 10_000 ? page : 1
}

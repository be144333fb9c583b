import { useLocation, useSearch } from 'wouter'
import { type DateRange, parseDateRange } from './date-range.ts'

/** The date range in the URL, and its setter. */
export function useDateRange(): [DateRange, (span: DateRange) => void] {
  const search = useSearch()
  const [path, go] = useLocation()
  const span = parseDateRange(new URLSearchParams(search), new Date())
  return [span, ({ from, to }) => go(`${path}?from=${from}&to=${to}`, { replace: true })]
}

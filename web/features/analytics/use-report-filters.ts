import { useLocation, useSearch } from 'wouter'
import { parseReportFilters, type ReportFilters, toSearchString } from './date-range.ts'

/** The dates and the item in the URL, and a function that changes some of them. */
export function useReportFilters(): [ReportFilters, (changed: Partial<ReportFilters>) => void] {
  const search = useSearch()
  const [path, navigate] = useLocation()
  const filters = parseReportFilters(new URLSearchParams(search), new Date())
  return [
    filters,
    (changed) => navigate(`${path}${toSearchString({ ...filters, ...changed })}`, { replace: true }),
  ]
}

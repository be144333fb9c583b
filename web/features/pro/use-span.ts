import { useLocation, useSearch } from 'wouter'
import { type Span, spanIn } from './days.ts'

/** The days in the address, and how to choose others. */
export function useSpan(): [Span, (span: Span) => void] {
  const search = useSearch()
  const [path, go] = useLocation()
  const span = spanIn(new URLSearchParams(search), new Date())
  return [span, ({ from, to }) => go(`${path}?from=${from}&to=${to}`, { replace: true })]
}

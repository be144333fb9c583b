import { Button } from '../ui/button.tsx'
import { useSearchParamsState } from './use-search-params-state.ts'

type CursorPagesProps = {
  /** The parameter of the URL that has the page's cursor. */
  name: string
  /** The cursor of the next older page; null on the last. */
  next: string | number | null
  label?: string
}

/** The pages of a list that grows at its top. Hidden when everything is on one page. */
export function CursorPages({ name, next, label = 'Pagination' }: CursorPagesProps) {
  const [query, setParams] = useSearchParamsState()
  const isNewest = !query.get(name)
  if (isNewest && !next) return null
  return (
    <nav aria-label={label} className="flex justify-center gap-3 border-line border-t p-4">
      {!isNewest && (
        <Button variant="secondary" onClick={() => setParams({ [name]: undefined })}>
          Newest
        </Button>
      )}
      {next && (
        <Button variant="secondary" onClick={() => setParams({ [name]: next })}>
          Older
        </Button>
      )}
    </nav>
  )
}

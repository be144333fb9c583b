import { Button } from './button.tsx'

type CursorPaginationProps = {
  label: string
  /** The cursor of this page; undefined on the newest. */
  cursor: string | number | undefined
  /** The cursor of the next older page; null on the last. */
  next: string | number | null
  onChange: (before: string | number | undefined) => void
}

/** Pagination of a list that grows at its top. Hidden when everything is on one page. */
export function CursorPagination({ label, cursor, next, onChange }: CursorPaginationProps) {
  if (!cursor && !next) return null
  return (
    <nav aria-label={label} className="flex justify-center gap-3 border-line border-t p-4">
      {cursor && (
        <Button variant="secondary" onClick={() => onChange(undefined)}>
          Newest
        </Button>
      )}
      {next && (
        <Button variant="secondary" onClick={() => onChange(next)}>
          Older
        </Button>
      )}
    </nav>
  )
}

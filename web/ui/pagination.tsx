import { Button } from './button.tsx'

type PaginationProps = { page: number; total: number; pageSize?: number; onChange: (page: number) => void }

/** Page-number pagination. Hidden when everything is on one page. */
export function Pagination({ page, total, pageSize = 50, onChange }: PaginationProps) {
  const pages = Math.max(1, Math.ceil(total / pageSize))
  if (pages === 1 && page === 1) return null
  return (
    <nav
      aria-label="Pagination"
      className="flex flex-wrap items-center justify-center gap-3 border-line border-t p-4"
    >
      <Button variant="secondary" disabled={page <= 1} onClick={() => onChange(page - 1)}>
        Previous
      </Button>
      <p className="text-ink-soft">
        Page {page} of {pages}
      </p>
      <Button variant="secondary" disabled={page >= pages} onClick={() => onChange(page + 1)}>
        Next
      </Button>
    </nav>
  )
}

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

import { Button } from '../../ui/button.tsx'

type PagerProps = { page: number; total: number; size?: number; go: (page: number) => void }

/** The ways to the other pages of a list. Not there while everything is on one. */
export function Pager({ page, total, size = 50, go }: PagerProps) {
  const pages = Math.max(1, Math.ceil(total / size))
  if (pages === 1 && page === 1) return null
  return (
    <nav
      aria-label="Pages"
      className="flex flex-wrap items-center justify-center gap-3 border-line border-t p-4"
    >
      <Button variant="ghost" disabled={page <= 1} onClick={() => go(page - 1)}>
        Previous
      </Button>
      <p className="text-ink-soft">
        Page {page} of {pages}
      </p>
      <Button variant="ghost" disabled={page >= pages} onClick={() => go(page + 1)}>
        Next
      </Button>
    </nav>
  )
}

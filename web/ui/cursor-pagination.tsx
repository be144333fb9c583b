import { Button } from './button.tsx'

type OlderPagesProps = {
  label: string
  /** Where this page begins; undefined on the newest. */
  cursor: string | number | undefined
  /** Where the next older one begins; null on the last. */
  next: string | number | null
  onChange: (before: string | number | undefined) => void
}

/** The ways through a list that grows at its top. Not there while everything is on one page. */
export function CursorPagination({ label, cursor, next, onChange }: OlderPagesProps) {
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

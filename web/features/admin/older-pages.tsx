import { Button } from '../../ui/button.tsx'

type OlderPagesProps = {
  label: string
  /** Where this page begins; undefined on the newest. */
  before: string | number | undefined
  /** Where the next older one begins; null on the last. */
  next: string | number | null
  go: (before: string | number | undefined) => void
}

/** The ways through a list that grows at its top. Not there while everything is on one page. */
export function OlderPages({ label, before, next, go }: OlderPagesProps) {
  if (!before && !next) return null
  return (
    <nav aria-label={label} className="flex justify-center gap-3 border-line border-t p-4">
      {before && (
        <Button variant="ghost" onClick={() => go(undefined)}>
          Newest
        </Button>
      )}
      {next && (
        <Button variant="ghost" onClick={() => go(next)}>
          Older
        </Button>
      )}
    </nav>
  )
}

import type { ReactNode } from 'react'
import { LinkButton } from '../../ui/link-button.tsx'

type CursorPaginationProps = {
  children: ReactNode
  /** URLs of the newest page, unless this is it, and of the next older one. */
  newest?: string
  older?: string
}

/** A list with links to its newer and older pages. */
export function CursorPagination({ children, newest, older }: CursorPaginationProps) {
  return (
    <>
      {children}
      {(newest || older) && (
        <nav aria-label="Pagination" className="flex flex-wrap justify-center gap-3 border-line border-t p-4">
          {newest && (
            <LinkButton variant="secondary" href={newest}>
              Newest
            </LinkButton>
          )}
          {older && (
            <LinkButton variant="secondary" href={older}>
              Older
            </LinkButton>
          )}
        </nav>
      )}
    </>
  )
}

import type { ReactNode } from 'react'
import { LinkButton } from '../../ui/link-button.tsx'

type CursorPaginationProps = {
  children: ReactNode
  /** The address of the newest page, when this is not it, and of the next older one. */
  newest?: string
  older?: string
}

/** A list with the ways to its other pages. */
export function CursorPagination({ children, newest, older }: CursorPaginationProps) {
  return (
    <>
      {children}
      {(newest || older) && (
        <nav aria-label="Pages" className="flex flex-wrap justify-center gap-3 border-line border-t p-4">
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

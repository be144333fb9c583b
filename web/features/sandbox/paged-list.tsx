import type { ReactNode } from 'react'
import { LinkButton } from '../../ui/link-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

type PagedListProps = {
  children: ReactNode
  /** The address of the newest page, when this is not it, and of the next older one. */
  newest?: string
  older?: string
}

/** A list with the ways to its other pages. */
export function PagedList({ children, newest, older }: PagedListProps) {
  return (
    <>
      {children}
      {(newest || older) && (
        <nav aria-label="Pages" className="flex flex-wrap justify-center gap-3 border-line border-t p-4">
          {newest && (
            <LinkButton variant="ghost" href={newest}>
              Newest
            </LinkButton>
          )}
          {older && (
            <LinkButton variant="ghost" href={older}>
              Older
            </LinkButton>
          )}
        </nav>
      )}
    </>
  )
}

/** The shape of the rows while they are on their way. */
export function WaitingList({ label }: { label: string }) {
  return (
    <div role="status">
      <span className="sr-only">{label}</span>
      {['first', 'second', 'third', 'fourth'].map((name) => (
        <div key={name} className="flex items-center gap-4 border-line border-t px-4 py-4 sm:px-5">
          <div className="grid flex-1 gap-2">
            <Skeleton className="w-2/5" />
            <Skeleton className="w-1/4" />
          </div>
          <Skeleton className="h-6 w-20" />
        </div>
      ))}
    </div>
  )
}

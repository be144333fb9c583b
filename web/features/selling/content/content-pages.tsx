import { clsx } from 'clsx'
import { useEffect, useRef, useState } from 'react'
import type { CreatorContent } from '../../../../contract/content.ts'
import { listContentPage } from '../../../../contract/content-editing.ts'
import { useApiQuery } from '../../../api/query.ts'
import type { ResponseOf } from '../../../api/types.ts'
import { QueryState } from '../../../shared/query-state.tsx'
import { Button } from '../../../ui/button.tsx'
import { Skeleton, SkeletonRows } from '../../../ui/skeleton.tsx'
import { type Filters, toApiQuery } from './content-filters.ts'
import { ContentRow } from './content-row.tsx'
import { rowId } from './share/use-share-sheet.tsx'

type Page = ResponseOf<typeof listContentPage>
type ListProps = {
  filters: Filters
  onDelete: (item: CreatorContent) => void
  onShare: (item: CreatorContent) => void
  /** The row of a newly published item. */
  highlightedId: number | undefined
}

/** The rows in pages, so that ten thousand items stay fast. Needs a new `key` when the filters change. */
export function ContentPage({
  page,
  isNextPage = false,
  ...shared
}: ListProps & { page: Page; isNextPage?: boolean }) {
  const [isExpanded, setIsExpanded] = useState(false)
  const firstRowRef = useFocusWhen(isNextPage)
  const earningsById = new Map(page.recentEarnings.map(({ id, days }) => [id, days]))
  return (
    <>
      <ul>
        {page.items.map((item, index) => (
          <li
            key={item.id}
            id={rowId(item.id)}
            tabIndex={-1}
            ref={index === 0 ? firstRowRef : undefined}
            className={clsx('moves outline-none', item.id === shared.highlightedId && 'bg-brand-soft/60')}
          >
            <ContentRow
              item={item}
              recentEarnings={earningsById.get(item.id)}
              bundleShare={page.bundleShares.find(({ id }) => id === item.id)?.amount}
              onDelete={shared.onDelete}
              onShare={shared.onShare}
            />
          </li>
        ))}
      </ul>
      {page.next && !isExpanded && (
        <div className="grid justify-items-center border-line border-t p-4">
          <Button variant="secondary" onClick={() => setIsExpanded(true)}>
            Show more
          </Button>
        </div>
      )}
      {page.next && isExpanded && <NextPage cursor={page.next} {...shared} />}
    </>
  )
}

function NextPage({ cursor, ...shared }: ListProps & { cursor: string }) {
  const read = useApiQuery(listContentPage, { query: toApiQuery(shared.filters, cursor) })
  return (
    <QueryState query={read} subject="The next items" skeleton={<ContentListSkeleton />}>
      {(page) => <ContentPage page={page} isNextPage {...shared} />}
    </QueryState>
  )
}

/** Moves focus to the first new row, because the pressed button is gone. */
function useFocusWhen(shouldFocus: boolean) {
  const firstRowRef = useRef<HTMLLIElement>(null)
  // Moves the focus.
  useEffect(() => {
    if (shouldFocus) firstRowRef.current?.focus({ preventScroll: true })
  }, [shouldFocus])
  return firstRowRef
}

export function ContentListSkeleton() {
  return (
    <SkeletonRows label="Loading your content" count={3} className="flex items-center gap-3.5 py-3">
      <Skeleton shape="tile" />
      <div className="grid flex-1 gap-2">
        <Skeleton className="w-3/5" />
        <Skeleton className="w-2/5" />
      </div>
    </SkeletonRows>
  )
}

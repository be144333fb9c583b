import { FolderPlus, SearchX } from 'lucide-react'
import { useRef, useState } from 'react'
import type { OwnContent } from '../../../contract/content.ts'
import type { ApiError } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { FilterPanel, SearchBar } from './filter-bar.tsx'
import { Rows, WaitingRows } from './rows.tsx'
import { arranged, categoriesOf, noFilters } from './shelf.ts'
import { useDeleteDialog } from './use-delete-dialog.tsx'
import { useFilters } from './use-filters.ts'

type ContentListProps = { items?: Array<OwnContent>; error: ApiError | null; retry: () => void }

export function ContentList({ items, error, retry }: ContentListProps) {
  const [filters, change] = useFilters()
  const [open, setOpen] = useState(filters.sort !== 'newest' || filters.category !== 'all')
  const heading = useRef<HTMLHeadingElement>(null)
  const [askToDelete, dialog] = useDeleteDialog(() => heading.current?.focus())
  const shown = arranged(items ?? [], filters)
  const some = items !== undefined && items.length > 0

  return (
    <Card className="overflow-clip p-0">
      <div className="flex flex-wrap items-center justify-between gap-3 px-4 py-[18px] sm:px-5">
        <h2 ref={heading} tabIndex={-1} className="text-lg outline-none">
          Your Content
        </h2>
        {some && <SearchBar filters={filters} change={change} open={open} onToggle={() => setOpen(!open)} />}
      </div>
      {some && open && <FilterPanel filters={filters} change={change} categories={categoriesOf(items)} />}
      {some && <CountLine shown={shown.length} all={items.length} />}
      {!items && !error && <WaitingRows />}
      {!items && error && (
        <ErrorState title="Your content did not load" text={error.sentence} retry={retry} />
      )}
      {items && !some && <NoContent />}
      {some && shown.length === 0 && (
        <NoMatch
          onClear={() => {
            change(noFilters)
            setOpen(false)
            heading.current?.focus()
          }}
        />
      )}
      <Rows key={JSON.stringify(filters)} items={shown} onDelete={askToDelete} />
      {dialog}
    </Card>
  )
}

function CountLine({ shown, all }: { shown: number; all: number }) {
  return (
    <p role="status" className="px-4 pb-3 text-ink-faint text-sm sm:px-5">
      {shown === all ? `Showing all ${all} items` : `Showing ${shown} of ${all} items`}
    </p>
  )
}

function NoContent() {
  return (
    <EmptyState
      icon={<FolderPlus aria-hidden />}
      title="No content yet"
      text="Upload a file, a link or a text, set a price, and share its tip link."
      action={<LinkButton href="/upload">Upload Content</LinkButton>}
    />
  )
}

function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      icon={<SearchX aria-hidden />}
      title="No matching content"
      text="Nothing has these words in its title or description, in this category."
      action={
        <Button variant="ghost" onClick={onClear}>
          Clear filters
        </Button>
      }
    />
  )
}

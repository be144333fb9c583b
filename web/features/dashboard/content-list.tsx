import { FolderPlus, SearchX } from 'lucide-react'
import { useRef, useState } from 'react'
import { listContentPage } from '../../api/calls.ts'
import { useRead } from '../../api/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { formatCount } from '../../ui/count-text.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { FilterPanel, SearchBar } from './filter-bar.tsx'
import { Rows } from './rows.tsx'
import { noFilters, pageQuery } from './shelf.ts'
import { useDeleteDialog } from './use-delete-dialog.tsx'
import { useFilters } from './use-filters.ts'
import { useSignedOut } from './use-signed-out.ts'
import { WaitingContent } from './waiting-content.tsx'

export function ContentList() {
  const [filters, change] = useFilters()
  const [open, setOpen] = useState(filters.sort !== 'newest' || filters.category !== 'all')
  const heading = useRef<HTMLHeadingElement>(null)
  const [askToDelete, dialog] = useDeleteDialog(() => heading.current?.focus())
  const { data, error, refetch, isPlaceholderData } = useRead(listContentPage, {
    query: pageQuery(filters),
    keeps: true,
  })
  useSignedOut(error)
  const some = data !== undefined && data.total > 0

  return (
    <Card className="overflow-clip p-0" aria-busy={isPlaceholderData}>
      <div className="flex flex-wrap items-center justify-between gap-3 px-4 py-[18px] sm:px-5">
        <h2 ref={heading} tabIndex={-1} className="text-lg outline-none">
          Your Content
        </h2>
        {some && <SearchBar filters={filters} change={change} open={open} onToggle={() => setOpen(!open)} />}
      </div>
      {some && open && <FilterPanel filters={filters} change={change} categories={data.categories} />}
      {some && <CountLine shown={data.matching} all={data.total} />}
      {!data && !error && <WaitingContent />}
      {!data && error && (
        <ErrorState title="Your content did not load" text={error.sentence} retry={refetch} />
      )}
      {data && !some && <NoContent />}
      {some && data.matching === 0 && (
        <NoMatch
          onClear={() => {
            change(noFilters)
            setOpen(false)
            heading.current?.focus()
          }}
        />
      )}
      {data && (
        <Rows
          key={JSON.stringify(filters)}
          first={isPlaceholderData ? { ...data, next: null } : data}
          filters={filters}
          onDelete={askToDelete}
        />
      )}
      {dialog}
    </Card>
  )
}

function CountLine({ shown, all }: { shown: number; all: number }) {
  const [some, total] = [formatCount(shown), formatCount(all)]
  return (
    <p role="status" className="px-4 pb-3 text-ink-faint text-sm sm:px-5">
      {shown === all ? `Showing all ${total} items` : `Showing ${some} of ${total} items`}
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

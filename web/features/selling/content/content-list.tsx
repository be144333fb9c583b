import { SearchX } from 'lucide-react'
import { type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import type { CreatorContent } from '../../../../contract/content.ts'
import { listContentPage } from '../../../../contract/content-editing.ts'
import { useApiQuery } from '../../../api/query.ts'
import { rememberOwnItems } from '../../../shared/own-items.ts'
import { LoadError } from '../../../shared/query-state.tsx'
import { useSessionExpiredRedirect } from '../../../shared/session-expired.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { formatCount } from '../../../ui/format.ts'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { toast } from '../../../ui/toast.ts'
import { DropAboveWater } from '../../../ui/water.tsx'
import { ContentSearch } from './content-filter-bar.tsx'
import { defaultFilters, type Filters, parseFilters, toApiQuery, toSearchString } from './content-filters.ts'
import { ContentListSkeleton, ContentPage } from './content-pages.tsx'
import { rowColumns } from './content-row.tsx'
import type { DeleteContentDialog } from './delete-content-dialog.tsx'
import { useShareSheet } from './share/use-share-sheet.tsx'

/** Loaded with the first press of its button, because few need it. */
const ContentFilterPanel = lazyComponent(
  async () => (await import('./content-filter-panel.tsx')).ContentFilterPanel,
)

export function ContentList() {
  const [filters, setFilters] = useContentFilters()
  const [isFilterPanelOpen, setIsFilterPanelOpen] = useState(
    filters.sort !== 'newest' || filters.category !== 'all',
  )
  const heading = useRef<HTMLHeadingElement>(null)
  const [confirmDelete, dialog] = useDeleteContentDialog(() => heading.current?.focus())
  const read = useApiQuery(listContentPage, { query: toApiQuery(filters), keepPreviousData: true })
  const { data, error, isPlaceholderData } = read
  useSessionExpiredRedirect(error)
  const { share, sheet, highlightedId } = useShareSheet(data?.items ?? [])
  const hasContent = data !== undefined && data.total > 0
  // Writes to the browser's storage.
  useEffect(() => rememberOwnItems(data?.items.map(({ id }) => id) ?? []), [data])

  return (
    <Card padding="none" className="overflow-clip" aria-busy={isPlaceholderData}>
      <div className="flex flex-wrap items-center justify-between gap-3 px-4 py-[18px] sm:px-[22px]">
        <div>
          <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
            Your Content
          </h2>
          {hasContent && <ResultCount shown={data.matchingCount} all={data.total} />}
        </div>
        {hasContent && (
          <ContentSearch
            filters={filters}
            onChange={setFilters}
            open={isFilterPanelOpen}
            onToggle={() => setIsFilterPanelOpen(!isFilterPanelOpen)}
          />
        )}
      </div>
      {hasContent && isFilterPanelOpen && (
        <Suspense fallback={<Skeleton shape="card" className="mx-4 mb-4 h-40 sm:mx-5 sm:h-28" />}>
          <ContentFilterPanel filters={filters} onChange={setFilters} categories={data.categories} />
        </Suspense>
      )}
      {!data && !error && <ContentListSkeleton />}
      <LoadError query={read} subject="Your content" />
      {data && !hasContent && <NoContent />}
      {hasContent && data.matchingCount === 0 && (
        <NoMatchingContent
          search={filters.category === 'all' ? filters.search : ''}
          onClear={() => {
            setFilters(defaultFilters)
            setIsFilterPanelOpen(false)
            heading.current?.focus()
          }}
        />
      )}
      {hasContent && data.matchingCount > 0 && <ColumnNames />}
      {data && (
        <ContentPage
          key={JSON.stringify(filters)}
          page={isPlaceholderData ? { ...data, next: null } : data}
          filters={filters}
          onDelete={confirmDelete}
          onShare={share}
          highlightedId={highlightedId}
        />
      )}
      {dialog}
      {sheet}
    </Card>
  )
}

function ResultCount({ shown, all }: { shown: number; all: number }) {
  const [hasContent, total] = [formatCount(shown), formatCount(all)]
  return (
    <p role="status" className="text-ink-faint text-sm">
      {shown === all
        ? all === 1
          ? 'Showing 1 item'
          : `Showing all ${total} items`
        : `Showing ${hasContent} of ${total} items`}
    </p>
  )
}

/** The names of the columns on a wide screen. Screen readers get them from each row. */
function ColumnNames() {
  return (
    <div
      aria-hidden
      className={`hidden border-line border-t bg-sunken/55 px-[22px] py-2 font-semibold text-ink-soft text-sm lg:grid ${rowColumns}`}
    >
      <span className="col-span-2">Item</span>
      <span>Earned, 30 days</span>
      <span className="text-right">Price</span>
      <span className="text-right">Sales</span>
      <span className="text-right">Earned</span>
    </div>
  )
}

function NoContent() {
  return (
    <EmptyState
      drawing={<DropAboveWater />}
      title="No content yet"
      description="Add a file, a link or some text, set a price and share your tip link."
      action={
        // A link and not a button, because the checklist above already has one.
        <TextLink href="/upload" className="inline-flex min-h-11 items-center font-semibold">
          Upload Content
        </TextLink>
      }
    />
  )
}

/** `search` is what was typed, where nothing else was filtered. */
function NoMatchingContent({ search, onClear }: { search: string; onClear: () => void }) {
  return (
    <EmptyState
      icon={<SearchX aria-hidden />}
      title="No matching content"
      description={
        search
          ? `Nothing matches “${search}”.`
          : 'No titles or descriptions match your search in this category.'
      }
      action={
        <Button variant="secondary" onClick={onClear}>
          Clear filters
        </Button>
      }
    />
  )
}

function useContentFilters(): [Filters, (next: Partial<Filters>) => void] {
  const [path, navigate] = useLocation()
  const [query] = useSearchParams()

  const setFilters = useCallback(
    (next: Partial<Filters>) => {
      const search = toSearchString(query, { ...parseFilters(query), ...next })
      navigate(search ? `${path}?${search}` : path, { replace: true })
    },
    [path, navigate, query],
  )
  return [parseFilters(query), setFilters]
}

type PendingDelete = { item: CreatorContent; Dialog: typeof DeleteContentDialog }

/** The confirmation before deleting. Its code is loaded on first use. */
function useDeleteContentDialog(onDeleted: () => void): [(item: CreatorContent) => void, ReactNode] {
  const [pending, setPending] = useState<PendingDelete>()

  function confirmDelete(item: CreatorContent) {
    import('./delete-content-dialog.tsx').then(
      ({ DeleteContentDialog: Dialog }) => setPending({ item, Dialog }),
      () => toast({ title: 'Error', description: 'Failed to delete content', tone: 'destructive' }),
    )
  }
  const dialog = pending && (
    <pending.Dialog item={pending.item} onClose={() => setPending(undefined)} onDeleted={onDeleted} />
  )
  return [confirmDelete, dialog]
}

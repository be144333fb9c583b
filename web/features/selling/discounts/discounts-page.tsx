import { Plus, Tickets } from 'lucide-react'
import { listContent } from '../../../../contract/content.ts'
import { listDiscounts } from '../../../../contract/discounts.ts'
import { limits } from '../../../../contract/limits.ts'
import { useApiQuery } from '../../../api/query.ts'
import { QueryState } from '../../../shared/query-state.tsx'
import { RequireAuth } from '../../../shared/require-auth.tsx'
import { parsePage, useSearchParamsState } from '../../../shared/use-search-params-state.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { SkeletonList } from '../../../ui/skeleton.tsx'
import { DropAboveWater } from '../../../ui/water.tsx'
import { rowColumns } from './discount-labels.ts'
import { DiscountRow } from './discount-row.tsx'
import { lastSharedId } from './last-shared.ts'

export function DiscountsPage() {
  return <RequireAuth subject="Your discounts">{() => <Discounts />}</RequireAuth>
}

/** A creator's codes: those that have ended last, otherwise newest first. */
function Discounts() {
  const [search, setSearch] = useSearchParamsState()
  const page = parsePage(search)
  const query = useApiQuery(listDiscounts, { query: { page }, keepPreviousData: true })
  const items = useApiQuery(listContent)
  const published = items.data?.filter(({ status }) => status === 'published') ?? []
  const shared = published.find(({ id }) => id === lastSharedId()) ?? published[0]
  const counts = query.data
  return (
    <div className="grid gap-[18px]">
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4 pt-5 pb-0.5">
        <div>
          <h1 className="text-2xl">Discounts</h1>
          {counts && counts.total > 0 && <p className="text-ink-soft">{countsText(counts)}</p>}
        </div>
        {counts && counts.total > 0 && (
          // On a phone both are as wide as the page.
          <div className="flex flex-wrap gap-2 *:max-sm:grow">
            <LinkButton variant="secondary" href="/discounts/many">
              <Tickets aria-hidden />
              Many codes at once
            </LinkButton>
            <NewDiscountButton />
          </div>
        )}
      </header>
      <Card padding="none" className="overflow-clip" aria-busy={query.isPlaceholderData}>
        <QueryState
          query={query}
          subject="Your discounts"
          skeleton={<SkeletonList label="Loading your discounts" />}
        >
          {({ discounts, total }) =>
            total === 0 ? (
              <NoDiscounts />
            ) : (
              <>
                <ListHead />
                <ul aria-label="Your discounts" className="m-0 list-none p-0">
                  {discounts.map((discount) => (
                    <DiscountRow key={discount.id} discount={discount} sharedItem={shared} />
                  ))}
                </ul>
                <Pages
                  page={page}
                  count={Math.ceil(total / limits.discountsPerPage)}
                  onChange={(next) => setSearch({ page: next })}
                />
              </>
            )
          }
        </QueryState>
      </Card>
      {counts && counts.total > 0 && (
        <p className="px-1 text-ink-faint text-sm">A full refund gives the use back. A dispute doesn’t.</p>
      )}
    </div>
  )
}

function countsText({ activeCount, endedCount }: { activeCount: number; endedCount: number }): string {
  return endedCount > 0 ? `${activeCount} active, ${endedCount} ended` : `${activeCount} active`
}

function NewDiscountButton() {
  return (
    <LinkButton href="/discounts/new">
      <Plus aria-hidden />
      New discount
    </LinkButton>
  )
}

function NoDiscounts() {
  return (
    <EmptyState
      drawing={<DropAboveWater />}
      title="No discounts yet"
      description="Thank early fans, open a sale for a weekend, or send the press a free copy. A code is a word that people type, or a link that needs no typing."
      action={<NewDiscountButton />}
    />
  )
}

function ListHead() {
  return (
    <div
      aria-hidden
      className={`text-ink-faint text-sm max-md:hidden ${rowColumns} px-5 py-2.5 font-semibold`}
    >
      <span>Code</span>
      <span>When</span>
      <span>Used</span>
      <span className="text-right">Sales with it</span>
      <span>Status</span>
    </div>
  )
}

type PagesProps = { page: number; count: number; onChange: (page: number) => void }

function Pages({ page, count, onChange }: PagesProps) {
  if (count <= 1) return null
  return (
    <nav
      aria-label="Pages"
      className="flex flex-wrap items-center justify-between gap-3 border-line border-t p-4"
    >
      <Button variant="secondary" disabled={page <= 1} onClick={() => onChange(page - 1)}>
        Previous
      </Button>
      <span className="text-ink-soft">
        Page {page} of {count}
      </span>
      <Button variant="secondary" disabled={page >= count} onClick={() => onChange(page + 1)}>
        Next
      </Button>
    </nav>
  )
}

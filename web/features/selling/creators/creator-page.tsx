import { PackageOpen } from 'lucide-react'
import { useParams, useSearch } from 'wouter'
import { type CreatorPage as Creator, getCreator } from '../../../../contract/creators.ts'
import { useApiQuery } from '../../../api/query.ts'
import { ItemCard } from '../../../shared/item-card.tsx'
import { LinkButton } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageLoadError } from '../../../ui/error-state.tsx'
import { PageNotice } from '../../../ui/page-notice.tsx'
import { CreatorHeader } from './creator-header.tsx'
import { sortOf } from './creator-sort.ts'
import { ItemFilters } from './item-filters.tsx'

/** A creator's public page. Only its share button needs JavaScript. */
export function CreatorPage() {
  const { handle = '' } = useParams()
  const query = new URLSearchParams(useSearch())
  const { data, error } = useApiQuery(getCreator, { params: { handle }, query: { sort: sortOf(query) } })

  if (data) return <LoadedCreatorPage creator={data} query={query} />
  if (error && error.status >= 500)
    return <PageLoadError href={`/@${handle}`} reassurance="nothing was charged" />
  return (
    <PageNotice
      icon={<PackageOpen aria-hidden />}
      title="Creator Not Found"
      description="This creator may have moved, or the link is incomplete."
      actions={<LinkButton href="/">Go to home page</LinkButton>}
    />
  )
}

type LoadedProps = { creator: Creator; query: URLSearchParams }

function LoadedCreatorPage({ creator, query }: LoadedProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-9 pt-4 sm:gap-11 sm:pt-6">
      <CreatorHeader creator={creator} query={query} />
      <Items creator={creator} query={query} />
    </div>
  )
}

function Items({ creator, query }: LoadedProps) {
  const { items, name } = creator
  const selected = items.find(({ category }) => category === query.get('category'))?.category
  const visibleItems = selected ? items.filter((item) => item.category === selected) : items
  if (items.length === 0)
    return (
      <EmptyState
        icon={<PackageOpen aria-hidden />}
        title="Nothing here yet"
        description={`Follow ${name} to hear about the first item.`}
      />
    )
  return (
    <section aria-labelledby="items" className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <h2 id="items" className="sr-only">
        {`Items by ${name}`}
      </h2>
      <ItemFilters creator={creator} category={selected} sort={sortOf(query)} />
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-x-5.5 gap-y-7.5 sm:grid-cols-2 lg:grid-cols-3">
        {visibleItems.map((item) => (
          <li key={item.id}>
            <ItemCard item={item} />
          </li>
        ))}
      </ul>
    </section>
  )
}

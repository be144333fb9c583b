import { PackageOpen } from 'lucide-react'
import { useParams, useSearch } from 'wouter'
import { type CreatorPage as Creator, type CreatorItem, getCreator } from '../../../../contract/creators.ts'
import { site } from '../../../../contract/site.ts'
import { useApiQuery } from '../../../api/query.ts'
import { Island } from '../../../hydration/island.tsx'
import { ItemCard } from '../../../shared/item-card.tsx'
import { formatPrice } from '../../../shared/price.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageLoadError } from '../../../ui/error-state.tsx'
import { PageNotice } from '../../../ui/page-notice.tsx'
import { DropAboveWater } from '../../../ui/water.tsx'
import { cardPlayerIsland } from './card-player.island.tsx'
import { CreatorHeader } from './creator-header.tsx'
import { sortOf } from './creator-sort.ts'
import { ItemFilters, PhoneSortMenu, pageHref } from './item-filters.tsx'

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
      drawing={<DropAboveWater />}
      title="Creator Not Found"
      description="This creator may have moved, or the link is incomplete."
      actions={<LinkButton href="/">Go to home page</LinkButton>}
    />
  )
}

type LoadedProps = { creator: Creator; query: URLSearchParams }

function LoadedCreatorPage({ creator, query }: LoadedProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 pt-1 sm:gap-9 sm:pt-6">
      <CreatorHeader creator={creator} query={query} />
      <Items creator={creator} query={query} />
    </div>
  )
}

/** How many items are there without Show more, and how many covers without scrolling. */
const firstItems = 24
const eagerCovers = 6

function Items({ creator, query }: LoadedProps) {
  const { items, name } = creator
  const selected = items.find(({ category }) => category === query.get('category'))?.category
  const visibleItems = selected ? items.filter((item) => item.category === selected) : items
  const isWhole = query.get('show') === 'all'
  const shown = isWhole ? visibleItems : visibleItems.slice(0, firstItems)
  const filters = { creator, category: selected, sort: sortOf(query), isWhole }
  if (items.length === 0)
    return (
      <EmptyState
        icon={<PackageOpen aria-hidden />}
        title="Nothing for sale yet"
        description="Follow to hear about the first item."
      />
    )
  return (
    <section aria-labelledby="items" className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <h2 id="items" className="sr-only">
        {`Items by ${name}`}
      </h2>
      <ItemFilters {...filters} />
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-6 min-[22.5rem]:grid-cols-2 sm:gap-x-5.5 sm:gap-y-7.5 lg:grid-cols-3">
        {shown.map((item, index) => (
          <li key={item.id} id={index === firstItems ? 'more' : undefined} className="relative scroll-mt-5">
            <ItemCard
              item={item}
              sizes="(min-width: 64rem) 340px, 50vw"
              {...(index >= eagerCovers && { loading: 'lazy' })}
            />
            {item.sample && <CardSample item={item} sample={item.sample} />}
          </li>
        ))}
      </ul>
      {shown.length < visibleItems.length && (
        <LinkButton
          variant="secondary"
          href={`${pageHref(creator.handle, { ...filters, isWhole: true })}#more`}
          className="justify-self-center"
        >
          Show more
        </LinkButton>
      )}
      {site().taxName && <p className="text-ink-faint text-sm">{`Prices include ${site().taxName}.`}</p>}
      <PhoneSortMenu {...filters} />
    </section>
  )
}

type CardSampleProps = { item: CreatorItem; sample: NonNullable<CreatorItem['sample']> }

/** Beside the link of the card, because a link has no buttons in it. */
function CardSample({ item, sample: { kind, ...sample } }: CardSampleProps) {
  const { title, tipAddress: href } = item
  const price = item.isSoldOut ? 'Sold out' : formatPrice(item.minimumChargeAmount, item)
  return (
    <div className="pointer-events-none absolute inset-x-0 top-0 aspect-[16/10]">
      <Island island={cardPlayerIsland} props={{ kind, title, sample, href, price }} />
    </div>
  )
}

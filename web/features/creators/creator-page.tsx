import { PackageOpen } from 'lucide-react'
import { useParams, useSearch } from 'wouter'
import type { CreatorPage as Creator } from '../../../contract/creators.ts'
import { getCreator } from '../../api/calls.ts'
import { useApiQuery } from '../../api/query-hooks.ts'
import { categoryLabels } from '../../shared/content-labels.ts'
import { ItemCard } from '../../shared/item-card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageLoadError } from '../../ui/page-load-error.tsx'
import { PageNotice } from '../../ui/page-notice.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { CreatorHeader } from './creator-header.tsx'

/** A creator's public page. It needs no script. */
export function CreatorPage() {
  const { handle = '' } = useParams()
  const { data, error } = useApiQuery(getCreator, { params: { handle } })

  if (data) return <LoadedCreatorPage creator={data} />
  if (error && error.status >= 500)
    return <PageLoadError href={`/@${handle}`} reassurance="nothing was charged" />
  return (
    <PageNotice
      icon={<PackageOpen aria-hidden />}
      title="Creator Not Found"
      description="This creator may have moved, or the link is incomplete."
    />
  )
}

function LoadedCreatorPage({ creator }: { creator: Creator }) {
  const query = new URLSearchParams(useSearch())
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-9 pt-4 sm:gap-11 sm:pt-6">
      <CreatorHeader creator={creator} query={query} />
      <Items creator={creator} category={query.get('category')} />
    </div>
  )
}

function Items({ creator, category }: { creator: Creator; category: string | null }) {
  const { items, name } = creator
  const categories = [...new Set(items.map((item) => item.category))]
  const selected = categories.find((one) => one === category)
  const shown = selected ? items.filter((item) => item.category === selected) : items
  if (items.length === 0)
    return (
      <EmptyState
        icon={<PackageOpen aria-hidden />}
        title="Nothing here yet"
        description={`Follow ${name} to hear about the first item.`}
      />
    )
  return (
    <section aria-labelledby="items" className="grid gap-5">
      <h2 id="items" className="sr-only">
        {`Items by ${name}`}
      </h2>
      {categories.length > 1 && (
        <nav
          aria-label="Categories"
          className="-mx-[18px] flex gap-1 overflow-x-auto px-[18px] sm:mx-0 sm:flex-wrap sm:rounded-[22px] sm:px-0"
        >
          <CategoryLink href={`/@${creator.handle}`} isCurrent={!selected}>
            {`All ${items.length}`}
          </CategoryLink>
          {categories.map((one) => (
            <CategoryLink key={one} href={`/@${creator.handle}?category=${one}`} isCurrent={one === selected}>
              {categoryLabels[one]}
            </CategoryLink>
          ))}
        </nav>
      )}
      <ul className="grid gap-x-5.5 gap-y-7.5 sm:grid-cols-2 lg:grid-cols-3">
        {shown.map((item) => (
          <li key={item.id}>
            <ItemCard item={item} />
          </li>
        ))}
      </ul>
    </section>
  )
}

type CategoryLinkProps = { href: string; isCurrent: boolean; children: string }

function CategoryLink({ href, isCurrent, children }: CategoryLinkProps) {
  return (
    <TextLink
      unstyled
      href={href}
      aria-current={isCurrent ? 'page' : undefined}
      className="moves grid min-h-11 flex-none place-items-center rounded-full border border-line px-4 font-semibold text-ink-soft hover:text-ink aria-[current]:border-transparent aria-[current]:bg-brand-soft aria-[current]:text-brand"
    >
      {children}
    </TextLink>
  )
}

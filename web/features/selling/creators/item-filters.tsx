import { clsx } from 'clsx'
import { Check, ChevronDown } from 'lucide-react'
import { type CreatorPageSort, creatorPageSorts } from '../../../../contract/content.ts'
import type { CreatorPage } from '../../../../contract/creators.ts'
import { categoryLabel } from '../../../shared/content-format.ts'
import { TextLink } from '../../../ui/text-link.tsx'

type Category = CreatorPage['items'][number]['category']
type ItemFiltersProps = {
  creator: CreatorPage
  category: Category | undefined
  sort: CreatorPageSort | undefined
  /** All items, and not only the first ones. */
  isWhole: boolean
}

/** Links to the categories and sort orders of a creator's items. They work without JavaScript. */
export function ItemFilters({ creator, category, sort, isWhole }: ItemFiltersProps) {
  const { items, handle } = creator
  const categories = [...new Set(items.map((item) => item.category))]
  const countOf = (option: Category) => items.filter((item) => item.category === option).length
  if (items.length < 2) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-2.5">
      {categories.length > 1 && (
        <nav
          aria-label="Categories"
          className="-mx-[18px] fades-x flex gap-2 overflow-x-auto px-[18px] max-sm:w-[calc(100%+36px)] sm:mx-0 sm:flex-wrap sm:px-0"
        >
          <CategoryLink href={pageHref(handle, { sort })} isCurrent={!category}>
            {`All ${items.length}`}
          </CategoryLink>
          {categories.map((option) => (
            <CategoryLink
              key={option}
              href={pageHref(handle, { category: option, sort })}
              isCurrent={option === category}
            >
              {`${categoryLabel(option)} ${countOf(option)}`}
            </CategoryLink>
          ))}
        </nav>
      )}
      <div className="ml-auto max-sm:hidden">
        <SortMenu sort={sort} hrefOf={(option) => pageHref(handle, { category, sort: option, isWhole })} />
      </div>
    </div>
  )
}

/** Below the items, because on a phone the works come first. */
export function PhoneSortMenu({ creator: { items, handle }, category, sort, isWhole }: ItemFiltersProps) {
  if (items.length < 2) return null
  return (
    <div className="sm:hidden">
      <SortMenu
        sort={sort}
        opensUpwards
        hrefOf={(option) => pageHref(handle, { category, sort: option, isWhole })}
      />
    </div>
  )
}

const sortLabels: Record<CreatorPageSort, string> = {
  newest: 'Newest first',
  popular: 'Most popular',
  'price-low': 'Price: low to high',
}

type SortMenuProps = {
  sort: CreatorPageSort | undefined
  hrefOf: (sort: CreatorPageSort | undefined) => string
  opensUpwards?: boolean
}

function SortMenu({ sort = creatorPageSorts[0], hrefOf, opensUpwards = false }: SortMenuProps) {
  return (
    <details className="group relative w-fit">
      <summary className="moves flex min-h-11 cursor-pointer list-none items-center gap-2.5 rounded-sm border border-line-strong bg-surface px-4 hover:border-ink-faint [&::-webkit-details-marker]:hidden">
        <span>
          <span className="sr-only">Sort: </span>
          {sortLabels[sort]}
        </span>
        <ChevronDown aria-hidden className="moves size-4 shrink-0 group-open:rotate-180" />
      </summary>
      <ul
        className={clsx(
          'absolute right-0 z-10 my-1.5 w-60 rounded-md border border-line bg-surface p-1.5 shadow-md max-sm:right-auto max-sm:left-0',
          opensUpwards ? 'bottom-full' : 'top-full',
        )}
      >
        {creatorPageSorts.map((option, index) => (
          <li key={option}>
            <TextLink
              unstyled
              href={hrefOf(index === 0 ? undefined : option)}
              aria-current={option === sort ? 'page' : undefined}
              className="flex min-h-11 items-center justify-between gap-3 rounded-sm px-3 hover:bg-sunken aria-[current]:font-semibold"
            >
              {sortLabels[option]}
              {option === sort && <Check aria-hidden className="size-4 text-brand" />}
            </TextLink>
          </li>
        ))}
      </ul>
    </details>
  )
}

type CategoryLinkProps = { href: string; isCurrent: boolean; children: string }

function CategoryLink({ href, isCurrent, children }: CategoryLinkProps) {
  return (
    <TextLink
      unstyled
      href={href}
      aria-current={isCurrent ? 'page' : undefined}
      className="moves grid min-h-11 flex-none place-items-center rounded-full border border-line px-4 font-semibold text-ink-soft hover:text-ink aria-[current]:border-transparent aria-[current]:bg-ink aria-[current]:text-paper"
    >
      {children}
    </TextLink>
  )
}

type PageQuery = {
  category?: Category | undefined
  sort?: CreatorPageSort | undefined
  isWhole?: boolean
}

export function pageHref(handle: string, { category, sort, isWhole }: PageQuery): string {
  const query = new URLSearchParams({
    ...(category && { category }),
    ...(sort && { sort }),
    ...(isWhole && { show: 'all' }),
  })
  return query.size === 0 ? `/@${handle}` : `/@${handle}?${query}`
}

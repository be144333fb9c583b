import type { ReactNode } from 'react'
import { type QueryLike, QueryState } from '../../../shared/query-state.tsx'
import { parsePage, useSearchParamsState } from '../../../shared/use-search-params-state.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { useDebouncedSearch } from '../../../ui/search-input.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import { Select } from '../../../ui/select.tsx'
import { SkeletonList } from '../../../ui/skeleton.tsx'

type AdminQueryStateProps<T> = {
  query: QueryLike<T>
  /** What is loaded, as the start of a sentence: `The alerts`. */
  subject: string
  children: (data: T) => ReactNode
}

/** Shows the data, or placeholder rows while it loads. */
export function AdminQueryState<T>({ query, subject, children }: AdminQueryStateProps<T>) {
  return (
    <QueryState query={query} subject={subject} skeleton={<SkeletonList label={`${subject}: loading…`} />}>
      {children}
    </QueryState>
  )
}

type AdminListProps<T> = {
  /** The list stands in a card that is there already. */
  isBare?: boolean
  query: QueryLike<T>
  /** What is loaded, as the start of a sentence: `The alerts`. */
  subject: string
  /** Above the rows, also while they load. */
  filter?: ReactNode
  /** Between filter and rows, also when there are none. */
  note?: (data: T) => ReactNode
  countOf: (data: T) => number
  /** What is shown in place of no rows. */
  empty?: { icon: ReactNode; title: string; description: string }
  /** The rows: a `DataTable`, or `AdminRows`. */
  children: (data: T) => ReactNode
  pagination?: (data: T) => ReactNode
}

/** The panel of a list: filter, rows and pages, and what stands for rows that load, fail or don't exist. */
export function AdminList<T>(props: AdminListProps<T>) {
  const { query, subject, filter, note, countOf, empty, children, pagination, isBare } = props
  const list = (
    <>
      {filter && (
        <div className="flex flex-wrap items-center justify-between gap-4 border-line border-b p-4 sm:px-5">
          {filter}
        </div>
      )}
      <AdminQueryState query={query} subject={subject}>
        {(data) => (
          <>
            {note?.(data)}
            {empty && countOf(data) === 0 ? (
              <EmptyState {...empty} />
            ) : (
              <>
                {children(data)}
                {pagination?.(data)}
              </>
            )}
          </>
        )}
      </AdminQueryState>
    </>
  )
  if (isBare) return list
  return (
    <Card padding="none" className="overflow-clip">
      {list}
    </Card>
  )
}

export function AdminRows({ children }: { children: ReactNode }) {
  return <ul className="m-0 list-none p-0">{children}</ul>
}

export function AdminRow({ children, actions }: { children: ReactNode; actions?: ReactNode }) {
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 border-line border-b px-4 py-4 last:border-b-0 sm:px-5">
      <div className="grid min-w-0 flex-1 basis-64 gap-1">{children}</div>
      {actions}
    </li>
  )
}

/** The words that a list is searched for, and its page. Both are in the URL. */
export function useListSearch(): { q: string; page: number } {
  const [query] = useSearchParamsState()
  return { q: query.get('q') ?? '', page: parsePage(query) }
}

/** A change of what a list shows starts at its first page. */
function useSetListParams() {
  const [, setParams] = useSearchParamsState()
  return (changes: Record<string, string | undefined>) =>
    setParams({ ...changes, page: undefined, before: undefined })
}

export function ListSearch({ label, placeholder }: { label: string; placeholder: string }) {
  const setParams = useSetListParams()
  const input = useDebouncedSearch(useListSearch().q, (q) => setParams({ q }))
  return (
    <Input
      type="search"
      aria-label={label}
      placeholder={placeholder}
      {...input}
      className="min-w-0 sm:max-w-[420px]"
    />
  )
}

type Options<V extends string> = readonly [Option<V>, ...Array<Option<V>>]
type Option<V extends string> = { readonly value: V; readonly label: string }
type ListFilterProps<V extends string> = { label: string; name: string; options: Options<V> }

export function useListFilter<V extends string>(name: string, options: Options<V>): V {
  const [query] = useSearchParamsState()
  return (options.find(({ value }) => value === query.get(name)) ?? options[0]).value
}

function useFilterState<V extends string>({ name, options }: ListFilterProps<V>) {
  const setParams = useSetListParams()
  return {
    value: useListFilter(name, options),
    choose: (value: string) => setParams({ [name]: value === options[0].value ? undefined : value }),
  }
}

export function ListFilter<V extends string>(props: ListFilterProps<V>) {
  const { value, choose } = useFilterState(props)
  return <SegmentedControl {...props} value={value} onChange={choose} />
}

/** A filter with more options than fit side by side. */
export function ListSelect<V extends string>(props: ListFilterProps<V>) {
  const { value, choose } = useFilterState(props)
  return (
    <Field label={props.label} className="w-full sm:w-60">
      <Select options={props.options} value={value} onChange={({ target }) => choose(target.value)} />
    </Field>
  )
}

export const pageSize = 50

/** The pages of a list whose page is in the URL. Hidden when everything is on one page. */
export function ListPages({ total }: { total: number }) {
  const [, setParams] = useSearchParamsState()
  const { page } = useListSearch()
  const pages = Math.max(1, Math.ceil(total / pageSize))
  if (pages === 1 && page === 1) return null
  return (
    <nav
      aria-label="Pagination"
      className="flex flex-wrap items-center justify-center gap-3 border-line border-t p-4"
    >
      <Button variant="secondary" disabled={page <= 1} onClick={() => setParams({ page: page - 1 })}>
        Previous
      </Button>
      <p className="text-ink-soft">
        Page {page} of {pages}
      </p>
      <Button variant="secondary" disabled={page >= pages} onClick={() => setParams({ page: page + 1 })}>
        Next
      </Button>
    </nav>
  )
}

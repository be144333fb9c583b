import { Plus, Search } from 'lucide-react'
import { useState } from 'react'
import { findBundleItems } from '../../../../contract/bundles.ts'
import type { BundleItem } from '../../../../contract/content.ts'
import { limits } from '../../../../contract/limits.ts'
import { useApiQuery } from '../../../api/query.ts'
import { priceAlone } from '../../../shared/price.ts'
import { pluralize } from '../../../ui/format.ts'
import { Input } from '../../../ui/input.tsx'

type AddItemProps = { items: ReadonlyArray<BundleItem>; onAdd: (item: BundleItem) => void }

/** Finds published items that are not in the bundle yet. */
export function AddItem({ items, onAdd }: AddItemProps) {
  const [q, setQ] = useState('')
  const { data, error } = useApiQuery(findBundleItems, { query: { q } })
  const chosen = new Set(items.map(({ id }) => id))
  const left = data ? data.total - data.items.filter(({ id }) => chosen.has(id)).length : undefined
  const found = data?.items.filter(({ id }) => !chosen.has(id)) ?? []
  if (items.length >= limits.bundleItems.max)
    return <p className="text-ink-soft text-sm">A bundle has at most {limits.bundleItems.max} items.</p>
  return (
    <div className="grid gap-1.5">
      <div className="relative">
        <Search aria-hidden className="absolute top-1/2 left-3.5 size-4 -translate-y-1/2 text-ink-faint" />
        <Input
          type="search"
          aria-label="Add an item"
          placeholder={addLabel(left)}
          maxLength={limits.maxTitleLength}
          className="pl-10"
          value={q}
          onChange={({ target }) => setQ(target.value)}
          onKeyDown={(event) => {
            // Enter adds the first one instead of saving the form.
            if (event.key !== 'Enter') return
            event.preventDefault()
            if (found[0]) onAdd(found[0])
          }}
        />
      </div>
      {error && (
        <p role="alert" className="text-danger text-sm">
          Your items couldn’t be loaded. Type again to retry.
        </p>
      )}
      <ul className="max-h-72 overflow-y-auto rounded-md border border-line bg-surface empty:hidden">
        {found.map((item) => (
          <li key={item.id} className="border-line border-t first:border-t-0">
            <button
              type="button"
              onClick={() => onAdd(item)}
              className="flex min-h-11 w-full items-center gap-3 px-3.5 py-2 text-left hover:bg-sunken"
            >
              <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{item.title}</span>
              <span className="flex-none text-ink-soft">{priceAlone(item)}</span>
              <Plus aria-hidden className="size-4 flex-none" />
            </button>
          </li>
        ))}
      </ul>
      {data && found.length === 0 && (
        <p className="text-ink-faint text-sm">
          {q === ''
            ? 'All your published items are in the bundle.'
            : 'No other published item has this in its title.'}
        </p>
      )}
    </div>
  )
}

function addLabel(left: number | undefined): string {
  if (!left) return 'Add an item'
  return left === 1 ? 'Add your other item' : `Add one of your other ${pluralize(left, 'item')}`
}

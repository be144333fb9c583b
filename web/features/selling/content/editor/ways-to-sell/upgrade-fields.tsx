import { useState } from 'react'
import { findBundleItems } from '../../../../../../contract/bundles.ts'
import { limits } from '../../../../../../contract/limits.ts'
import { useApiQuery } from '../../../../../api/query.ts'
import { Field } from '../../../../../ui/field.tsx'
import { Input } from '../../../../../ui/input.tsx'
import { MoneyInput } from '../../../../../ui/money-input.tsx'
import { Select } from '../../../../../ui/select.tsx'
import type { WaysToSellProps } from './ways-to-sell.tsx'

/** The other item and the difference. */
export function UpgradeFields({ initialValues, currency, item }: WaysToSellProps) {
  const [q, setQ] = useState('')
  const [chosen, setChosen] = useState({
    value: initialValues.upgradeFromId ?? '',
    label: item?.upgrade?.fromTitle ?? 'The item that you chose',
  })
  const { data, error } = useApiQuery(findBundleItems, { query: { q }, keepPreviousData: true })
  const found = (data?.items ?? [])
    .filter(({ id }) => id !== item?.id)
    .map(({ id, title }) => ({ value: String(id), label: title }))
  const isListed = chosen.value === '' || found.some(({ value }) => value === chosen.value)
  const first = { value: '', label: data || error ? 'Choose an item' : 'Loading your items…' }
  const options = [first, ...(isListed ? [] : [chosen]), ...found]
  const hasNone = data?.total === (item?.status === 'published' ? 1 : 0)

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 pt-1 sm:grid-cols-[minmax(0,1fr)_10rem]">
      {data && data.total > limits.maxListed.bundleChoices && (
        <Input
          type="search"
          aria-label="Find one of your items"
          placeholder="Find one of your items"
          maxLength={limits.maxTitleLength}
          value={q}
          onChange={({ target }) => setQ(target.value)}
          // Enter looks for the item instead of saving the form.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          className="sm:col-span-2"
        />
      )}
      <Field
        label="Other item"
        name="upgradeFromId"
        hint={hintOf({ hasError: Boolean(error), hasNone, isFiltered: q !== '' && found.length === 0 })}
      >
        <Select
          options={options}
          value={chosen.value}
          onChange={({ target }) => setChosen(options.find(({ value }) => value === target.value) ?? chosen)}
        />
      </Field>
      <Field label="Difference" name="upgradeAmount">
        <MoneyInput currency={currency} placeholder="10.00" defaultValue={initialValues.upgradeAmount} />
      </Field>
    </div>
  )
}

type HintInput = { hasError: boolean; hasNone: boolean; isFiltered: boolean }

function hintOf({ hasError, hasNone, isFiltered }: HintInput): string | undefined {
  if (hasError) return 'Your items couldn’t be loaded. Check your connection and reload the page.'
  if (hasNone) return 'You have no other published item yet.'
  return isFiltered ? 'No published item has this in its title.' : undefined
}

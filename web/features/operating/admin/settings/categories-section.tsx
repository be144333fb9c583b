import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { CategorySetting, SettingState } from '../../../../../contract/instance-settings.ts'
import { Button } from '../../../../ui/button.tsx'
import { Section } from '../../../../ui/card.tsx'
import { Checkbox } from '../../../../ui/checkbox.tsx'
import { FormError } from '../../../../ui/field.tsx'
import { Input } from '../../../../ui/input.tsx'
import { useCanAct } from '../admin-layout.tsx'
import { Origin, useSaveSettings } from './setting-group-form.tsx'

/** The categories of items: their names, order, and which are offered for new items. */
export function CategoriesSection({ settings }: { settings: ReadonlyArray<SettingState> }) {
  const canAct = useCanAct()
  const state = settings.find(({ key }) => key === 'categories')
  if (!state) return null
  // The server has parsed the value by the setting's schema.
  const stored = state.value as Array<CategorySetting>
  return (
    <Section
      id="categories"
      title="Categories"
      description="Items keep their category. One that isn’t offered can’t be chosen for new items."
    >
      {canAct ? (
        <Categories key={state.changedAt} stored={stored} />
      ) : (
        <ul className="m-0 grid list-none gap-1 p-0">
          {stored.map(({ id, label, isOffered, isPro }) => (
            <li key={id}>
              {[label, isOffered ? 'offered' : 'not offered', ...(isPro ? ['Pro only'] : [])].join(', ')}
            </li>
          ))}
        </ul>
      )}
      <p className="text-ink-faint text-sm">
        <Origin state={state} />
      </p>
    </Section>
  )
}

function Categories({ stored }: { stored: Array<CategorySetting> }) {
  const [categories, setCategories] = useState(stored)
  const send = useSaveSettings('Categories saved')
  const change = (index: number, changes: Partial<CategorySetting>) =>
    setCategories(categories.map((one, at) => (at === index ? { ...one, ...changes } : one)))
  const isNew = (index: number) => index >= stored.length
  return (
    <>
      <ul className="m-0 grid list-none gap-3 p-0">
        {categories.map((category, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: categories are only added at the end.
          <li key={index} className="flex flex-wrap items-center gap-x-5 gap-y-1">
            <Input
              aria-label={`Name of category ${index + 1}`}
              value={category.label}
              maxLength={40}
              className="w-full sm:w-56"
              onChange={({ target }) =>
                change(index, {
                  label: target.value,
                  ...(isNew(index) && { id: toId(target.value) }),
                })
              }
            />
            <Checkbox
              checked={category.isOffered}
              onChange={({ target }) => change(index, { isOffered: target.checked })}
            >
              Offered<span className="sr-only">: {category.label}</span>
            </Checkbox>
            <Checkbox
              checked={category.isPro}
              onChange={({ target }) => change(index, { isPro: target.checked })}
            >
              Pro only<span className="sr-only">: {category.label}</span>
            </Checkbox>
          </li>
        ))}
      </ul>
      <FormError>{send.error && (send.error.fields.categories ?? send.error.userMessage)}</FormError>
      <div className="flex flex-wrap gap-3">
        <Button isLoading={send.isPending} onClick={() => send.mutate({ body: { categories } })}>
          Save categories
        </Button>
        <Button
          variant="secondary"
          onClick={() => setCategories([...categories, { id: '', label: '', isPro: false, isOffered: true }])}
        >
          <Plus aria-hidden />
          Add category
        </Button>
      </div>
    </>
  )
}

/** An id for URLs, made once from the first name. */
function toId(label: string): string {
  return label
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

import { Plus } from 'lucide-react'
import { useContext, useState } from 'react'
import type { CategorySetting, SettingState } from '../../../../../contract/instance-settings.ts'
import { Button } from '../../../../ui/button.tsx'
import { Checkbox } from '../../../../ui/checkbox.tsx'
import { FormError, FormErrorsContext } from '../../../../ui/field.tsx'
import { Input } from '../../../../ui/input.tsx'
import { useCanAct } from '../admin-layout.tsx'
import { Origin } from './origin.tsx'

/** The categories of items: their names, and which are offered for new items. The form sends them as one field. */
export function CategoriesControl({ state }: { state: SettingState }) {
  const canAct = useCanAct()
  // The server has parsed the value by the setting's schema.
  const stored = state.value as Array<CategorySetting>
  return (
    <div className="grid gap-3 py-4">
      {canAct ? (
        <Categories stored={stored} />
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
    </div>
  )
}

function Categories({ stored }: { stored: Array<CategorySetting> }) {
  const errors = useContext(FormErrorsContext)
  const [categories, setCategories] = useState(stored)
  const change = (index: number, changes: Partial<CategorySetting>) =>
    setCategories(categories.map((one, at) => (at === index ? { ...one, ...changes } : one)))
  const isNew = (index: number) => index >= stored.length
  return (
    <>
      <input type="hidden" name="categories" value={JSON.stringify(categories)} />
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
      <FormError>{errors.categories}</FormError>
      <Button
        variant="secondary"
        className="justify-self-start"
        onClick={() => setCategories([...categories, { id: '', label: '', isPro: false, isOffered: true }])}
      >
        <Plus aria-hidden />
        Add category
      </Button>
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

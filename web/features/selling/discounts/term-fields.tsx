import { type ReactNode, useContext, useState } from 'react'
import type { CreatorContent } from '../../../../contract/content.ts'
import { limits } from '../../../../contract/limits.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { Field, FormErrorsContext, useFieldControl } from '../../../ui/field.tsx'
import { formatMoney } from '../../../ui/format.ts'
import { Input } from '../../../ui/input.tsx'
import { MoneyInput } from '../../../ui/money-input.tsx'
import { RadioCard, RadioCardGroup } from '../../../ui/radio-card.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import type { FormState } from './form-state.ts'
import { ItemSearch, useItemSearch } from './item-search.tsx'

type TermFieldsProps = {
  state: FormState
  onChange: (part: Partial<FormState>) => void
  items: Array<CreatorContent>
  /** What an edited code applies to, which may not be among the items. */
  chosen?: ReadonlyArray<{ id: number; title: string }> | undefined
  /** An item that was found and chosen. */
  onFind: (item: CreatorContent) => void
  currency: string
  /** A field beside the end. */
  children?: ReactNode
  /** What is folded beside the start, and its name. */
  limits?: { summary: string; fields: ReactNode }
}

/** How much off, on what, and until when: the same for one code and for a list of codes. */
export function TermFields(props: TermFieldsProps) {
  const { state, onChange, currency, children, limits: more } = props
  return (
    <>
      <HowMuch state={state} onChange={onChange} currency={currency} />
      <RadioCardGroup label="On what">
        <RadioCard
          name="appliesTo"
          value="all"
          title="Everything"
          description="What you publish later, too"
          checked={state.appliesTo === 'all'}
          onChange={() => onChange({ appliesTo: 'all' })}
        />
        <RadioCard
          name="appliesTo"
          value="chosen"
          title="Chosen items"
          description="One or more"
          checked={state.appliesTo === 'chosen'}
          onChange={() => onChange({ appliesTo: 'chosen' })}
        />
      </RadioCardGroup>
      {state.appliesTo === 'chosen' && <ChosenItems {...props} />}
      <div className="grid gap-6 sm:grid-cols-2">
        <Field
          label="Ends"
          name="endsOn"
          isOptional
          hint={`At the end of that day in your time zone, ${placeOf(state.timeZone)}.`}
        >
          <Input
            type="date"
            value={state.endsOn}
            onChange={({ target }) => onChange({ endsOn: target.value })}
          />
        </Field>
        {children}
      </div>
      <Disclosure
        summary={
          <span>
            <span className="font-semibold">More limits</span>{' '}
            <span className="text-ink-faint">{more ? `start, ${more.summary}` : 'start'}</span>
          </span>
        }
      >
        <Field
          label="Starts"
          name="startsOn"
          isOptional
          hint="At the beginning of that day."
          className="max-w-72"
        >
          <Input
            type="date"
            value={state.startsOn}
            onChange={({ target }) => onChange({ startsOn: target.value })}
          />
        </Field>
        {more?.fields}
      </Disclosure>
    </>
  )
}

function HowMuch({ state, onChange, currency }: Pick<TermFieldsProps, 'state' | 'onChange' | 'currency'>) {
  return (
    <div className="grid gap-1.5">
      <span className="font-semibold">How much off</span>
      <div className="flex flex-wrap items-start gap-3">
        <SegmentedControl
          label="How much off"
          name="kind"
          options={[
            { value: 'percent', label: 'Percent' },
            { value: 'amount', label: 'Amount' },
          ]}
          value={state.kind}
          onChange={(kind) => onChange({ kind })}
        />
        {state.kind === 'percent' ? (
          <Field
            label={<span className="sr-only">Percent off</span>}
            name="percentBps"
            className="-mt-1.5 w-40"
          >
            <PercentInput value={state.percent} onChange={(percent) => onChange({ percent })} />
          </Field>
        ) : (
          <Field label={<span className="sr-only">Amount off</span>} name="amount" className="-mt-1.5 w-40">
            <MoneyInput
              currency={currency}
              placeholder="4.00"
              value={state.amount}
              onChange={({ target }) => onChange({ amount: target.value })}
            />
          </Field>
        )}
      </div>
      {state.kind === 'percent' && <p className="text-ink-faint text-sm">100% makes it free.</p>}
    </div>
  )
}

type PercentInputProps = { value: string; onChange: (value: string) => void }

function PercentInput({ value, onChange, ...props }: PercentInputProps) {
  return (
    <div className="control flex items-center gap-2">
      <input
        type="text"
        inputMode="decimal"
        autoComplete="off"
        maxLength={7}
        {...useFieldControl(props)}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className="w-full min-w-0 self-stretch bg-transparent outline-none"
      />
      <span aria-hidden className="text-ink-soft">
        %
      </span>
    </div>
  )
}

function ChosenItems({ state, onChange, items, chosen = [], onFind }: TermFieldsProps) {
  const error = useContext(FormErrorsContext).contentIds
  const [q, setQ] = useState('')
  const shown = useItemSearch(items, q)
  const { contentIds } = state
  const known = new Map([...chosen, ...items].map(({ id, title }) => [id, title]))
  // What is chosen stays in view while another one is looked for.
  const others = contentIds.filter((id) => !shown.some((item) => item.id === id))
  function toggle(id: number, isChosen: boolean) {
    const found = shown.find((item) => item.id === id)
    if (found && isChosen) onFind(found)
    onChange({ contentIds: isChosen ? [...contentIds, id] : contentIds.filter((other) => other !== id) })
  }
  const box = (id: number, title: string, price?: string) => (
    <Checkbox
      key={id}
      name="contentIds"
      value={String(id)}
      checked={contentIds.includes(id)}
      onChange={({ target }) => toggle(id, target.checked)}
      disabled={contentIds.length >= limits.maxDiscountItems && !contentIds.includes(id)}
    >
      <span className="wrap-anywhere">{title}</span> <span className="text-ink-faint">{price}</span>
    </Checkbox>
  )
  return (
    <fieldset className="grid min-w-0 gap-1.5">
      <legend className="mb-1.5 font-semibold">Items</legend>
      <ItemSearch items={items} q={q} onSearch={setQ} />
      <div className="grid max-h-72 gap-1 overflow-y-auto rounded-md border border-line p-3">
        {others.map((id) => box(id, known.get(id) ?? 'An item that isn’t listed here'))}
        {shown.map(({ id, title, price, currency }) => box(id, title, formatMoney(price, currency)))}
        {shown.length + others.length === 0 && (
          <p className="text-ink-faint">{q ? 'No item has this in its title.' : 'You have no items yet.'}</p>
        )}
      </div>
      {error && (
        <p role="alert" className="text-danger text-sm">
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** `Rome` of `Europe/Rome`. */
function placeOf(timeZone: string): string {
  return (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ')
}

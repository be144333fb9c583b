import { useState } from 'react'
import type { CreatorContent } from '../../../../contract/content.ts'
import { getInstance } from '../../../../contract/instance.ts'
import { formatDecimal, parseDecimal } from '../../../../contract/money.ts'
import { formatDayShortly, utcDay } from '../../../../domain/dates.ts'
import { discountedPrice } from '../../../../domain/discount.ts'
import { useApiQuery } from '../../../api/query.ts'
import { Card } from '../../../ui/card.tsx'
import { Field } from '../../../ui/field.tsx'
import { formatMoney } from '../../../ui/format.ts'
import { Select } from '../../../ui/select.tsx'
import { type FormState, ruleOf } from './form-state.ts'

type DiscountPreviewProps = { state: FormState; items: Array<CreatorContent>; currency: string }

/** What a fan will see of one of the own items, always true to the form. */
export function DiscountPreview({ state, items, currency }: DiscountPreviewProps) {
  const { data: instance } = useApiQuery(getInstance)
  const [shownId, setShownId] = useState<number>()
  const applicable =
    state.appliesTo === 'all'
      ? items.filter(({ status }) => status === 'published')
      : items.filter(({ id }) => state.contentIds.includes(id))
  const rule = ruleOf(state, currency)
  const minimum = parseDecimal(instance?.minPriceAmount ?? '0', currency) ?? 0
  const priced = applicable.map((item) => ({ item, price: priceOf(item, rule, { currency, minimum }) }))
  const lifted = priced.find(({ price }) => price && price.computed < price.minimum)
  const shown = priced.find(({ item }) => item.id === shownId) ?? priced[0]
  return (
    <aside
      aria-label="Preview"
      className="grid grid-cols-[minmax(0,1fr)] content-start gap-3 lg:sticky lg:top-5"
    >
      {applicable.length > 1 && shown ? (
        <Field label="Preview">
          <Select
            options={applicable.map(({ id, title }) => ({ value: String(id), label: title }))}
            value={String(shown.item.id)}
            onChange={({ target }) => setShownId(Number(target.value))}
          />
        </Field>
      ) : (
        <p className="font-semibold">Preview</p>
      )}
      <Card elevated className="grid gap-3">
        {shown?.price && rule ? (
          <p className="grid">
            <span className="text-ink-soft">Price with {state.code.trim().toUpperCase() || 'your code'}</span>
            <span className="flex flex-wrap items-baseline gap-x-2.5 font-[650] font-display text-2xl">
              {formatMoney(formatDecimal(shown.price.minimum, currency), currency)}
              <s className="font-body font-normal text-base text-ink-faint">
                {formatMoney(formatDecimal(shown.price.list, currency), currency)}
              </s>
            </span>
            <span className="text-ink-faint text-sm">{labelOf(state, currency)}</span>
          </p>
        ) : (
          <p className="text-ink-soft">
            {applicable.length === 0
              ? 'What a fan will see appears here once an item has a price.'
              : 'Say how much it takes off, and the price appears here.'}
          </p>
        )}
      </Card>
      <p className="text-ink-faint text-sm">
        The struck price is the lowest of the last 30 days. If that isn’t higher, nothing is struck.
      </p>
      {lifted?.price && (
        <p className="rounded-md bg-accent-soft px-4 py-3 text-accent-ink text-sm">
          <b className="font-semibold">
            “{lifted.item.title}” would cost{' '}
            {formatMoney(formatDecimal(lifted.price.computed, currency), currency)}.
          </b>{' '}
          The least a card can pay is {formatMoney(formatDecimal(minimum, currency), currency)}, so with this
          code it costs {formatMoney(formatDecimal(lifted.price.minimum, currency), currency)}.
        </p>
      )}
    </aside>
  )
}

function priceOf(
  { price, pricingModel }: CreatorContent,
  rule: ReturnType<typeof ruleOf>,
  { currency, minimum }: { currency: string; minimum: number },
) {
  const priceAmount = parseDecimal(String(price), currency)
  if (!rule || priceAmount === undefined) return undefined
  return discountedPrice({ pricingModel, priceAmount, currency }, rule, {
    min: minimum,
    max: Number.MAX_SAFE_INTEGER,
  })
}

/** `20% off until Dec 1`. */
function labelOf(state: FormState, currency: string): string {
  const rule = ruleOf(state, currency)
  if (!rule) return ''
  const off =
    rule.kind === 'percent'
      ? `${rule.percentBps / 100}% off`
      : `${formatMoney(formatDecimal(rule.amount, currency), currency)} off`
  return state.endsOn ? `${off} until ${formatDayShortly(state.endsOn, utcDay(new Date()))}` : off
}

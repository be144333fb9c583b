import { useState } from 'react'
import type { CreatorContent } from '../../../../contract/content.ts'
import { getLowestPrice } from '../../../../contract/discounts.ts'
import { getInstance, type Instance } from '../../../../contract/instance.ts'
import { formatDecimal, parseDecimal } from '../../../../contract/money.ts'
import { screenLimits } from '../../../../contract/screen-limits.ts'
import { formatDayShortly, utcDay } from '../../../../domain/dates.ts'
import { discountedPrice, struckPrice } from '../../../../domain/discount.ts'
import { platformFee } from '../../../../domain/fees.ts'
import { useApiQuery, useCurrentUser } from '../../../api/query.ts'
import { buttonVariants } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Field } from '../../../ui/field.tsx'
import { formatMoney } from '../../../ui/format.ts'
import { Select } from '../../../ui/select.tsx'
import { type FormState, ruleOf } from './form-state.ts'
import { ItemSearch, useItemSearch } from './item-search.tsx'

type DiscountPreviewProps = { state: FormState; items: Array<CreatorContent>; currency: string }

/** What a fan will see of one of the own items, always true to the form. */
export function DiscountPreview({ state, items, currency }: DiscountPreviewProps) {
  const { data: instance } = useApiQuery(getInstance)
  const [q, setQ] = useState('')
  const found = useItemSearch(items, q)
  const [shownId, setShownId] = useState<number>()
  const isChosen = ({ id }: CreatorContent) => state.contentIds.includes(id)
  const applicable = (state.appliesTo === 'all' ? found : items.filter(isChosen)).filter(
    ({ status, pricingModel }) => status === 'published' && pricingModel !== 'free',
  )
  const rule = ruleOf(state, currency)
  const minimum = parseDecimal(instance?.minPriceAmount ?? '0', currency) ?? 0
  const priced = applicable.map((item) => ({ item, price: priceOf(item, rule, { currency, minimum }) }))
  const lifted = priced.find(({ price }) => price && price.computed > 0 && price.computed < price.minimum)
  const shown = priced.find(({ item }) => item.id === shownId) ?? priced[0]
  const money = (amount: number) => formatMoney(formatDecimal(amount, currency), currency)
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
      {state.appliesTo === 'all' && <ItemSearch items={items} q={q} onSearch={setQ} />}
      <Card elevated className="grid gap-4">
        {shown?.price && rule ? (
          <PricePreview item={shown.item} price={shown.price} state={state} currency={currency} />
        ) : (
          <p className="text-ink-soft">
            {q !== '' && applicable.length === 0
              ? 'No published item has this in its title.'
              : applicable.length === 0
                ? 'What a fan will see appears here once an item has a price.'
                : 'Say how much it takes off, and the price appears here.'}
          </p>
        )}
      </Card>
      {shown?.price && rule && shown.price.minimum > 0 && (
        <p className="text-ink-faint text-sm">
          <YouGet amount={shown.price.minimum} instance={instance} currency={currency} />
        </p>
      )}
      <p className="text-ink-faint text-sm">
        The struck price is the lowest of the last 30 days. If that isn’t higher, nothing is struck.
      </p>
      {lifted?.price && (
        <p className="rounded-md bg-accent-soft px-4 py-3 text-accent-ink text-sm [overflow-wrap:anywhere]">
          <b className="font-semibold">
            “{lifted.item.title}” would cost {money(lifted.price.computed)}.
          </b>{' '}
          The least a card can pay is {money(minimum)}, so with this code it costs{' '}
          {money(lifted.price.minimum)}.
        </p>
      )}
    </aside>
  )
}

type Price = NonNullable<ReturnType<typeof priceOf>>
type PricePreviewProps = { item: CreatorContent; price: Price; state: FormState; currency: string }

/** The card of the tip page. Nothing is struck until the lowest price is known. */
function PricePreview({ item, price, state, currency }: PricePreviewProps) {
  const { data: lowest } = useApiQuery(getLowestPrice, { params: { id: item.id } })
  const struck = lowest ? struckPrice(price, parseDecimal(lowest.amount ?? '', currency)) : null
  const money = (amount: number) => formatMoney(formatDecimal(amount, currency), currency)
  const isFlexible = item.pricingModel === 'pay_what_you_want'
  const isFree = price.minimum === 0
  const button = isFree && !isFlexible ? 'Get it free' : `Pay ${money(price.minimum)} to unlock`
  return (
    <>
      <p className="grid">
        <span className="text-ink-soft [overflow-wrap:anywhere]">
          {isFlexible ? 'Minimum' : 'Price'} with {state.code.trim().toUpperCase() || 'your code'}
        </span>
        <span className="flex flex-wrap items-baseline gap-x-2.5 font-[650] font-display text-2xl">
          {isFree ? 'Free' : money(price.minimum)}
          {struck !== null && (
            <s className="font-body font-normal text-base text-ink-faint">
              <span className="sr-only">instead of </span>
              {money(struck)}
            </s>
          )}
        </span>
        <span className="text-ink-faint text-sm">{labelOf(state, currency)}</span>
      </p>
      <span aria-hidden className={buttonVariants({ size: 'lg', fullWidth: true })}>
        {button}
      </span>
    </>
  )
}

type YouGetProps = { amount: number; instance: Instance | undefined; currency: string }

/** What a sale leaves after our fee. */
function YouGet({ amount, instance, currency }: YouGetProps) {
  const { data: viewer } = useCurrentUser()
  if (!instance || !viewer) return null
  const isPro = viewer.plan === 'pro'
  const bps = isPro ? screenLimits.feeBasisPoints.pro : instance.feeBasisPoints
  const net = formatMoney(formatDecimal(amount - platformFee(amount, bps), currency), currency)
  if (instance.isSolo) return `You get ${net} of each sale.`
  return `You get ${net} of each sale. ${isPro ? 'On Pro we keep nothing.' : `We keep ${bps / 100}%.`}`
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

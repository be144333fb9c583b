import { useState } from 'react'
import { type BundleForEditing, BundleInput, tooFewItemsMessage } from '../../../../contract/bundles.ts'
import type { BundleItem } from '../../../../contract/content.ts'
import { limits } from '../../../../contract/limits.ts'
import { type Currency, formatDecimal, parseDecimal } from '../../../../contract/money.ts'
import { percentBelow, priceFromPercent } from '../../../../domain/bundle.ts'
import type { ApiError } from '../../../api/client.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Field } from '../../../ui/field.tsx'
import { Form } from '../../../ui/form.tsx'
import { formatMoney, pluralize } from '../../../ui/format.ts'
import { Input } from '../../../ui/input.tsx'
import { MoneyInput } from '../../../ui/money-input.tsx'
import { RadioCard, RadioCardGroup } from '../../../ui/radio-card.tsx'
import { AddItem } from './add-item.tsx'
import { ItemList } from './item-list.tsx'

type BundleFormProps = {
  bundle?: BundleForEditing
  currency: Currency
  isSaving: boolean
  error: ApiError | null
  onSubmit: (input: BundleInput) => void
}

/** Title, items in their order, and one price. A percent sets the price; typing a price clears it and shows its percent. */
export function BundleForm({ bundle, currency, isSaving, error, onSubmit }: BundleFormProps) {
  const [title, setTitle] = useState(bundle?.title ?? '')
  const [items, setItems] = useState<ReadonlyArray<BundleItem>>(bundle?.items ?? [])
  const [pricingModel, setPricingModel] = useState<BundleInput['pricingModel']>(
    bundle?.pricingModel === 'pay_what_you_want' ? 'pay_what_you_want' : 'fixed',
  )
  const [price, setPrice] = useState(bundle ? amountText(bundle.price, currency) : '')
  const [percent, setPercent] = useState('')
  const [offersCompletion, setOffersCompletion] = useState(bundle?.offersCompletion ?? true)
  const [status, setStatus] = useState<BundleInput['status']>('published')

  const singly = items.reduce((sum, item) => sum + (parseDecimal(item.price, currency) ?? 0), 0)
  const singlyText = formatMoney(formatDecimal(singly, currency), currency)
  const priceText = percent === '' ? price : priceOf(singly, percent, currency)
  const amount = parseDecimal(priceText, currency)
  const shownPercent = amount === undefined ? 0 : percentBelow(singly, amount)
  const count = items.length
  const draft = {
    status,
    title,
    description: bundle?.description ?? '',
    pricingModel,
    price: priceText,
    items: items.map(({ id }) => id),
    offersCompletion,
  }

  return (
    <Form
      schema={{ safeParse: () => BundleInput.safeParse(draft) }}
      onSubmit={(input) => isSaving || onSubmit(input)}
      errors={error?.fields}
      className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]"
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <Field label="Title" name="title">
          <Input
            maxLength={limits.maxTitleLength}
            value={title}
            onChange={({ target }) => setTitle(target.value)}
          />
        </Field>
        <section aria-labelledby="bundle-items" className="grid grid-cols-[minmax(0,1fr)] gap-2">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <h2 id="bundle-items" className="font-body font-semibold text-base tracking-normal">
              {pluralize(count, 'item')} <span className="font-normal text-ink-faint">2 to 50</span>
            </h2>
            <p className="text-ink-soft text-sm">
              Bought singly: <b className="text-ink">{singlyText}</b>
            </p>
          </div>
          <ItemList items={items} onChange={setItems} />
          <AddItem items={items} onAdd={(item) => setItems([...items, item])} />
          <p role="status" className="text-danger text-sm empty:hidden">
            {error?.fields.items ?? (count === 1 ? tooFewItemsMessage : undefined)}
          </p>
        </section>
        <RadioCardGroup label="Pricing model" columns={2}>
          <RadioCard
            name="pricingModel"
            value="fixed"
            title="Fixed price"
            description="Everyone pays the same"
            checked={pricingModel === 'fixed'}
            onChange={() => setPricingModel('fixed')}
          />
          <RadioCard
            name="pricingModel"
            value="pay_what_you_want"
            title="Pay what you want"
            description="You set the minimum"
            checked={pricingModel === 'pay_what_you_want'}
            onChange={() => setPricingModel('pay_what_you_want')}
          />
        </RadioCardGroup>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={pricingModel === 'fixed' ? 'Price' : 'Minimum price'} name="price">
            <MoneyInput
              currency={currency}
              value={priceText}
              onChange={({ target }) => {
                setPrice(target.value)
                setPercent('')
              }}
            />
          </Field>
          <Field label="Or percent off" name="percent" hint="Type a percent to set the price.">
            <Input
              inputMode="numeric"
              autoComplete="off"
              maxLength={2}
              placeholder={shownPercent > 0 ? String(shownPercent) : ''}
              value={percent}
              onChange={({ target }) => {
                setPrice(priceText)
                setPercent(target.value.replace(/\D/g, ''))
              }}
            />
          </Field>
        </div>
        <label className="grid cursor-pointer grid-cols-[auto_minmax(0,1fr)] gap-x-3">
          <input
            type="checkbox"
            className="mt-1 size-5 accent-brand"
            checked={offersCompletion}
            onChange={({ target }) => setOffersCompletion(target.checked)}
          />
          <span>Offer “complete the set”</span>
          <span className="col-start-2 text-ink-faint text-sm">
            Someone who owns some of it pays only for the rest, at the bundle’s rate.
          </span>
        </label>
      </div>
      <aside className="grid gap-4">
        <Card className="grid gap-4">
          <div className="grid gap-1">
            <b className="[overflow-wrap:anywhere]">{title || 'Your bundle'}</b>
            <span className="text-ink-faint">{pluralize(count, 'item')}</span>
            {amount !== undefined && (
              <p className="flex flex-wrap items-baseline gap-2">
                <b>{formatMoney(formatDecimal(amount, currency), currency)}</b>
                {amount < singly && (
                  <span className="text-ink-soft text-sm">instead of {singlyText} singly</span>
                )}
              </p>
            )}
          </div>
          {error && Object.keys(error.fields).length === 0 && (
            <p role="alert" className="text-danger">
              {error.userMessage}
            </p>
          )}
          <Button type="submit" fullWidth isLoading={isSaving} onClick={() => setStatus('published')}>
            {bundle?.status === 'published' ? 'Save' : 'Publish & Create Tip Link'}
          </Button>
          {bundle?.status !== 'published' && (
            <Button type="submit" variant="tertiary" fullWidth onClick={() => setStatus('draft')}>
              Save as Draft
            </Button>
          )}
        </Card>
        <p className="rounded-md bg-sunken px-4 py-3 text-ink-soft text-sm">
          <b className="text-ink">One sale, one price, one receipt.</b> A refund takes back only what came
          with the bundle.
        </p>
      </aside>
    </Form>
  )
}

function priceOf(singly: number, percent: string, currency: Currency): string {
  return formatDecimal(priceFromPercent(singly, Number(percent)), currency)
}

/** The price of an answer, which is a number there, as a field has it. */
function amountText(price: number, currency: Currency): string {
  const amount = parseDecimal(String(price), currency)
  return amount === undefined ? '' : formatDecimal(amount, currency)
}

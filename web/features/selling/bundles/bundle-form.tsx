import { useState } from 'react'
import * as z from 'zod/mini'
import { type BundleForEditing, BundleInput, tooFewItemsMessage } from '../../../../contract/bundles.ts'
import type { BundleItem } from '../../../../contract/content.ts'
import { versionFields } from '../../../../contract/item-updates.ts'
import { limits } from '../../../../contract/limits.ts'
import { type Currency, formatDecimal, parseDecimal } from '../../../../contract/money.ts'
import { percentBelow, priceFromPercent } from '../../../../domain/bundle.ts'
import type { ApiError } from '../../../api/client.ts'
import { editorCard, editorColumns, editorForm } from '../../../shared/editor-layout.ts'
import { PondField } from '../../../shared/pond-field.tsx'
import { randomPondSeed } from '../../../shared/pond-seed.ts'
import { center } from '../../../shared/preview-focus.ts'
import { PreviewImagePicker, useImagePreview } from '../../../shared/preview-image-picker.tsx'
import { useLabelsWithEmail, WhatsNewCard } from '../../../shared/whats-new-card.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Field } from '../../../ui/field.tsx'
import { Form, textEntries } from '../../../ui/form.tsx'
import { formatMoney, pluralize } from '../../../ui/format.ts'
import { Input, Textarea } from '../../../ui/input.tsx'
import { MoneyInput } from '../../../ui/money-input.tsx'
import { RadioCard, RadioCardGroup } from '../../../ui/radio-card.tsx'
import { AddItem } from './add-item.tsx'
import { BundleSummary } from './bundle-summary.tsx'
import { ItemList } from './item-list.tsx'

type BundleFormProps = {
  bundle?: BundleForEditing
  currency: Currency
  isSaving: boolean
  error: ApiError | null
  onSubmit: (input: BundleEdit, cover: CoverChange) => void
}

const BundleEdit = z.extend(BundleInput, versionFields)
export type BundleEdit = z.infer<typeof BundleEdit>

/** A new cover, null to remove the one that is there, and undefined to leave it. */
export type CoverChange = File | null | undefined

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
  const [description, setDescription] = useState(bundle?.description ?? '')
  const [focus, setFocus] = useState(bundle?.previewFocus ?? center)
  const [pond, setPond] = useState(() => bundle?.pond ?? { seed: randomPondSeed(), rings: 0 })
  const [{ seed: startSeed }] = useState(pond)
  const [note, setNote] = useState({ versionNotes: '', emailBuyers: 'false' })
  const [newCover, setNewCover] = useImagePreview()
  const [isCoverRemoved, setIsCoverRemoved] = useState(false)
  const storedCover = bundle?.previewImage && !isCoverRemoved ? { url: bundle.previewImage } : undefined
  const cover = newCover ?? storedCover
  const image = cover?.url

  const singly = items.reduce((sum, item) => sum + (parseDecimal(item.price, currency) ?? 0), 0)
  const singlyText = formatMoney(formatDecimal(singly, currency), currency)
  const priceText = percent === '' ? price : priceOf(singly, percent, currency)
  const amount = parseDecimal(priceText, currency)
  const shownPercent = amount === undefined ? 0 : percentBelow(singly, amount)
  const count = items.length
  const draft = {
    status,
    title,
    description,
    pricingModel,
    price: priceText,
    items: items.map(({ id }) => id),
    offersCompletion,
    previewFocus: focus,
    pondSeed: pond.seed,
    ...note,
  }
  const storedIds = bundle?.items.map(({ id }) => id) ?? []
  const change = {
    item: bundle ?? { id: 0, unlockCount: 0 },
    values: note,
    hasNewParts: items.some(({ id }) => !storedIds.includes(id)),
  }
  const labels = useLabelsWithEmail(change, {
    publish: bundle?.status === 'published' ? 'Save' : 'Publish & Create Tip Link',
    draft: 'Save as Draft',
  })
  const ownedExample = Math.floor(count / 2)

  return (
    <Form
      schema={{ safeParse: () => BundleEdit.safeParse(draft) }}
      onSubmit={(input) => isSaving || onSubmit(input, newCover?.file ?? (isCoverRemoved ? null : undefined))}
      errors={error?.fields}
      onChange={({ currentTarget }) => {
        const typed = textEntries(new FormData(currentTarget))
        const { versionNotes = '', emailBuyers = 'false', pondSeed = pond.seed } = typed
        setNote({ versionNotes, emailBuyers })
        setPond({ ...pond, seed: Number(pondSeed) })
      }}
      className={editorForm}
    >
      <div className={editorColumns}>
        <div className="grid min-w-0 gap-5">
          <Card padding="none" className={editorCard}>
            <section aria-labelledby="bundle-items" className="grid grid-cols-[minmax(0,1fr)] gap-3">
              <div className="flex flex-wrap items-baseline justify-between gap-x-4">
                <h2 id="bundle-items" className="text-xl">
                  Items
                </h2>
                <p className="text-ink-soft text-sm">
                  {count === 0 ? (
                    'Choose 2 to 50 of your items.'
                  ) : (
                    <>
                      {pluralize(count, 'item')}. Bought singly: <b className="text-ink">{singlyText}</b>
                    </>
                  )}
                </p>
              </div>
              <ItemList items={items} onChange={setItems} />
              <AddItem items={items} onAdd={(item) => setItems([...items, item])} />
              <p role="status" className="text-danger text-sm empty:hidden">
                {error?.fields.items ?? (count === 1 ? tooFewItemsMessage : undefined)}
              </p>
              {bundle && <HiddenItems bundle={bundle} />}
            </section>
            <hr className="border-line" />
            <PreviewImagePicker
              image={cover}
              onChange={(chosen) => {
                setNewCover(chosen)
                setFocus(center)
                if (!chosen) setIsCoverRemoved(true)
              }}
              focus={focus}
              onFocusChange={setFocus}
              pond={pond}
              tints={<PondField seed={String(startSeed)} hasImage={cover !== undefined} />}
            />
          </Card>
          <Card padding="none" className={editorCard}>
            <h2 className="text-xl">Details</h2>
            <Field label="Title" name="title">
              <Input
                maxLength={limits.maxTitleLength}
                value={title}
                onChange={({ target }) => setTitle(target.value)}
              />
            </Field>
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
                {ownedExample > 0
                  ? `Someone who owns ${ownedExample} of ${count} pays only for the other ${count - ownedExample}, at the bundle’s rate.`
                  : 'Someone who owns some of it pays only for the rest, at the bundle’s rate.'}
              </span>
            </label>
            <Field label="Description" name="description" isOptional>
              <Textarea
                maxLength={limits.maxDescriptionLength}
                value={description}
                onChange={({ target }) => setDescription(target.value)}
              />
            </Field>
          </Card>
          <WhatsNewCard initialValues={noNote} {...change} />
        </div>
        <BundleSummary
          title={title}
          image={image}
          focus={focus}
          pond={pond}
          itemCount={count}
          price={amount === undefined ? undefined : formatMoney(formatDecimal(amount, currency), currency)}
          singly={amount !== undefined && amount < singly ? singlyText : undefined}
          problem={error && Object.keys(error.fields).length === 0 ? error.userMessage : undefined}
        >
          <Button
            type="submit"
            fullWidth
            className="max-lg:flex-1"
            isLoading={isSaving}
            onClick={() => setStatus('published')}
          >
            {labels.publish}
          </Button>
          {bundle?.status !== 'published' && (
            <Button
              type="submit"
              variant="secondary"
              padding="none"
              className="max-lg:-order-1 px-4 max-lg:border-transparent max-sm:px-2 lg:w-full"
              onClick={() => setStatus('draft')}
            >
              {labels.draft}
            </Button>
          )}
        </BundleSummary>
      </div>
    </Form>
  )
}

const noNote = { versionNotes: '', emailBuyers: 'false' }

/** What was taken down of a bundle: its buyers may have its part back. */
function HiddenItems({ bundle: { takenDown, price, currency } }: { bundle: BundleForEditing }) {
  return (
    <ul className="grid gap-2 empty:hidden" aria-label="Items that were taken down">
      {takenDown.map(({ title, share }, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: two items may have one title, and the list never changes
          key={index}
          className="grid gap-1 rounded-md border border-line bg-surface px-4 py-3.5 [overflow-wrap:anywhere]"
        >
          <b className="font-semibold">{`“${title}” was taken down`}</b>
          <span className="text-ink-soft text-sm">
            {`It’s hidden from this bundle. Earlier buyers can ask for its part back: ${formatMoney(share, currency)} of ${formatMoney(amountText(price, currency), currency)}.`}
          </span>
        </li>
      ))}
    </ul>
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

import { ChevronDown } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import type { Checkout } from '../../../../contract/purchases.ts'
import { site } from '../../../../contract/site.ts'
import { ContentCover } from '../../../shared/content-cover.tsx'
import { Card } from '../../../ui/card.tsx'
import { formatMoney } from '../../../ui/format.ts'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import type { CheckoutItem } from './checkout.island.tsx'
import { loadOrderParts } from './use-checkout.ts'

const CodePart = lazyComponent(async () => (await loadOrderParts()).CodePart)
const TipPart = lazyComponent(async () => (await loadOrderParts()).TipPart)

type OrderSummaryProps = {
  item: CheckoutItem
  /** Undefined until the payment is known. */
  checkout: Checkout | undefined
  /** Throws ApiError; then the order is as it was. */
  change: (changed: { code: string } | { tip: string }) => Promise<void>
}

/** What is bought and what it costs. On a phone it is collapsed to one line, so that the card form is visible. */
export function OrderSummary({ item, checkout, change }: OrderSummaryProps) {
  const [isToggled, setIsToggled] = useState<boolean>()
  // A question is open, so that it is seen.
  const isOpen = isToggled ?? Boolean(checkout?.tip)
  const [asksCode, setAsksCode] = useState(false)
  const closeCode = () => setAsksCode(false)
  const { title, description, previewImage, previewFocus, pond, currency } = item
  const money = (amount: string | undefined) =>
    amount ? formatMoney(amount, currency) : <Skeleton className="w-14 noscript:hidden" />
  const total = money(checkout?.amount)
  const codePart = checkout && (
    <Suspense>
      <CodePart
        checkout={checkout}
        onApply={(code) => change({ code }).then(closeCode)}
        onClose={closeCode}
      />
    </Suspense>
  )
  return (
    <Card
      padding="none"
      className="grid grid-cols-[minmax(0,1fr)] gap-4 p-6 shadow-none max-md:gap-0 max-md:p-3.5"
    >
      <h2 className="text-xl max-md:sr-only">Order Summary</h2>
      <div className="flex min-w-0 flex-wrap items-center gap-x-3.5 md:hidden">
        <ContentCover
          pond={pond}
          isThumb
          image={previewImage}
          focus={previewFocus}
          className="aspect-square size-[52px] flex-none rounded-[12px]"
        />
        <div className="min-w-0 grow basis-28">
          <p className="truncate font-semibold">{title}</p>
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls="order-lines"
            onClick={() => setIsToggled(!isOpen)}
            className="-my-1.5 flex min-h-11 items-center gap-1.5 text-ink-soft text-sm"
          >
            {isOpen ? 'Hide summary' : 'Show summary'}
            <ChevronDown aria-hidden className={`moves size-4 ${isOpen ? 'rotate-180' : ''}`} />
          </button>
        </div>
        <div className="ml-auto font-semibold">{total}</div>
      </div>
      <div id="order-lines" className={isOpen ? 'grid gap-4 max-md:pt-3' : 'grid gap-4 max-md:hidden'}>
        <div className="grid min-w-0 gap-3.5 max-md:hidden">
          <ContentCover
            pond={pond}
            image={previewImage}
            fit="contain"
            isMain
            sizes="(min-width: 48rem) 430px, 100vw"
            className="max-h-[280px] w-full rounded-md"
          />
        </div>
        <div className="min-w-0 [overflow-wrap:anywhere]">
          <p className="font-semibold">{title}</p>
          <CreatorName item={item} />
          {item.contents && <p className="text-ink-faint text-sm first-letter:uppercase">{item.contents}</p>}
          {description && <p className="mt-1 line-clamp-3 text-ink-soft text-sm">{description}</p>}
        </div>
        <dl>
          <SummaryRow name="Subtotal">{money(checkout?.listAmount)}</SummaryRow>
          {checkout?.discount && codePart}
          {checkout?.tip && (
            <Suspense>
              <TipPart
                tip={checkout.tip}
                currency={currency}
                creator={item.creator}
                onTip={(tip) => change({ tip })}
              />
            </Suspense>
          )}
          <SummaryRow name="Processing fee">{formatMoney('0.00', currency)}</SummaryRow>
          <div className="mt-2 flex items-center justify-between gap-4 border-line border-t pt-3.5 font-semibold text-lg">
            <dt>
              Total
              {site().taxName && (
                <span className="block font-normal text-ink-faint text-sm">incl. {site().taxName}</span>
              )}
            </dt>
            <dd>{total}</dd>
          </div>
        </dl>
        {checkout &&
          !checkout.discount &&
          !checkout.isOwnerPrice &&
          (asksCode ? (
            codePart
          ) : (
            <button
              type="button"
              onClick={() => setAsksCode(true)}
              className="-my-1.5 flex min-h-11 items-center gap-1.5 text-ink-soft text-sm underline"
            >
              Have a code?
            </button>
          ))}
      </div>
    </Card>
  )
}

/** The creator's page opens in a new tab, so that the input of the checkout is kept. */
function CreatorName({ item: { creator, creatorHandle } }: { item: CheckoutItem }) {
  if (!creatorHandle) return creator && <p className="text-ink-faint text-sm">by {creator}</p>
  return (
    <TextLink
      href={`/@${creatorHandle}`}
      target="_blank"
      className="inline-grid min-h-11 content-center text-sm"
    >
      by {creator}
      <span className="sr-only"> (opens in a new tab)</span>
    </TextLink>
  )
}

function SummaryRow({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-center justify-between gap-4 py-1.5">
      <dt className="text-ink-soft">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

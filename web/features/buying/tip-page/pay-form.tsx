import { Check } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import type { OwnedPurchase } from '../../../../contract/purchases.ts'
import { site } from '../../../../contract/site.ts'
import { isNothing } from '../../../shared/price.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { formatMoney } from '../../../ui/format.ts'
import { type AmountLimits, payLabel, shortPayLabel } from './amount.ts'
import { AmountField, useTipAmount } from './amount-field.tsx'
import { CodeLine, type LinkCode, minimumWith, PriceLabel, StruckPrice } from './code-line.tsx'
import { FormNotice } from './form-notice.tsx'
import type { PayItem } from './pay-card.island.tsx'
import type { PayFormDefaults } from './pay-form-defaults.ts'
import { ReleasePromises } from './release-notes.tsx'
import { OwnerLines, RestDetails } from './rest-of-set.tsx'
import { useStartCheckout } from './start-checkout.ts'
import { StickyPayBar } from './sticky-pay-bar.tsx'
import { SupporterFields, SupporterToggle, useSupporterFields } from './supporter-fields.tsx'

type PayFormProps = {
  item: PayItem
  defaults: PayFormDefaults
  isTestPurchase: boolean
  isBuyingAgain: boolean
  /** Whether a payment that returned to the page is being completed. */
  isCompleting: boolean
  onAlreadyOwned: (purchase: OwnedPurchase) => void
}

/** The form that starts a payment. Without a script it is posted, which also leads to the checkout. */
export function PayForm({ item, defaults, isTestPurchase, isCompleting, ...checkoutOptions }: PayFormProps) {
  const { id, title, currency, pricingModel } = item
  const [code, setCode] = useState(item.code)
  const minimum = minimumWith(code, item)
  const limits: AmountLimits = { minimum, currency }
  const amount = useTipAmount(limits, { amount: defaults.amount, error: defaults.amountError })
  const checkout = useStartCheckout({
    contentId: id,
    ...checkoutOptions,
    onAmountError: amount.showError,
    // The price is the full one then, and the button asks again.
    onCodeError(message) {
      setCode(undefined)
      const price = `The price is ${formatMoney(item.minimumChargeAmount, currency)} now.`
      return message.includes(price) ? message : `${message} ${price}`
    },
  })
  const supporterFields = useSupporterFields(defaults)
  const payButton = useRef<HTMLButtonElement>(null)
  const isBusy = checkout.isStarting || isCompleting
  const isFixed = pricingModel === 'fixed'
  const parsed = isFixed ? { amount: minimum } : amount.parsed
  const label = checkout.isStarting
    ? 'Starting payment…'
    : item.owner && isFixed
      ? item.owner.button
      : payLabel(parsed, limits, whatFor(item))

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    const dueAmount = isFixed ? minimum : amount.validate()
    // A test purchase and what costs nothing need no checkout, so the form is posted.
    if (dueAmount !== undefined && (isTestPurchase || isNothing(dueAmount))) return
    event.preventDefault()
    if (dueAmount === undefined || isBusy) return
    void checkout.start(new FormData(event.currentTarget), isFixed ? undefined : dueAmount)
  }

  return (
    <form
      id="pay"
      method="post"
      action={isTestPurchase ? `/p/${id}/try` : `/p/${id}`}
      noValidate
      onSubmit={handleSubmit}
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
    >
      <FormNotice>{checkout.error ?? (checkout.isStarting ? undefined : defaults.notice)}</FormNotice>
      {isFixed ? (
        <FixedPrice
          code={code}
          copies={item.copies}
          limits={limits}
          bundle={item.bundle}
          release={item.release}
          owner={item.owner}
        />
      ) : (
        <>
          <AmountField
            item={{ ...item, minimumChargeAmount: minimum }}
            code={code}
            field={amount}
            defaults={defaults}
          />
          {item.owner && (
            <p className="-mt-2 grid">
              <span className="text-ink-faint text-sm">
                {item.owner.label}. {item.owner.note}
              </span>
              <OwnerLines owner={item.owner} />
            </p>
          )}
        </>
      )}
      {site().taxName && <p className="-mt-2 text-ink-faint text-sm">incl. {site().taxName}</p>}
      {code?.offer && <input type="hidden" name="code" value={code.offer.code} />}
      {item.owner && <input type="hidden" name="paysAsOwner" value={item.owner.proof} />}
      {defaults.source && <input type="hidden" name="source" value={defaults.source} />}
      {defaults.email && <input type="hidden" name="email" value={defaults.email} />}
      {checkoutOptions.isBuyingAgain && <input type="hidden" name="confirmDuplicate" value="yes" />}
      {!isTestPurchase && <SupporterFields defaults={defaults} state={supporterFields} />}
      <Button
        type="submit"
        size="lg"
        fullWidth
        isLoading={isBusy}
        ref={payButton}
        data-pay-button={shortPayLabel(parsed, limits)}
      >
        {label}
      </Button>
      {!isTestPurchase && <SupporterToggle state={supporterFields} />}
      {item.copies && !isTestPurchase && (
        <p className="-mt-1 text-ink-soft text-sm">Yours is held for 30 minutes once you start to pay.</p>
      )}
      {item.release && <ReleasePromises refundDay={item.release.refundDay} />}
      {item.owner?.set && <RestDetails id={id} set={item.owner.set} code={item.owner.code} />}
      <StickyPayBar title={title} label={label} isLoading={isBusy} payButton={payButton} />
    </form>
  )
}

/** What the amount of the pay button is for. */
function whatFor({ bundle, owner, release }: PayItem): string {
  if (release) return `, get it on ${release.shortDay}`
  const what = owner?.set?.what ?? (bundle ? ` all ${bundle.itemCount}` : '')
  return ` to unlock${what}`
}

type FixedPriceProps = {
  code: LinkCode | undefined
  copies: PayItem['copies']
  limits: AmountLimits
  bundle: PayItem['bundle']
  release: PayItem['release']
  owner: PayItem['owner']
}

function FixedPrice({
  code,
  copies,
  bundle,
  release,
  owner,
  limits: { minimum, currency },
}: FixedPriceProps) {
  const label = owner?.label ?? (bundle ? 'Price of the bundle' : release ? 'Price before release' : 'Price')
  const note = owner?.note ?? bundle?.note
  return (
    <p className="grid">
      <PriceLabel code={code} copies={copies}>
        <span className="text-ink-soft">{code?.offer ? 'Price with your code' : label}</span>
        {owner?.badge && (
          <Badge className="[overflow-wrap:anywhere]">
            <Check aria-hidden className="size-4 shrink-0" />
            {owner.badge}
          </Badge>
        )}
      </PriceLabel>
      <span className="flex flex-wrap items-baseline gap-x-2.5 font-[650] font-display text-2xl tracking-[-0.02em]">
        {formatMoney(minimum, currency)}
        <StruckPrice code={code} currency={currency} />
      </span>
      {note && !code?.offer && <span className="text-ink-faint text-sm">{note}</span>}
      {owner && <OwnerLines owner={owner} />}
      <CodeLine code={code} currency={currency} />
    </p>
  )
}

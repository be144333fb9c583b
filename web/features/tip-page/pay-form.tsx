import { type FormEvent, useRef } from 'react'
import type { OwnedPurchase } from '../../../contract/ownership.ts'
import { Button } from '../../ui/button.tsx'
import { formatMoney } from '../../ui/money-text.ts'
import { type AmountLimits, payLabel } from './amount.ts'
import { AmountField } from './amount-field.tsx'
import type { PayItem } from './pay-card.island.tsx'
import type { PayFormDefaults } from './pay-form-defaults.ts'
import { StickyPayBar } from './sticky-pay-bar.tsx'
import { SupporterFields } from './supporter-fields.tsx'
import { useStartCheckout } from './use-start-checkout.ts'
import { useTipAmount } from './use-tip-amount.ts'

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
  const { id, title, currency, minimumChargeAmount, pricingModel } = item
  const limits: AmountLimits = { minimum: minimumChargeAmount, currency }
  const amount = useTipAmount(limits, { amount: defaults.amount, error: defaults.amountError })
  const checkout = useStartCheckout({ contentId: id, ...checkoutOptions, onAmountError: amount.showError })
  const payButton = useRef<HTMLButtonElement>(null)
  const isBusy = checkout.isStarting || isCompleting
  const isFixed = pricingModel === 'fixed'
  const label = checkout.isStarting
    ? 'Starting payment…'
    : payLabel(isFixed ? { amount: minimumChargeAmount } : amount.parsed, limits)

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    const dueAmount = isFixed ? minimumChargeAmount : amount.validate()
    // A test purchase needs no checkout, so its form is posted.
    if (dueAmount !== undefined && isTestPurchase) return
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
      <PayFormError>{checkout.error ?? (checkout.isStarting ? undefined : defaults.notice)}</PayFormError>
      {isFixed ? <FixedPrice item={item} /> : <AmountField item={item} field={amount} defaults={defaults} />}
      {defaults.source && <input type="hidden" name="source" value={defaults.source} />}
      {defaults.email && <input type="hidden" name="email" value={defaults.email} />}
      {checkoutOptions.isBuyingAgain && <input type="hidden" name="confirmDuplicate" value="yes" />}
      <Button type="submit" size="lg" fullWidth isLoading={isBusy} ref={payButton} data-pay-button>
        {label}
      </Button>
      {!isTestPurchase && <SupporterFields defaults={defaults} />}
      <StickyPayBar title={title} label={label} isLoading={isBusy} payButton={payButton} />
    </form>
  )
}

/** Why no payment was started. The form shows it too, because a toast may disappear before it is read. */
function PayFormError({ children }: { children: string | undefined }) {
  return (
    <p role="status" className="rounded-md bg-warn-soft px-4 py-3 font-semibold text-warn empty:hidden">
      {children}
    </p>
  )
}

function FixedPrice({ item: { minimumChargeAmount, currency } }: { item: PayItem }) {
  return (
    <p className="grid">
      <span className="text-ink-soft">Price</span>
      <span className="font-[650] font-display text-2xl tracking-[-0.02em]">
        {formatMoney(minimumChargeAmount, currency)}
      </span>
    </p>
  )
}

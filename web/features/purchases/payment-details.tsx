import { useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import type { Checkout } from '../../../contract/purchases.ts'
import type { ApiError } from '../../api/api-error.ts'
import { checkoutPath, keepCheckout, keptCheckout } from '../../payments/kept.ts'
import { PaymentForm } from '../../payments/payment-form.tsx'
import { usePayTwiceGuard } from '../../payments/twice.tsx'
import { buttonStyle } from '../../ui/button-style.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { formatMoney } from '../../ui/money-text.ts'
import type { Opened } from './open-checkout.ts'
import { SettingUp } from './setting-up.tsx'
import { type Asked, askedIn, useCheckout } from './use-checkout.ts'

/** Draws the payment into its place on the checkout page. */
export function openPaymentDetails(place: HTMLElement): void {
  const asked = askedIn(new URLSearchParams(location.search))
  createRoot(place).render(<PaymentDetails contentId={place.dataset.payment ?? ''} asked={asked} />)
}

type PaymentDetailsProps = { contentId: string; asked: Asked }

function PaymentDetails({ contentId, asked }: PaymentDetailsProps) {
  const { checkout, retry } = useCheckout(contentId, asked)
  if (checkout.step === 'opening') return <SettingUp />
  if (checkout.step === 'refused')
    return <Refused error={checkout.error} contentId={contentId} retry={retry} />
  return <Details contentId={contentId} asked={asked} opened={checkout.opened} />
}

function Details({ contentId, asked, opened }: PaymentDetailsProps & { opened: Opened }) {
  const { checkout, clientSecret, alreadyOwned } = opened
  const amount = formatMoney(checkout.amount, checkout.currency)

  // Speaks to the order summary, which the server has drawn without knowing the amount.
  useEffect(() => {
    for (const place of document.querySelectorAll('[data-amount]')) place.textContent = amount
  }, [amount])

  const done = ['paid', 'processing', 'unknown'].includes(checkout.state)
  if (done || !clientSecret) return <GoOn checkout={checkout} />
  return (
    <>
      {alreadyOwned && <OwnedAlready />}
      <CardForm contentId={contentId} asked={asked} checkout={checkout} clientSecret={clientSecret} />
    </>
  )
}

type CardFormProps = PaymentDetailsProps & { checkout: Checkout; clientSecret: string }

function CardForm({ contentId, asked, checkout, clientSecret }: CardFormProps) {
  const { paymentIntentId, provider, amount, currency, buyerEmail } = checkout
  const { mayPay, notice } = usePayTwiceGuard({ paymentIntentId, clientSecret })
  return (
    <>
      {notice}
      <PaymentForm
        provider={provider}
        clientSecret={clientSecret}
        amount={formatMoney(amount, currency)}
        returnUrl={`/success?content_id=${checkout.contentId}`}
        back={checkoutPath(contentId)}
        email={buyerEmail || keptCheckout(contentId).email || asked.email || ''}
        onEmail={(email) => keepCheckout(contentId, { ...keptCheckout(contentId), email })}
        mayPay={mayPay}
      />
    </>
  )
}

/** This payment needs no card any more: the page after it knows what to show. */
function GoOn({ checkout: { contentId, paymentIntentId } }: { checkout: Checkout }) {
  // Speaks to the address bar.
  useEffect(() => {
    const query = new URLSearchParams({ content_id: String(contentId), payment_intent: paymentIntentId })
    location.replace(`/success?${query}`)
  }, [contentId, paymentIntentId])
  return <SettingUp />
}

function OwnedAlready() {
  return (
    <p role="status" className="rounded-md bg-warn-soft px-4 py-3 text-warn">
      <b className="font-semibold">You already own this. Buy again?</b> The access link in your e-mail still
      opens what you bought.
    </p>
  )
}

type RefusedProps = { error: ApiError; contentId: string; retry: () => void }

function Refused({ error, contentId, retry }: RefusedProps) {
  const text =
    error.code === 'internal' ? 'Failed to start payment process. Please try again.' : error.sentence
  return (
    <ErrorState title="Payment Error" text={text} retry={retry}>
      <a href={`/p/${contentId}`} className={buttonStyle({ variant: 'ghost' })}>
        Back to the item
      </a>
    </ErrorState>
  )
}

import { useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import type { Checkout } from '../../../contract/purchases.ts'
import type { ApiError } from '../../api/api-error.ts'
import { checkoutPath, loadCheckout, saveCheckout } from '../../payments/checkout-storage.ts'
import { useDuplicatePurchaseGuard } from '../../payments/duplicate-purchase-guard.tsx'
import { PaymentForm } from '../../payments/payment-form.tsx'
import { PaymentLoading } from '../../payments/payment-loading.tsx'
import { buttonVariants } from '../../ui/button-variants.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { formatMoney } from '../../ui/money-text.ts'
import type { CheckoutSession } from './resume-or-start-checkout.ts'
import { type CheckoutRequest, parseCheckoutRequest, useCheckout } from './use-checkout.ts'

/** Mounts the payment on the checkout page. */
export function openPaymentDetails(container: HTMLElement): void {
  const request = parseCheckoutRequest(new URLSearchParams(location.search))
  createRoot(container).render(
    <PaymentDetails contentId={container.dataset.payment ?? ''} request={request} />,
  )
}

type PaymentDetailsProps = { contentId: string; request: CheckoutRequest }

function PaymentDetails({ contentId, request }: PaymentDetailsProps) {
  const { checkout, retry } = useCheckout(contentId, request)
  if (checkout.step === 'opening') return <PaymentLoading />
  if (checkout.step === 'refused')
    return <CheckoutError error={checkout.error} contentId={contentId} retry={retry} />
  return <PaymentStep contentId={contentId} request={request} session={checkout.opened} />
}

function PaymentStep({ contentId, request, session }: PaymentDetailsProps & { session: CheckoutSession }) {
  const { checkout, clientSecret, alreadyOwned } = session
  const amount = formatMoney(checkout.amount, checkout.currency)

  // Fills in the amount, which the server did not know when it rendered the summary.
  useEffect(() => {
    for (const container of document.querySelectorAll('[data-amount]')) container.textContent = amount
  }, [amount])

  const isSettled = ['paid', 'processing', 'unknown'].includes(checkout.state)
  if (isSettled || !clientSecret) return <RedirectToSuccess checkout={checkout} />
  return (
    <>
      {alreadyOwned && <AlreadyOwnedNotice />}
      <CheckoutPaymentForm
        contentId={contentId}
        request={request}
        checkout={checkout}
        clientSecret={clientSecret}
      />
    </>
  )
}

type CheckoutPaymentFormProps = PaymentDetailsProps & { checkout: Checkout; clientSecret: string }

function CheckoutPaymentForm({ contentId, request, checkout, clientSecret }: CheckoutPaymentFormProps) {
  const { paymentIntentId, provider, amount, currency, buyerEmail } = checkout
  const { checkDuplicate, notice } = useDuplicatePurchaseGuard({ paymentIntentId, clientSecret })
  return (
    <>
      {notice}
      <PaymentForm
        provider={provider}
        clientSecret={clientSecret}
        amount={formatMoney(amount, currency)}
        returnUrl={`/success?content_id=${checkout.contentId}`}
        backUrl={checkoutPath(contentId)}
        email={buyerEmail || loadCheckout(contentId).email || request.email || ''}
        onEmailChange={(email) => saveCheckout(contentId, { ...loadCheckout(contentId), email })}
        beforeConfirm={checkDuplicate}
      />
    </>
  )
}

/** The payment is already made or processing; the success page shows its state. */
function RedirectToSuccess({ checkout: { contentId, paymentIntentId } }: { checkout: Checkout }) {
  // Changes the location.
  useEffect(() => {
    const query = new URLSearchParams({ content_id: String(contentId), payment_intent: paymentIntentId })
    location.replace(`/success?${query}`)
  }, [contentId, paymentIntentId])
  return <PaymentLoading />
}

function AlreadyOwnedNotice() {
  return (
    <p role="status" className="rounded-md bg-warn-soft px-4 py-3 text-warn">
      <b className="font-semibold">You already own this. Buy again?</b> The access link in your email still
      works.
    </p>
  )
}

type CheckoutErrorProps = { error: ApiError; contentId: string; retry: () => void }

function CheckoutError({ error, contentId, retry }: CheckoutErrorProps) {
  const text =
    error.code === 'internal_error' ? 'Failed to start payment process. Please try again.' : error.userMessage
  return (
    <ErrorState title="Payment Error" description={text} onRetry={retry}>
      <a href={`/p/${contentId}`} className={buttonVariants({ variant: 'secondary' })}>
        Back to item
      </a>
    </ErrorState>
  )
}

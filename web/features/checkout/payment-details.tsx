import { Download, Lock } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import type { Checkout } from '../../../contract/purchases.ts'
import type { ApiError } from '../../api/api-error.ts'
import type { SaveTerms } from '../../payments/buyer-terms-fields.tsx'
import { checkoutPath, loadCheckout, saveCheckout } from '../../payments/checkout-storage.ts'
import { useDuplicatePurchaseGuard } from '../../payments/duplicate-purchase-guard.tsx'
import { PaymentForm } from '../../payments/payment-form.tsx'
import { PaymentLoading } from '../../payments/payment-loading.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { formatMoney } from '../../ui/money-text.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { CheckoutState } from './use-checkout.ts'

// Loaded only where the site asks for it.
const BuyerTermsFields = lazyComponent(
  async () => (await import('../../payments/buyer-terms-fields.tsx')).BuyerTermsFields,
)

type PaymentDetailsProps = { contentId: number; checkout: CheckoutState; retry: () => void }

/** The card form, or why there is none. */
export function PaymentDetails({ contentId, checkout, retry }: PaymentDetailsProps) {
  if (checkout.step === 'loading') return <PaymentLoading />
  if (checkout.step === 'failed')
    return <CheckoutError error={checkout.error} contentId={contentId} retry={retry} />
  const { clientSecret, alreadyOwned } = checkout.session
  const payment = checkout.session.checkout
  const isSettled = ['paid', 'processing', 'unknown'].includes(payment.state)
  if (isSettled || !clientSecret) return <RedirectToSuccess checkout={payment} />
  return (
    <CheckoutPaymentForm
      contentId={String(contentId)}
      checkout={payment}
      clientSecret={clientSecret}
      isOwned={alreadyOwned}
    />
  )
}

type CheckoutPaymentFormProps = {
  contentId: string
  checkout: Checkout
  clientSecret: string
  isOwned: boolean
}

/** The warning about a duplicate purchase replaces the notice that the buyer owns the item. */
function CheckoutPaymentForm({ contentId, checkout, clientSecret, isOwned }: CheckoutPaymentFormProps) {
  const { paymentIntentId, provider, amount, currency, buyerEmail } = checkout
  const payment = { paymentIntentId, clientSecret }
  const { checkDuplicate, notice } = useDuplicatePurchaseGuard(payment)
  const termsFields = useRef<SaveTerms>(null)
  /** Fields that are still loading stop the payment too. */
  const saveTerms = async () => checkout.terms === null || (await termsFields.current?.save()) === true
  const beforeConfirm = async (email: string) => (await saveTerms()) && checkDuplicate(email)
  return (
    <>
      {notice ?? (isOwned && <AlreadyOwnedNotice />)}
      <PaymentForm
        provider={provider}
        clientSecret={clientSecret}
        amount={formatMoney(amount, currency)}
        returnUrl={`/success?content_id=${checkout.contentId}`}
        backUrl={checkoutPath(contentId)}
        email={loadCheckout(contentId).email || buyerEmail}
        onEmailChange={(email) => saveCheckout(contentId, { ...loadCheckout(contentId), email })}
        beforeConfirm={beforeConfirm}
        terms={
          checkout.terms && (
            <Suspense fallback={<Skeleton shape="block" className="h-24" />}>
              <BuyerTermsFields ref={termsFields} terms={checkout.terms} payment={payment} />
            </Suspense>
          )
        }
        reassurance={<Reassurance />}
      />
    </>
  )
}

function Reassurance() {
  return (
    <ul className="grid gap-2.5 text-ink-soft">
      <Reason icon={<Lock aria-hidden />}>Card details go straight to the card provider</Reason>
      <Reason icon={<Download aria-hidden />}>Yours right after payment, on any device</Reason>
    </ul>
  )
}

function Reason({ icon, children }: { icon: ReactNode; children: string }) {
  return (
    <li className="flex items-start gap-3 [&>svg]:mt-1 [&>svg]:size-[1.1em] [&>svg]:shrink-0 [&>svg]:text-brand">
      {icon}
      {children}
    </li>
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

type CheckoutErrorProps = { error: ApiError; contentId: number; retry: () => void }

function CheckoutError({ error, contentId, retry }: CheckoutErrorProps) {
  const text =
    error.code === 'internal_error' ? 'Failed to start payment process. Please try again.' : error.userMessage
  return (
    <ErrorState title="Payment Error" description={text} onRetry={retry}>
      <LinkButton variant="secondary" href={`/p/${contentId}`}>
        Back to item
      </LinkButton>
    </ErrorState>
  )
}

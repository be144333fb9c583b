import { Download, Lock } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { setBuyerEmail } from '../../../../contract/checkout.ts'
import type { Checkout } from '../../../../contract/purchases.ts'
import { type ApiError, request } from '../../../api/client.ts'
import { checkoutPath, loadCheckout, paymentSecretHeaders, saveCheckout } from '../../../payments/checkout.ts'
import { PaymentLoading } from '../../../payments/pay-button.tsx'
import { PaymentForm } from '../../../payments/payment-form.tsx'
import { LinkButton } from '../../../ui/button.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { formatMoney } from '../../../ui/format.ts'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import type { SaveTerms } from './buyer-terms-fields.tsx'
import type { OwnershipCheck } from './owned-notice.tsx'
import { type CheckoutState, loadOrderParts } from './use-checkout.ts'

// Loaded only where the site asks for it.
const BuyerTermsFields = lazyComponent(
  async () => (await import('./buyer-terms-fields.tsx')).BuyerTermsFields,
)

const OwnedNotice = lazyComponent(async () => (await loadOrderParts()).OwnedNotice)

type PaymentDetailsProps = {
  contentId: number
  checkout: CheckoutState
  retry: () => void
} & OrderProps

type OrderProps = {
  /** When it is delivered. */
  delivery: string
  /** Whether the amount stays the one that is shown. */
  isUnchanged: () => boolean
  /** Goes on without a code. Throws ApiError; then the order is as it was. */
  change: (changed: { code: string }) => Promise<void>
}

export function PaymentDetails({ contentId, checkout, retry, ...order }: PaymentDetailsProps) {
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
      {...order}
    />
  )
}

type CheckoutPaymentFormProps = {
  contentId: string
  checkout: Checkout
  clientSecret: string
  isOwned: boolean
} & OrderProps

/** The warning about a duplicate purchase replaces the notice that the buyer owns the item. */
function CheckoutPaymentForm({
  contentId,
  delivery,
  checkout,
  clientSecret,
  isOwned,
  isUnchanged,
  change,
}: CheckoutPaymentFormProps) {
  const { paymentIntentId, provider, amount, currency, buyerEmail } = checkout
  const payment = { paymentIntentId, clientSecret }
  const { checkDuplicate, warning } = useDuplicatePurchaseGuard(payment, change)
  const termsFields = useRef<SaveTerms>(null)
  /** Fields that are still loading stop the payment too. */
  const saveTerms = async () => checkout.terms === null || (await termsFields.current?.save()) === true
  const beforeConfirm = async (email: string) => isUnchanged() && (await saveTerms()) && checkDuplicate(email)
  return (
    <>
      {(warning ?? isOwned) && (
        <Suspense>
          <OwnedNotice warning={warning} />
        </Suspense>
      )}
      <PaymentForm
        provider={provider}
        clientSecret={clientSecret}
        amount={formatMoney(amount, currency)}
        charge={{ amount, currency }}
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
        reassurance={<Reassurance delivery={delivery} />}
      />
    </>
  )
}

function Reassurance({ delivery }: { delivery: string }) {
  return (
    <>
      <p className="-mt-1.5 text-center text-ink-faint text-sm">
        By paying, you agree to our <TextLink href="/terms">terms</TextLink> and{' '}
        <TextLink href="/refunds">refund policy</TextLink>.
      </p>
      <ul className="grid gap-2.5 text-ink-soft *:flex *:items-start *:gap-3 [&_svg]:mt-1 [&_svg]:size-[1.1em] [&_svg]:shrink-0 [&_svg]:text-brand">
        <li>
          <Lock aria-hidden />
          Card details go straight to the card provider
        </li>
        <li>
          <Download aria-hidden />
          {delivery}
        </li>
      </ul>
    </>
  )
}

/** The payment is already made or processing; the success page shows its state. */
function RedirectToSuccess({ checkout: { contentId, paymentIntentId } }: { checkout: Checkout }) {
  // Changes the location. Payments have ids of letters, digits and underscores.
  useEffect(() => {
    location.replace(`/success?content_id=${contentId}&payment_intent=${paymentIntentId}`)
  }, [contentId, paymentIntentId])
  return <PaymentLoading />
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

type Payment = { paymentIntentId: string; clientSecret: string }

/** A second click within this time is a double click and does not confirm the warning. */
const doubleClickMs = 1_000

/**
 * Saves the buyer's address, and asks before this browser pays for an item twice. After the warning, a click pays. A code that the
 * address may not use is removed, so the next click pays the new amount. An address that can't be saved stops the payment.
 */
function useDuplicatePurchaseGuard({ paymentIntentId, clientSecret }: Payment, change: OrderProps['change']) {
  const [warning, setWarning] = useState<OwnershipCheck>()
  const lastWarning = useRef<{ ownership: OwnershipCheck['ownership']; atMs: number }>({
    ownership: 'new',
    atMs: 0,
  })

  async function checkDuplicate(email: string): Promise<boolean> {
    const check: OwnershipCheck = await request(setBuyerEmail, {
      params: { paymentIntentId },
      body: { email },
      headers: paymentSecretHeaders(clientSecret),
    }).catch((error: Partial<ApiError>): OwnershipCheck => {
      const refusal = error.fields?.code
      if (refusal) void change({ code: '' }).catch(() => undefined)
      // The provider doesn't get the address, so without ours no one could be sent the link.
      return { ownership: 'new', existingAccessUrl: null, refusal, isUnsaved: !refusal }
    })
    const { ownership, refusal, isUnsaved } = check
    const last = lastWarning.current
    const isConfirmed = last.ownership === ownership && Date.now() - last.atMs > doubleClickMs
    // Who pressed “again” has said so.
    const isAgain = ownership === 'already_owned' && /[?&]again=/.test(location.search)
    const canPay = !refusal && !isUnsaved && (ownership === 'new' || isConfirmed || isAgain)
    if (last.ownership !== ownership) lastWarning.current = { ownership, atMs: Date.now() }
    setWarning(canPay ? undefined : check)
    return canPay
  }

  return { checkDuplicate, warning }
}

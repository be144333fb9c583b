import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { Stripe, StripeElements, StripeError } from '@stripe/stripe-js'
import { useEffect, useRef, useState } from 'react'
import { EmailField } from '../../shared/email-field.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Form } from '../../ui/form.tsx'
import { formSchema } from '../../ui/form-schema.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { dismissToast } from '../../ui/toast-store.ts'
import { parseBuyerEmail } from '../buyer-email.ts'
import { PayButton } from '../pay-button.tsx'
import { PaymentError, showMissingEmail } from '../payment-error.tsx'
import type { PaymentFormProps } from '../payment-form.tsx'
import { useStripeAppearance } from './appearance.ts'
import { loadStripeScript } from './load-stripe.ts'

const fields = formSchema({ email: parseBuyerEmail })

type StripeFormProps = PaymentFormProps & { publishableKey: string }

/** Stripe's Payment Element: cards and the browser's wallets. Card numbers never reach this site. */
export function StripeForm({ publishableKey, ...form }: StripeFormProps) {
  const appearance = useStripeAppearance()
  const { stripe, retry } = useStripeScript(publishableKey)

  if (stripe === 'loading') return <PaymentElementSkeleton />
  if (stripe === 'failed') return <StripeLoadError retry={retry} />
  const { clientSecret } = form
  return (
    <Elements key={clientSecret} stripe={stripe} options={{ clientSecret, appearance }}>
      <StripePaymentForm {...form} />
    </Elements>
  )
}

function useStripeScript(publishableKey: string) {
  const [stripe, setStripe] = useState<Stripe | 'loading' | 'failed'>('loading')
  const [attempt, setAttempt] = useState(0)

  // Loads Stripe's script; a retry loads it again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads the script again
  useEffect(() => {
    let isCanceled = false
    const setResult = (result: Stripe | 'failed') => !isCanceled && setStripe(() => result)
    loadStripeScript(publishableKey).then(setResult, () => setResult('failed'))
    return () => {
      isCanceled = true
    }
  }, [publishableKey, attempt])
  const retry = () => {
    setStripe('loading')
    setAttempt(attempt + 1)
  }
  return { stripe, retry }
}

function StripePaymentForm({
  email,
  amount,
  onEmailChange,
  terms,
  reassurance,
  ...payment
}: PaymentFormProps) {
  const { returnUrl, labels, beforeConfirm } = payment
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading')
  const { confirmPayment, isPaying, errorMessage, clearError } = useConfirmStripePayment({
    returnUrl,
    labels,
    beforeConfirm,
  })

  if (state === 'failed') return <StripeLoadError retry={() => location.reload()} />
  return (
    <Form
      schema={fields}
      onSubmit={({ email }) => {
        onEmailChange(email)
        void confirmPayment(email)
      }}
      onInvalid={showMissingEmail}
      onChange={({ target }) => {
        if (target instanceof HTMLInputElement && target.name === 'email') onEmailChange(target.value)
      }}
      className="grid grid-cols-[minmax(0,1fr)] gap-[18px]"
    >
      <EmailField email={email} hint={labels.emailHint} />
      {state === 'loading' && <PaymentElementSkeleton />}
      <PaymentElement
        options={{ layout: 'tabs' }}
        onReady={() => setState('ready')}
        onLoadError={() => setState('failed')}
        onChange={clearError}
      />
      {terms}
      {errorMessage && <PaymentError title={labels.failedTitle} message={errorMessage} />}
      <PayButton label={labels.submit} amount={amount} isPaying={isPaying} disabled={state !== 'ready'} />
      {reassurance}
    </Form>
  )
}

/** Confirms the payment and redirects to Stripe's next page; returns the error message when it was declined. */
function useConfirmStripePayment({
  returnUrl,
  labels,
  beforeConfirm,
}: Pick<PaymentFormProps, 'returnUrl' | 'labels' | 'beforeConfirm'>) {
  const stripe = useStripe()
  const elements = useElements()
  const [isPaying, setIsPaying] = useState(false)
  const [errorMessage, setErrorMessage] = useState<string>()
  // A second click can come before the next render.
  const isSubmitting = useRef(false)

  function stopSubmitting() {
    isSubmitting.current = false
    setIsPaying(false)
  }

  async function confirmPayment(email: string) {
    if (!stripe || !elements || isSubmitting.current) return
    isSubmitting.current = true
    setIsPaying(true)
    setErrorMessage(undefined)
    dismissToast()
    if (beforeConfirm && !(await beforeConfirm(email))) return stopSubmitting()
    const error = await confirmWithStripe({ stripe, elements, email, returnUrl })
    if (isAlreadyPaid(error)) return location.assign(successUrl(returnUrl, error.payment_intent.id))
    stopSubmitting()
    // The Payment Element shows validation errors itself.
    if (error.type === 'validation_error') return
    setErrorMessage(error.message ?? labels.unexpectedError)
  }

  return { confirmPayment, isPaying, errorMessage, clearError: () => setErrorMessage(undefined) }
}

type ConfirmInput = { stripe: Stripe; elements: StripeElements; email: string; returnUrl: string }

/** Returns only on an error: a successful payment redirects. */
async function confirmWithStripe({ stripe, elements, email, returnUrl }: ConfirmInput): Promise<StripeError> {
  const confirmParams = { return_url: new URL(returnUrl, location.origin).href, receipt_email: email }
  try {
    const { error } = await stripe.confirmPayment({ elements, confirmParams })
    return error
  } catch {
    return { type: 'api_error' }
  }
}

type AlreadyPaidError = StripeError & { payment_intent: { id: string } }

/** Another tab or an earlier click has paid already. */
function isAlreadyPaid(error: StripeError): error is AlreadyPaidError {
  return error.payment_intent?.status === 'succeeded' || error.payment_intent?.status === 'processing'
}

function successUrl(returnUrl: string, paymentId: string): string {
  const url = new URL(returnUrl, location.origin)
  url.searchParams.set('payment_intent', paymentId)
  return url.href
}

function PaymentElementSkeleton() {
  return (
    <div role="status" className="grid grid-cols-[minmax(0,1fr)] gap-[18px]">
      <span className="sr-only">Loading card form</span>
      <Skeleton shape="block" className="h-12" />
      <Skeleton shape="block" className="h-12" />
    </div>
  )
}

function StripeLoadError({ retry }: { retry: () => void }) {
  return (
    <ErrorState
      title="The card form didn’t load"
      description="Something is blocking Stripe’s card form, such as an ad blocker. Turn it off and reload the page. You weren’t charged."
      onRetry={retry}
    />
  )
}

import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { Stripe, StripeElements, StripeError } from '@stripe/stripe-js'
import { CircleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Form } from '../ui/form.tsx'
import { formSchema } from '../ui/form-schema.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast.ts'
import { dismissToast } from '../ui/toast-store.ts'
import { readBuyerEmail } from './buyer-email.ts'
import { EmailField } from './email-field.tsx'
import type { PaymentFormProps } from './payment-form.tsx'
import { useStripeLook } from './stripe-look.ts'
import { loadScript } from './stripe-script.ts'

const fields = formSchema({ email: readBuyerEmail })

type StripeFormProps = PaymentFormProps & { publishableKey: string }

/** Stripe's Payment Element: cards, and the wallets a browser has. The card's number never touches this site. */
export function StripeForm({ publishableKey, ...form }: StripeFormProps) {
  const appearance = useStripeLook()
  const { stripe, retry } = useScript(publishableKey)

  if (stripe === 'loading') return <Loading />
  if (stripe === 'broken') return <NotLoaded retry={retry} />
  const { clientSecret } = form
  return (
    <Elements key={clientSecret} stripe={stripe} options={{ clientSecret, appearance }}>
      <CardForm {...form} />
    </Elements>
  )
}

function useScript(publishableKey: string) {
  const [stripe, setStripe] = useState<Stripe | 'loading' | 'broken'>('loading')
  const [tries, setTries] = useState(0)

  // Speaks to Stripe's own script, which the browser fetches once; a new try fetches it again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a try more is a reason to run again
  useEffect(() => {
    let gone = false
    const told = (found: Stripe | 'broken') => !gone && setStripe(() => found)
    loadScript(publishableKey).then(told, () => told('broken'))
    return () => {
      gone = true
    }
  }, [publishableKey, tries])
  const retry = () => {
    setStripe('loading')
    setTries(tries + 1)
  }
  return { stripe, retry }
}

function CardForm({ email, onEmail, returnUrl, words, mayPay }: PaymentFormProps) {
  const [state, setState] = useState<'loading' | 'ready' | 'broken'>('loading')
  const { present, busy, refusal, forgive } = useConfirm({ returnUrl, words, mayPay })

  if (state === 'broken') return <NotLoaded retry={() => location.reload()} />
  return (
    <Form
      schema={fields}
      onSubmit={({ email }) => {
        onEmail(email)
        void present(email)
      }}
      onInvalid={(errors) => toast({ title: 'Email Required', text: errors.email, tone: 'destructive' })}
      className="grid gap-[18px]"
    >
      <EmailField email={email} hint={words.emailHint} />
      {state === 'loading' && <Loading />}
      <PaymentElement
        options={{ layout: 'tabs' }}
        onReady={() => setState('ready')}
        onLoadError={() => setState('broken')}
        onChange={forgive}
      />
      {refusal && (
        <p role="alert" className="flex gap-1.5 text-danger text-sm">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>{refusal}</span>
        </p>
      )}
      <Button type="submit" size="lg" block busy={busy} disabled={state !== 'ready'}>
        {words.submit}
      </Button>
    </Form>
  )
}

/** Presents the card and leaves for the page Stripe leads to; holds the sentence when it was refused. */
function useConfirm({ returnUrl, words, mayPay }: Pick<PaymentFormProps, 'returnUrl' | 'words' | 'mayPay'>) {
  const stripe = useStripe()
  const elements = useElements()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  // A second press can come before the first has drawn anything.
  const pressed = useRef(false)

  function rest() {
    pressed.current = false
    setBusy(false)
  }

  async function present(email: string) {
    if (!stripe || !elements || pressed.current) return
    pressed.current = true
    setBusy(true)
    setRefusal(undefined)
    dismissToast()
    if (mayPay && !(await mayPay(email))) return rest()
    const error = await confirm({ stripe, elements, email, returnUrl })
    if (isOver(error)) return location.assign(successOf(returnUrl, error.payment_intent.id))
    rest()
    // What is missing in a field is written under it already.
    if (error.type === 'validation_error') return
    const text = error.message ?? words.unexpected
    setRefusal(text)
    toast({ title: words.failed, text, tone: 'destructive' })
  }

  return { present, busy, refusal, forgive: () => setRefusal(undefined) }
}

type Presented = { stripe: Stripe; elements: StripeElements; email: string; returnUrl: string }

/** Comes back only with a refusal: a payment that goes through leads to another page. */
async function confirm({ stripe, elements, email, returnUrl }: Presented): Promise<StripeError> {
  const confirmParams = { return_url: new URL(returnUrl, location.origin).href, receipt_email: email }
  try {
    const { error } = await stripe.confirmPayment({ elements, confirmParams })
    return error
  } catch {
    return { type: 'api_error' }
  }
}

type Over = StripeError & { payment_intent: { id: string } }

/** Another tab, or a press before this one, was faster: there is nothing left to pay. */
function isOver(error: StripeError): error is StripeError & Over {
  return error.payment_intent?.status === 'succeeded' || error.payment_intent?.status === 'processing'
}

function successOf(returnUrl: string, paymentId: string): string {
  const url = new URL(returnUrl, location.origin)
  url.searchParams.set('payment_intent', paymentId)
  return url.href
}

function Loading() {
  return (
    <div role="status" className="grid gap-[18px]">
      <span className="sr-only">Loading the card form</span>
      <Skeleton className="h-12 rounded-sm" />
      <Skeleton className="h-12 rounded-sm" />
    </div>
  )
}

function NotLoaded({ retry }: { retry: () => void }) {
  return (
    <ErrorState
      title="The card form did not load"
      text="It comes from Stripe, and something between here and there blocks it. Nothing was charged."
      retry={retry}
    />
  )
}

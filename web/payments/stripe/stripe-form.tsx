import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { Appearance, Stripe, StripeElements, StripeError } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { useEffect, useState } from 'react'
import { ErrorState } from '../../ui/error-state.tsx'
import { formSchema } from '../../ui/form-schema.ts'
import { SkeletonBlocks } from '../../ui/skeleton.tsx'
import { parseBuyerEmail } from '../buyer-email.ts'
import { CardForm, type PaymentFailure } from '../card-form.tsx'
import type { PaymentFormProps } from '../payment-form.tsx'

const fields = formSchema({ email: parseBuyerEmail })

type StripeFormProps = PaymentFormProps & { publishableKey: string }

/** Stripe's Payment Element: cards and the browser's wallets. Card numbers never reach this site. */
export function StripeForm({ publishableKey, ...form }: StripeFormProps) {
  const appearance = useStripeAppearance()
  const { stripe, retry } = useStripeScript(publishableKey)

  if (stripe === 'loading') return <LoadingFields />
  if (stripe === 'failed') return <StripeLoadError retry={retry} />
  const { clientSecret, charge } = form
  return (
    // A payment whose amount can change gets its secret when it is confirmed, so that a typed card stays.
    <Elements
      key={charge ? 'charge' : clientSecret}
      stripe={stripe}
      options={charge ? { ...chargeOptions(charge), appearance } : { clientSecret, appearance }}
    >
      <StripePaymentForm {...form} />
    </Elements>
  )
}

/** The amount in minor units: a decimal has all decimals of its currency. The methods are those of the payment. */
function chargeOptions({ amount, currency }: NonNullable<PaymentFormProps['charge']>) {
  return {
    mode: 'payment' as const,
    amount: Number(amount.replace('.', '')),
    currency: currency.toLowerCase(),
    allowedPaymentMethodTypes: ['card'],
  }
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

function LoadingFields() {
  return (
    <SkeletonBlocks
      label="Loading card form"
      sizes={['h-12', 'h-12']}
      className="grid-cols-[minmax(0,1fr)] gap-[18px]"
    />
  )
}

function StripePaymentForm(payment: PaymentFormProps) {
  const { returnUrl, labels, clientSecret, charge } = payment
  const stripe = useStripe()
  const elements = useElements()
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading')
  const [failure, setFailure] = useState<PaymentFailure>()

  /** Confirms the payment and redirects to Stripe's next page. */
  async function confirm() {
    if (!stripe || !elements) return undefined
    const error = await confirmWithStripe({
      stripe,
      elements,
      returnUrl,
      clientSecret: charge && clientSecret,
    })
    if (isAlreadyPaid(error)) {
      location.assign(successUrl(returnUrl, error.payment_intent.id))
      return 'redirecting'
    }
    // The Payment Element shows validation errors itself.
    if (error.type === 'validation_error') return undefined
    return { message: error.message ?? labels.unexpectedError }
  }

  if (state === 'failed') return <StripeLoadError retry={() => location.reload()} />
  return (
    <CardForm
      payment={payment}
      schema={fields}
      confirm={confirm}
      failure={failure}
      onFailure={setFailure}
      isReady={state === 'ready'}
    >
      {state === 'loading' && <LoadingFields />}
      <PaymentElement
        options={{ layout: 'tabs' }}
        onReady={() => setState('ready')}
        onLoadError={() => setState('failed')}
        onChange={() => setFailure(undefined)}
      />
    </CardForm>
  )
}

type ConfirmInput = {
  stripe: Stripe
  elements: StripeElements
  returnUrl: string
  /** Undefined when the fields were made for one payment. */
  clientSecret: string | undefined
}

/** Returns only on an error: a successful payment redirects. */
async function confirmWithStripe({
  stripe,
  elements,
  returnUrl,
  clientSecret,
}: ConfirmInput): Promise<StripeError> {
  const confirmParams = { return_url: new URL(returnUrl, location.origin).href }
  try {
    if (clientSecret === undefined) return (await stripe.confirmPayment({ elements, confirmParams })).error
    const submitted = await elements.submit()
    if (submitted.error) return submitted.error
    return (await stripe.confirmPayment({ elements, clientSecret, confirmParams })).error
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

function StripeLoadError({ retry }: { retry: () => void }) {
  return (
    <ErrorState
      title="The card form didn’t load"
      description="Something is blocking Stripe’s card form, such as an ad blocker. Turn it off and reload the page. You weren’t charged."
      onRetry={retry}
    />
  )
}

/** Stripe's fields are in an iframe without our tokens, so they get plain values, again after each change of theme. */
function useStripeAppearance(): Appearance {
  const [appearance, setAppearance] = useState(readAppearance)

  // Observes the document's theme, which the theme button and the system change outside React.
  useEffect(() => {
    const update = () => setAppearance(readAppearance())
    const theme = new MutationObserver(update)
    const system = matchMedia('(prefers-color-scheme: dark)')
    theme.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    system.addEventListener('change', update)
    return () => {
      theme.disconnect()
      system.removeEventListener('change', update)
    }
  }, [])
  return appearance
}

function readAppearance(): Appearance {
  const color = createColorResolver()
  const token = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim()
  const border = `1px solid ${color('--line-strong')}`
  const appearance: Appearance = {
    theme: 'stripe',
    variables: {
      fontFamily: 'ui-sans-serif, system-ui, sans-serif',
      fontSizeBase: '16px',
      fontSizeSm: '15px',
      fontWeightMedium: '600',
      borderRadius: token('--radius-sm'),
      gridRowSpacing: '18px',
      gridColumnSpacing: '14px',
      colorPrimary: color('--brand'),
      colorBackground: color('--surface'),
      colorText: color('--ink'),
      colorTextSecondary: color('--ink-soft'),
      colorTextPlaceholder: color('--ink-faint'),
      colorDanger: color('--danger'),
      iconColor: color('--ink-soft'),
    },
    rules: {
      '.Input': { border, boxShadow: 'none', padding: '12px 14px' },
      '.Input:hover': { borderColor: color('--ink-faint') },
      '.Input:focus': { borderColor: color('--brand'), boxShadow: `0 0 0 3px ${color('--brand-soft')}` },
      '.Input--invalid': { borderColor: color('--danger'), boxShadow: 'none' },
      '.Label': { color: color('--ink'), fontWeight: '600' },
      '.Block, .Tab': { border, boxShadow: 'none' },
    },
  }
  color.dispose()
  return appearance
}

/** Reads color tokens in the current theme: `light-dark()` is resolved where it is used, not where it is defined. */
function createColorResolver() {
  const probe = document.createElement('span')
  probe.hidden = true
  document.body.append(probe)
  const read = (name: string) => {
    probe.style.color = `var(${name})`
    return getComputedStyle(probe).color
  }
  return Object.assign(read, { dispose: () => probe.remove() })
}

/**
 * Loads Stripe's script, which the CSP allows only on pages with a card form. After client-side navigation the
 * document has another page's CSP, so it is reloaded; email and amount are stored. Throws when the script cannot be
 * loaded.
 */
async function loadStripeScript(publishableKey: string): Promise<Stripe> {
  if (!isDocumentForPath()) {
    location.reload()
    return new Promise(() => undefined)
  }
  const stripe = await loadStripe(publishableKey)
  if (!stripe) throw new Error('Stripe runs in a browser only')
  return stripe
}

/** Whether the current path is the one this document was served for. */
function isDocumentForPath(): boolean {
  const [loaded] = performance.getEntriesByType('navigation')
  return !loaded || new URL(loaded.name).pathname === location.pathname
}

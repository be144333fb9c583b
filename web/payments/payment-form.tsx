import { type ReactNode, Suspense } from 'react'
import type { PaymentFormConfig } from '../../contract/purchases.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { type PaymentLabels, purchaseLabels } from './pay-button.tsx'
import { SandboxForm } from './sandbox/sandbox-form.tsx'

export type PaymentFormProps = {
  clientSecret: string
  /** The formatted amount. */
  amount: string
  /** For a payment whose amount can change while the card is typed: a decimal, and its currency. */
  charge?: { amount: string; currency: string }
  /** Where the provider redirects the buyer afterwards: a path on this site. */
  returnUrl: string
  backUrl: string
  email: string
  /** Called with the email before the payment is confirmed, so that it can be saved. */
  onEmailChange: (email: string) => void
  /** Called with the email before the payment is confirmed. False stops the payment; the page shows why. */
  beforeConfirm?: ((email: string) => Promise<boolean>) | undefined
  labels: PaymentLabels
  /** Fields that the site asks for besides email and card, above the pay button. */
  terms?: ReactNode
  reassurance?: ReactNode
}

// Loaded only where Stripe is the provider.
const StripeForm = lazyComponent(async () => (await import('./stripe/stripe-form.tsx')).StripeForm)

type ProviderFormProps = Omit<PaymentFormProps, 'labels'> & {
  provider: PaymentFormConfig
  labels?: PaymentLabels
}

export function PaymentForm({ provider, labels, ...config }: ProviderFormProps) {
  const form = { ...config, labels: labels ?? purchaseLabels(config.amount) }
  if (provider.kind === 'sandbox') return <SandboxForm {...form} />
  return (
    <Suspense fallback={<Skeleton shape="block" className="h-64" />}>
      <StripeForm {...form} publishableKey={provider.publishableKey} />
    </Suspense>
  )
}

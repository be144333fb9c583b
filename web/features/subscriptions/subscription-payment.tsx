import type { User } from '../../../contract/accounts.ts'
import type { ApiError } from '../../api/api-error.ts'
import { PaymentForm } from '../../payments/payment-form.tsx'
import type { PaymentLabels } from '../../payments/payment-labels.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { formatMoney } from '../../ui/money-text.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StillLoading } from '../../ui/still-loading.tsx'
import { setupErrorMessage, useCreateSubscription } from './use-create-subscription.ts'

/** The card form of Pro's first month. */
export function SubscriptionPayment({ viewer }: { viewer: User }) {
  const { setup, retry } = useCreateSubscription()

  if (setup.step === 'loading') return <PaymentLoading />
  if (setup.step === 'failed')
    return <ErrorState title="Setup Error" description={setupErrorText(setup.error)} onRetry={retry} />
  const { clientSecret, provider, amount, currency } = setup.payment
  const price = formatMoney(amount, currency)
  return (
    <>
      <p className="text-ink-soft">
        {`${price} today, then the same each month. Cancel anytime, and keep Pro until the end of the billing period.`}
      </p>
      <PaymentForm
        provider={provider}
        clientSecret={clientSecret}
        amount={price}
        returnUrl="/dashboard?subscription=success"
        backUrl="/subscribe"
        email={viewer.email}
        onEmailChange={() => undefined}
        labels={labelsFor(price)}
      />
    </>
  )
}

function labelsFor(price: string): PaymentLabels {
  return {
    submit: `Pay ${price} and go Pro`,
    emailHint: 'We’ll send your receipt here.',
    failedTitle: 'Error',
    unexpectedError: 'An unexpected error occurred',
  }
}

function setupErrorText({ code, userMessage }: ApiError): string {
  return code === 'conflict' || code === 'not_found' || code === 'rate_limited'
    ? userMessage
    : setupErrorMessage
}

function PaymentLoading() {
  return (
    <div role="status" className="grid gap-[18px]">
      <span className="text-ink-soft">Setting up payment...</span>
      <Skeleton shape="block" className="h-12" />
      <Skeleton shape="block" className="h-12" />
      <Skeleton shape="block" className="h-12" />
      <StillLoading />
    </div>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Sparkles } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { User } from '../../../../contract/accounts.ts'
import { getInstance } from '../../../../contract/instance.ts'
import { afterTax } from '../../../../contract/site.ts'
import { createSubscription } from '../../../../contract/subscriptions.ts'
import { type ApiError, request } from '../../../api/client.ts'
import { useApiQuery } from '../../../api/query.ts'
import type { ResponseOf } from '../../../api/types.ts'
import { PaymentForm } from '../../../payments/payment-form.tsx'
import { proFeatures, proNotSold } from '../../../shared/pro.tsx'
import { QueryState } from '../../../shared/query-state.tsx'
import { RequireAuth } from '../../../shared/require-auth.tsx'
import { redirectToSignIn } from '../../../shared/session-expired.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { FeatureList } from '../../../ui/feature-list.tsx'
import { formatMoney } from '../../../ui/format.ts'
import { PageNotice } from '../../../ui/page-notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { StillLoading } from '../../../ui/still-loading.tsx'
import { toast } from '../../../ui/toast.ts'
import { ProTerms, type SaveProTerms } from './pro-terms.tsx'

export function SubscribePage() {
  return (
    <RequireAuth onUnauthenticated={redirectToSignIn}>
      {(viewer) => (viewer.plan === 'pro' ? <AlreadyPro /> : <Offer viewer={viewer} />)}
    </RequireAuth>
  )
}

function Offer({ viewer }: { viewer: User }) {
  const instance = useApiQuery(getInstance)
  return (
    <QueryState
      query={instance}
      subject="The price of Pro"
      skeleton={<Skeleton shape="block" className="h-64" />}
    >
      {({ proPrice, currency }) =>
        proPrice === null ? <NotSold /> : <Upgrade viewer={viewer} price={formatMoney(proPrice, currency)} />
      }
    </QueryState>
  )
}

function NotSold() {
  return (
    <PageNotice
      icon={<Sparkles aria-hidden />}
      tone="plain"
      title="Pro isn’t for sale right now"
      description={`${proNotSold} You weren’t charged, and everything on the Creator Plan works as before.`}
      actions={
        <>
          <LinkButton href="/dashboard">Go to dashboard</LinkButton>
          <LinkButton variant="secondary" href="/pricing">
            See the plans
          </LinkButton>
        </>
      }
    />
  )
}

function Upgrade({ viewer, price }: { viewer: User; price: string }) {
  return (
    <div className="grid gap-8 pt-5 sm:pt-8">
      <div className="grid gap-2">
        <h1 className="text-2xl sm:text-3xl">Keep every cent with Pro</h1>
        <p className="max-w-[36em] text-ink-soft text-lg">
          Zero commission, plus tools for creators who sell a lot.
        </p>
      </div>
      <div className="grid items-start gap-6 md:grid-cols-[1fr_1.05fr] md:gap-8">
        <Card padding="none" className="grid gap-6 p-6 sm:p-7">
          <div>
            <h2 className="sr-only">Pro price and features</h2>
            <p className="font-[650] font-display text-4xl leading-none tracking-[-0.03em]">{price}</p>
            <p className="mt-1 text-ink-soft">per month, cancel anytime</p>
          </div>
          <FeatureList features={proFeatures} />
        </Card>
        <Card padding="none" className="grid gap-[18px] border-brand p-6 sm:p-7">
          <h2 className="text-xl">Payment Details</h2>
          <SubscriptionPayment viewer={viewer} />
        </Card>
      </div>
    </div>
  )
}

function AlreadyPro() {
  return (
    <PageNotice
      icon={<Sparkles aria-hidden />}
      title="You’re on Pro"
      description={`You keep 100% of every sale${afterTax()}. You can find your plan, invoices and cancellation in Settings.`}
      actions={
        <>
          <LinkButton href="/settings/plan">See your plan</LinkButton>
          <LinkButton variant="secondary" href="/dashboard">
            Go to dashboard
          </LinkButton>
        </>
      }
    />
  )
}

function SubscriptionPayment({ viewer }: { viewer: User }) {
  const terms = useRef<SaveProTerms>(null)
  const { data, error, refetch } = useCreateSubscription()

  if (error)
    return (
      <ErrorState title="Setup Error" description={setupErrorText(error)} onRetry={() => void refetch()} />
    )
  if (!data) return <PaymentLoading />
  const { clientSecret, provider, amount, currency, consent } = data
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
        beforeConfirm={async () => (await terms.current?.save()) ?? true}
        terms={<ProTerms ref={terms} consent={consent} />}
        labels={{
          submit: `Pay ${price} and go Pro`,
          emailHint: 'We’ll email you here. Your invoices are in Settings.',
          failedTitle: 'Error',
          unexpectedError: 'An unexpected error occurred',
        }}
      />
    </>
  )
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

/** Creates the subscription, or resumes one that is not paid; `refetch` tries again after an error. */
function useCreateSubscription() {
  const setup = useQuery<ResponseOf<typeof createSubscription>, ApiError>({
    queryKey: ['create-subscription'],
    queryFn: () => request(createSubscription),
    gcTime: 0,
  })
  const { error } = setup
  // Shows a toast for each failed attempt.
  useEffect(() => {
    if (error && error.status !== 409)
      toast({ title: 'Error', description: setupErrorMessage, tone: 'destructive' })
  }, [error])
  return setup
}

const setupErrorMessage = 'Failed to initialize subscription. Please try again.'

import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { Checkout } from '../../../contract/purchases.ts'
import type { ApiError } from '../../api/api-error.ts'
import { checkoutPath, keepCheckout, keptCheckout } from '../../payments/kept.ts'
import { PaymentForm } from '../../payments/payment-form.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { formatMoney } from '../../ui/money-text.ts'
import { Spinner } from '../../ui/spinner.tsx'
import type { Opened } from './open-checkout.ts'

type PaymentDetailsProps = { contentId: string; checkout: UseQueryResult<Opened, ApiError> }

export function PaymentDetails({ contentId, checkout }: PaymentDetailsProps) {
  return (
    <Card className="grid gap-[18px]">
      <h2 className="text-xl">Payment Details</h2>
      <Details contentId={contentId} checkout={checkout} />
    </Card>
  )
}

function Details({ contentId, checkout: { data, error, refetch, isFetching } }: PaymentDetailsProps) {
  const typedBefore = new URLSearchParams(useSearch()).get('email') ?? ''
  if (isFetching || (!data && !error)) return <SettingUp />
  if (!data) return <Refused error={error} contentId={contentId} retry={refetch} />

  const { checkout, clientSecret, alreadyOwned } = data
  const done = ['paid', 'processing', 'unknown'].includes(checkout.state)
  if (done || !clientSecret) return <GoOn checkout={checkout} />
  return (
    <>
      {alreadyOwned && <OwnedAlready />}
      <PaymentForm
        provider={checkout.provider}
        clientSecret={clientSecret}
        amount={formatMoney(checkout.amount, checkout.currency)}
        returnUrl={`/success?content_id=${checkout.contentId}`}
        back={checkoutPath(contentId)}
        email={checkout.buyerEmail || keptCheckout(contentId).email || typedBefore}
        onEmail={(email) => keepCheckout(contentId, { ...keptCheckout(contentId), email })}
      />
    </>
  )
}

function SettingUp() {
  return (
    <>
      <p role="status" className="flex items-center gap-2.5 py-14 text-ink-soft">
        <Spinner className="text-brand" />
        Setting up payment...
      </p>
      <noscript>Paying by card needs JavaScript. Turn it on for this site and load the page again.</noscript>
    </>
  )
}

/** This payment needs no card any more: the page after it knows what to show. */
function GoOn({ checkout: { contentId, paymentIntentId } }: { checkout: Checkout }) {
  const [, go] = useLocation()
  // Speaks to the address bar.
  useEffect(() => {
    const query = new URLSearchParams({ content_id: String(contentId), payment_intent: paymentIntentId })
    go(`/success?${query}`, { replace: true })
  }, [go, contentId, paymentIntentId])
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

type RefusedProps = { error: ApiError | null; contentId: string; retry: () => void }

function Refused({ error, contentId, retry }: RefusedProps) {
  const ours = !error || error.code === 'internal'
  const text = ours ? 'Failed to start payment process. Please try again.' : error.sentence
  return (
    <ErrorState title="Payment Error" text={text} retry={retry}>
      <LinkButton variant="ghost" href={`/p/${contentId}`}>
        Back to the item
      </LinkButton>
    </ErrorState>
  )
}

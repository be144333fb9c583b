import { PackageOpen } from 'lucide-react'
import { useParams } from 'wouter'
import { getContent } from '../../api/calls.ts'
import { useApiQuery } from '../../api/query-hooks.ts'
import { PaymentLoading } from '../../payments/payment-loading.tsx'
import { ContentNotFound } from '../../shared/content-not-found.tsx'
import { Card } from '../../ui/card.tsx'
import { PageLoadError } from '../../ui/page-load-error.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { OrderSummary } from './order-summary.tsx'

/** The order summary and the payment. checkout-island.ts mounts the payment; nothing else on the page needs React. */
export function CheckoutPage() {
  const { id = '' } = useParams()
  const { data: content, error } = useApiQuery(getContent, { params: { id } })

  if (!content && error && error.status >= 500)
    return (
      <PageLoadError
        icon={<PackageOpen aria-hidden />}
        href={`/checkout/${id}`}
        reassurance="you weren’t charged"
      />
    )
  if (!content) return <ContentNotFound purchasePrompt="Already paid?" />
  return (
    <div className="grid items-start gap-5 pt-1 sm:pt-3 md:grid-cols-[.9fr_1.1fr] md:gap-7">
      <h1 className="sr-only">Checkout</h1>
      <OrderSummary content={content} />
      <Card className="grid gap-[18px]">
        <h2 className="text-xl">Payment Details</h2>
        <div data-payment={id} className="grid gap-[18px]">
          <PaymentLoading />
        </div>
        <p className="-my-2 text-ink-faint text-sm">
          Already bought this?{' '}
          <TextLink href="/lost-link" className="inline-grid min-h-11 place-items-center">
            Resend my link
          </TextLink>
        </p>
        <noscript>Card payments need JavaScript. Turn it on for this site and reload the page.</noscript>
      </Card>
    </div>
  )
}

import { PackageOpen } from 'lucide-react'
import { useParams } from 'wouter'
import { getContent } from '../../api/calls.ts'
import { useRead } from '../../api/hooks.ts'
import { Card } from '../../ui/card.tsx'
import { MissingContent } from '../../ui/missing-content.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { Unreachable } from '../../ui/unreachable.tsx'
import { OrderSummary } from './order-summary.tsx'
import { SettingUp } from './setting-up.tsx'

/** What is bought, beside the place where it is paid: checkout-island.ts opens the payment there, and nothing else of the page needs React. */
export function CheckoutPage() {
  const { id = '' } = useParams()
  const { data: content, error } = useRead(getContent, { params: { id } })

  if (!content && error && error.status >= 500)
    return (
      <Unreachable icon={<PackageOpen aria-hidden />} href={`/checkout/${id}`} calm="nothing was charged" />
    )
  if (!content) return <MissingContent bought="Paid already?" />
  return (
    <div className="grid items-start gap-5 pt-1 sm:pt-3 md:grid-cols-[.9fr_1.1fr] md:gap-7">
      <h1 className="sr-only">Checkout</h1>
      <OrderSummary content={content} />
      <Card className="grid gap-[18px]">
        <h2 className="text-xl">Payment Details</h2>
        <div data-payment={id} className="grid gap-[18px]">
          <SettingUp />
        </div>
        <p className="-my-2 text-ink-faint text-sm">
          Bought this before?{' '}
          <TextLink href="/lost-link" className="inline-grid min-h-11 place-items-center">
            Resend my link
          </TextLink>
        </p>
        <noscript>
          Paying by card needs JavaScript. Turn it on for this site and load the page again.
        </noscript>
      </Card>
    </div>
  )
}

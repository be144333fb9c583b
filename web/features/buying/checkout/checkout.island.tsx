import { ShieldCheck } from 'lucide-react'
import type { PublicContent } from '../../../../contract/content.ts'
import type { GuaranteeText } from '../../../../contract/refunds.ts'
import type { IslandDefinition } from '../../../hydration/island.tsx'
import { Card } from '../../../ui/card.tsx'
import { IconTile } from '../../../ui/icon-tile.tsx'
import { BackLink, TextLink } from '../../../ui/text-link.tsx'
import { OrderSummary } from './order-summary.tsx'
import { PaymentDetails } from './payment-details.tsx'
import { useCheckout } from './use-checkout.ts'

export type CheckoutItem = Pick<
  PublicContent,
  'id' | 'tipAddress' | 'title' | 'description' | 'previewImage' | 'previewFocus' | 'pond' | 'currency'
> & {
  creator: string
  creatorHandle: string | null
  /** What an item of several parts consists of: `12 files, 3.2 GB`. */
  contents: string | null
  /** When it is delivered. */
  delivery: string
}

type CheckoutProps = { item: CheckoutItem; guarantee: GuaranteeText }

/** The order and its payment. The amount is frozen on the payment, so both show it once the payment is loaded. */
function Checkout({ item, guarantee }: CheckoutProps) {
  const order = useCheckout(String(item.id))
  const { checkout, change } = order
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 pt-1">
      <BackLink href={item.tipAddress}>
        <span className="truncate">Back to {item.title}</span>
      </BackLink>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:grid-cols-[minmax(0,.9fr)_minmax(0,1.1fr)] md:gap-7">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <OrderSummary
            item={item}
            checkout={checkout.step === 'ready' ? checkout.session.checkout : undefined}
            change={change}
          />
          <GuaranteeBlock {...guarantee} className="max-md:hidden" />
        </div>
        <Card
          padding="none"
          className="grid grid-cols-[minmax(0,1fr)] gap-[18px] border-line-strong p-6 shadow-none max-md:p-5"
        >
          <h2 className="text-xl">Payment Details</h2>
          <PaymentDetails contentId={item.id} delivery={item.delivery} {...order} />
          <GuaranteeBlock {...guarantee} className="md:hidden" />
          <p className="-my-2 text-ink-faint text-sm">
            Already bought this?{' '}
            <TextLink href="/lost-link" className="inline-grid min-h-11 place-items-center">
              Resend my link
            </TextLink>
          </p>
        </Card>
      </div>
    </div>
  )
}

export const checkoutIsland: IslandDefinition<CheckoutProps> = {
  name: 'checkout',
  entry: 'web/features/buying/checkout/checkout.island.tsx',
  Component: Checkout,
}

function GuaranteeBlock({ short, detail, className }: GuaranteeText & { className: string }) {
  return (
    <section aria-label="Guarantee" className={`flex gap-3.5 ${className}`}>
      <IconTile>
        <ShieldCheck aria-hidden />
      </IconTile>
      <div className="min-w-0">
        <p className="font-[650] font-display">{short}</p>
        <p className="text-ink-soft text-sm">{detail}</p>
      </div>
    </section>
  )
}

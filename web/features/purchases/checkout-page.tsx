import { PackageOpen } from 'lucide-react'
import { useParams } from 'wouter'
import { getContent } from '../../../contract/content.ts'
import { useRead } from '../../api/hooks.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { PageNotice } from '../../ui/page-notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { OrderSummary } from './order-summary.tsx'
import { PaymentDetails } from './payment-details.tsx'
import { useCheckout } from './use-checkout.ts'

export function CheckoutPage() {
  const { id = '' } = useParams()
  const content = useRead(getContent, { params: { id } })
  const checkout = useCheckout(id, { enabled: content.isSuccess })

  if (content.isPending) return <CheckoutSkeleton />
  if (content.isError && content.error.status >= 500) {
    return (
      <ErrorState title="We could not load this page" text={content.error.sentence} retry={content.refetch} />
    )
  }
  if (content.isError) return <Missing />
  return (
    <div className="grid items-start gap-5 pt-1 sm:pt-3 md:grid-cols-[.9fr_1.1fr] md:gap-7">
      <h1 className="sr-only">Checkout</h1>
      <OrderSummary content={content.data} amount={checkout.data?.checkout.amount} />
      <PaymentDetails contentId={id} checkout={checkout} />
    </div>
  )
}

function Missing() {
  return (
    <PageNotice
      icon={<PackageOpen aria-hidden />}
      title="Content Not Found"
      text="It may have been taken down by its creator, or the link is not whole. Nothing was charged."
      actions={<LinkButton href="/">Go to the start page</LinkButton>}
    />
  )
}

function CheckoutSkeleton() {
  return (
    <div className="grid gap-7 pt-3 md:grid-cols-[.9fr_1.1fr]">
      <h1 className="sr-only">Checkout</h1>
      <Skeleton className="h-64 rounded-md" />
      <Skeleton className="h-96 rounded-md" />
    </div>
  )
}

import { Check, ReceiptText } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PurchaseAccess, RefundStatus } from '../../../contract/purchases.ts'
import { refundStatusLines } from '../../shared/buyer-refund-labels.ts'
import { CopyButton } from '../../shared/copy-button.tsx'
import { TestPurchaseBanner } from '../../shared/test-purchase-banner.tsx'
import { Card } from '../../ui/card.tsx'
import { formatDate } from '../../ui/date-text.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { formatMoney } from '../../ui/money-text.ts'
import { TextLink } from '../../ui/text-link.tsx'
import { PurchasedContent } from './purchased-content.tsx'

type PurchaseViewProps = {
  purchase: PurchaseAccess
  title: string
  /** Plays the animation right after the purchase, not on later visits. */
  celebrate?: boolean
  /** Further actions with the access link. */
  children?: ReactNode
}

/** The purchased item, on the success page and on the buyer's permanent page. Works without scripts. */
export function PurchaseView({ purchase, title, celebrate = false, children }: PurchaseViewProps) {
  const { content } = purchase
  const creator = content.user.firstName ?? content.user.email
  return (
    <div className="mx-auto grid max-w-[680px] gap-6 pt-6 sm:pt-10">
      {purchase.purchase.isTest && (
        <TestPurchaseBanner>
          This is your own item, the way a buyer gets it. No card was charged.
        </TestPurchaseBanner>
      )}
      <div className="grid justify-items-center gap-3 text-center">
        <span
          className={`grid size-16 place-items-center rounded-full bg-brand text-on-brand ${celebrate ? 'celebrates' : ''}`}
        >
          <Check aria-hidden className="size-8" />
        </span>
        <h1 className="text-2xl sm:text-[2.4rem]">{title}</h1>
        {celebrate && (
          <p className="text-ink-soft">It’s yours to keep. Open it on any device with the link below.</p>
        )}
      </div>
      <Card elevated className="grid min-w-0 gap-5">
        <div className="min-w-0 [overflow-wrap:anywhere]">
          <h2 className="text-xl">{content.title}</h2>
          {creator && <p className="text-ink-soft">by {creator}</p>}
        </div>
        <PurchasedContent unlocked={purchase} />
      </Card>
      <PurchaseSummary purchase={purchase}>
        <CopyButton
          text={purchase.accessUrl}
          toastTitle="Link copied!"
          toastDescription="Access link copied to clipboard"
        >
          Copy access link
        </CopyButton>
        {children}
      </PurchaseSummary>
    </div>
  )
}

function PurchaseSummary({
  purchase: { purchase, accessUrl },
  children,
}: {
  purchase: PurchaseAccess
  children: ReactNode
}) {
  const { id, amount, currency, paidAt, email, state, refundStatus, isTest } = purchase
  return (
    <Card className="grid gap-4">
      <dl className="grid">
        <DescriptionItem name="Order number" value={String(id)} />
        <DescriptionItem name="Price" value={formatMoney(amount, currency)} />
        <DescriptionItem name="Paid on" value={formatDate(paidAt)} />
        {email && <DescriptionItem name="Email" value={email} />}
        {state === 'partially_refunded' && <DescriptionItem name="Refund" value="Partially refunded" />}
        <DescriptionItem name="Access link" value={<TextLink href={accessUrl}>{accessUrl}</TextLink>} />
      </dl>
      <div className="flex flex-wrap gap-3 border-line border-t border-dashed pt-5">
        {children}
        <LinkButton variant="secondary" href={`${accessUrl}/receipt`}>
          <ReceiptText aria-hidden />
          Receipt
        </LinkButton>
      </div>
      {isTest ? (
        <p className={footnoteClass}>This link works for 24 hours. A buyer’s link doesn’t expire.</p>
      ) : (
        <RefundLink status={refundStatus} href={`${accessUrl}/refund`} />
      )}
    </Card>
  )
}

const footnoteClass = 'border-line border-t border-dashed pt-4 text-ink-soft text-sm'

/** A link while a refund may be requested; afterwards the request's state. */
function RefundLink({ status: refundStatus, href }: { status: RefundStatus; href: string }) {
  if (refundStatus === 'available') {
    return (
      <p className={footnoteClass}>
        Not what you expected?{' '}
        <TextLink href={href} className="inline-grid min-h-11 place-items-center">
          Request a refund
        </TextLink>
      </p>
    )
  }
  return <p className={footnoteClass}>{refundStatusLines[refundStatus]}</p>
}

function DescriptionItem({ name, value }: { name: string; value: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 py-1">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="min-w-0 font-semibold [overflow-wrap:anywhere]">{value}</dd>
    </div>
  )
}

import { ReceiptText } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PurchaseAccess } from '../../../contract/purchases.ts'
import { Island } from '../../hydration/island.tsx'
import { refundStatusLines } from '../../shared/buyer-refund-labels.ts'
import { Card } from '../../ui/card.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { LocalTime } from '../../ui/local-time.tsx'
import { formatMoney } from '../../ui/money-text.ts'
import { TextLink } from '../../ui/text-link.tsx'
import { correctEmailIsland } from './correct-email.island.tsx'

type PurchaseReceiptProps = {
  purchase: PurchaseAccess
  /** The payment's secret, where the page knows it. */
  headers?: Record<string, string>
  children: ReactNode
}

/** The order with links to its receipt and refund. It does not show the access link, which is copied or emailed. */
export function PurchaseReceipt({
  purchase: { purchase, content, accessUrl },
  headers,
  children,
}: PurchaseReceiptProps) {
  const { id, amount, currency, paidAt, email, state } = purchase
  return (
    <Card className="grid gap-3.5">
      <h2 className="font-body font-semibold text-base tracking-normal">Receipt</h2>
      <dl className="grid">
        <DescriptionItem name="Order number" value={String(id)} />
        <DescriptionItem name="Price" value={formatMoney(amount, currency)} />
        <DescriptionItem name="Paid on" value={<LocalTime iso={paidAt} format="date" />} />
        {email && <DescriptionItem name="Email" value={email} />}
        {state === 'partially_refunded' && <DescriptionItem name="Refund" value="Partially refunded" />}
      </dl>
      {purchase.canCorrectEmail && (
        <Island
          island={correctEmailIsland}
          props={{
            email,
            paymentIntentId: purchase.paymentIntentId,
            contentId: content.id,
            ...(headers && { headers }),
          }}
        />
      )}
      <div className="flex flex-wrap gap-2.5 *:flex-auto">
        <LinkButton variant="secondary" href={`${accessUrl}/receipt`}>
          <ReceiptText aria-hidden />
          Receipt
        </LinkButton>
        {children}
      </div>
      <RefundLine purchase={purchase} href={`${accessUrl}/refund`} />
    </Card>
  )
}

const footnoteClass = 'border-line border-t border-dashed pt-3 text-ink-soft text-sm'

/** A link while a refund may be requested, then the state of the request. Nothing after the 30 days. */
function RefundLine({ purchase, href }: { purchase: PurchaseAccess['purchase']; href: string }) {
  const { refundStatus, refundableUntil, hasWithdrawalRight, isTest } = purchase
  if (isTest)
    return <p className={footnoteClass}>This link works for 24 hours. A buyer’s link doesn’t expire.</p>
  if (refundStatus === 'unavailable') return null
  if (refundStatus !== 'available') return <p className={footnoteClass}>{refundStatusLines[refundStatus]}</p>
  return (
    <p className={footnoteClass}>
      Not what you expected?{' '}
      <TextLink href={href} className="-my-3 inline-block py-3">
        {hasWithdrawalRight ? 'Withdraw from the contract' : 'Request a refund'}
      </TextLink>
      {refundableUntil && !hasWithdrawalRight && (
        <>
          {' until '}
          <LocalTime iso={refundableUntil} format="date" />.
        </>
      )}
    </p>
  )
}

function DescriptionItem({ name, value }: { name: string; value: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 py-1">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="min-w-0 font-semibold [overflow-wrap:anywhere]">{value}</dd>
    </div>
  )
}

import { Download, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useParams } from 'wouter'
import { getReceipt, type Receipt } from '../../../contract/receipts.ts'
import { useApiQuery } from '../../api/query-hooks.ts'
import { Card } from '../../ui/card.tsx'
import { formatLongDate } from '../../ui/date-text.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { formatMoney } from '../../ui/money-text.ts'
import { PageNotice } from '../../ui/page-notice.tsx'

/** The receipt of a purchase, for screen, print and PDF. It remains after access has ended. */
export function ReceiptPage() {
  const { token = '' } = useParams()
  const { data, error } = useApiQuery(getReceipt, { params: { token } })

  if (data) return <ReceiptDocument receipt={data} token={token} />
  const isServerError = error !== null && error.status >= 500
  return (
    <PageNotice
      icon={<SearchX aria-hidden />}
      tone="danger"
      title={isServerError ? 'We couldn’t load this page' : 'Purchase Not Found'}
      description={
        isServerError
          ? 'Something went wrong on our side, but your purchase is safe. Please try again in a moment.'
          : 'This link doesn’t work. Make sure you copied all of it.'
      }
      actions={<LinkButton href="/lost-link">Lost your link?</LinkButton>}
    />
  )
}

function ReceiptDocument({ receipt, token }: { receipt: Receipt; token: string }) {
  const {
    id,
    paidAt,
    email,
    seller,
    title,
    amount,
    refundedAmount,
    netAmount,
    currency,
    state,
    isTest,
    card,
  } = receipt
  return (
    <div className="mx-auto grid max-w-[560px] gap-6 py-8 sm:py-12">
      <div className="grid gap-1">
        <h1 className="text-2xl sm:text-[2.2rem]">Receipt</h1>
        {isTest && <p className="font-semibold text-warn">TEST. No money moved.</p>}
      </div>
      <Card elevated>
        <dl className="grid">
          <DescriptionItem name="Order number">{id}</DescriptionItem>
          <DescriptionItem name="Date">{formatLongDate(paidAt)}</DescriptionItem>
          {email && <DescriptionItem name="Paid by">{email}</DescriptionItem>}
          {card && <DescriptionItem name="Card">{card}</DescriptionItem>}
          {seller && <DescriptionItem name="Sold by">{seller}</DescriptionItem>}
          <DescriptionItem name="Item">{title}</DescriptionItem>
          <DescriptionItem name="Price" hasDivider>
            {formatMoney(amount, currency)}
          </DescriptionItem>
          {state !== 'paid' && (
            <DescriptionItem name="Refunded">−{formatMoney(refundedAmount, currency)}</DescriptionItem>
          )}
          <DescriptionItem name="Total paid" hasDivider>
            {formatMoney(netAmount, currency)}
          </DescriptionItem>
        </dl>
        <p className="mt-4 text-ink-faint text-sm">Paid by card through Tipdrop.</p>
      </Card>
      <div className="flex flex-wrap gap-3 print:hidden">
        <LinkButton href={`/access/${token}/receipt.pdf`} download>
          <Download aria-hidden />
          Download PDF
        </LinkButton>
        <LinkButton variant="secondary" href={`/access/${token}`}>
          Back to purchase
        </LinkButton>
      </div>
    </div>
  )
}

function DescriptionItem({
  name,
  hasDivider = false,
  children,
}: {
  name: string
  hasDivider?: boolean
  children: ReactNode
}) {
  const layoutClass = hasDivider ? 'mt-2.5 border-line border-t border-dashed pt-3.5' : 'py-1'
  return (
    <div className={`flex flex-wrap justify-between gap-x-4 ${layoutClass}`}>
      <dt className="text-ink-soft">{name}</dt>
      <dd className="min-w-0 font-semibold [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}

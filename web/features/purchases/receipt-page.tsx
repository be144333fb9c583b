import { Download, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useParams } from 'wouter'
import { getReceipt, type Receipt } from '../../../contract/receipts.ts'
import { useRead } from '../../api/hooks.ts'
import { Card } from '../../ui/card.tsx'
import { formatDateInWords } from '../../ui/date-text.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { formatMoney } from '../../ui/money-text.ts'
import { PageNotice } from '../../ui/page-notice.tsx'

/** A purchase on paper: to read, to print, or as a PDF. Stays when access has ended. */
export function ReceiptPage() {
  const { token = '' } = useParams()
  const { data, error } = useRead(getReceipt, { params: { token } })

  if (data) return <Paper receipt={data} token={token} />
  const isOurs = error !== null && error.status >= 500
  return (
    <PageNotice
      icon={<SearchX aria-hidden />}
      tone="danger"
      title={isOurs ? 'We could not load this page' : 'Purchase Not Found'}
      text={
        isOurs
          ? 'Something went wrong on our side; your purchase is safe. Please try again in a moment.'
          : 'There is no purchase behind this link. Check that it is whole.'
      }
      actions={<LinkButton href="/lost-link">Lost your link?</LinkButton>}
    />
  )
}

function Paper({ receipt, token }: { receipt: Receipt; token: string }) {
  const { id, paidAt, email, seller, title, amount, refunded, total, currency, state, isTest } = receipt
  return (
    <div className="mx-auto grid max-w-[560px] gap-6 py-8 sm:py-12">
      <div className="grid gap-1">
        <h1 className="text-2xl sm:text-[2.2rem]">Receipt</h1>
        {isTest && <p className="font-semibold text-warn">TEST. No money moved.</p>}
      </div>
      <Card raised>
        <dl className="grid">
          <Line name="Order number">{id}</Line>
          <Line name="Date">{formatDateInWords(paidAt)}</Line>
          {email && <Line name="Paid by">{email}</Line>}
          {seller && <Line name="Sold by">{seller}</Line>}
          <Line name="Item">{title}</Line>
          <Line name="Price" apart>
            {formatMoney(amount, currency)}
          </Line>
          {state !== 'paid' && <Line name="Refunded">−{formatMoney(refunded, currency)}</Line>}
          <Line name="Total paid" apart>
            {formatMoney(total, currency)}
          </Line>
        </dl>
        <p className="mt-4 text-ink-faint text-sm">Paid by card through Tipdrop.</p>
      </Card>
      <div className="flex flex-wrap gap-3 print:hidden">
        <LinkButton href={`/access/${token}/receipt.pdf`} download>
          <Download aria-hidden />
          Download PDF
        </LinkButton>
        <LinkButton variant="ghost" href={`/access/${token}`}>
          Back to your purchase
        </LinkButton>
      </div>
    </div>
  )
}

function Line({ name, apart = false, children }: { name: string; apart?: boolean; children: ReactNode }) {
  const look = apart ? 'mt-2.5 border-line border-t border-dashed pt-3.5' : 'py-1'
  return (
    <div className={`flex flex-wrap justify-between gap-x-4 ${look}`}>
      <dt className="text-ink-soft">{name}</dt>
      <dd className="min-w-0 font-semibold [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}

import { ChevronDown } from 'lucide-react'
import type { SandboxPayment } from '../../../contract/sandbox-admin.ts'
import { Badge } from '../../ui/badge.tsx'
import { formatMoney } from '../../ui/money-text.ts'
import { TextLink } from '../../ui/text-link.tsx'
import { BankActions, RefundRow, WebhookActions } from './payment-actions.tsx'
import { cardNumber, formatTimestamp, statusBadges } from './sandbox-labels.ts'
import { SandboxRefundForm } from './sandbox-refund-form.tsx'

type PaymentRowProps = { payment: SandboxPayment; onChange: () => void }

/** A payment with its state. It expands to its details and actions. */
export function PaymentRow({ payment, onChange }: PaymentRowProps) {
  return (
    <details className="group border-line border-t">
      <summary className="grid min-h-16 list-none grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 px-4 py-3 outline-offset-[-2px] hover:bg-sunken sm:px-5 md:grid-cols-[minmax(0,1fr)_auto_150px]">
        <span className="min-w-0">
          <span className="wrap-anywhere font-semibold">{payment.description}</span>
          <span className="wrap-anywhere block text-ink-faint text-sm">
            {formatTimestamp(payment.createdAt)}
          </span>
        </span>
        <span className="flex flex-wrap gap-1.5 max-md:order-3 max-md:col-span-2">
          {statusBadges(payment).map(({ text, tone }) => (
            <Badge key={text} tone={tone}>
              {text}
            </Badge>
          ))}
        </span>
        <span className="flex items-center justify-end gap-3 font-semibold">
          {formatMoney(payment.amount, payment.currency)}
          <ChevronDown aria-hidden className="moves size-5 text-ink-soft group-open:rotate-180" />
        </span>
      </summary>
      <div className="grid gap-5 px-4 pt-3 pb-5 sm:px-5">
        <DescriptionList payment={payment} />
        <SandboxRefundForm payment={payment} onChange={onChange} />
        {payment.refunds.map((refund) => (
          <RefundRow key={refund.id} refund={refund} currency={payment.currency} onChange={onChange} />
        ))}
        <BankActions payment={payment} onChange={onChange} />
        <WebhookActions payment={payment} onChange={onChange} />
      </div>
    </details>
  )
}

function DescriptionList({ payment }: { payment: SandboxPayment }) {
  const { contentId, subscriptionId, email, failure } = payment
  const items: Array<[name: string, value: string | undefined]> = [
    ['Payment', payment.id],
    ['Subscription', subscriptionId ?? undefined],
    ['Card', cardNumber(payment.card)],
    ['Buyer', email ?? undefined],
    ['Last failure', failure ?? undefined],
  ]
  return (
    <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-2">
      {items
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <div key={name} className="min-w-0">
            <dt className="text-ink-faint">{name}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      {contentId !== null && (
        <div>
          <dt className="text-ink-faint">Item</dt>
          <dd>
            <TextLink href={`/p/${contentId}`} className="inline-block py-0.5">
              Open tip page
            </TextLink>
          </dd>
        </div>
      )}
    </dl>
  )
}

import { ChevronDown, CreditCard } from 'lucide-react'
import {
  type listSandboxPayments,
  refundSandboxPayment,
  type SandboxPayment,
} from '../../../../contract/sandbox.ts'
import type { ResponseOf } from '../../../api/types.ts'
import type { QueryLike } from '../../../shared/query-state.tsx'
import { parseRefundAmount, type RefundableAmount } from '../../../shared/refund-fields.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { DescriptionList } from '../../../ui/description-list.tsx'
import { Field } from '../../../ui/field.tsx'
import { Form } from '../../../ui/form.tsx'
import { formSchema } from '../../../ui/form-schema.ts'
import { formatMoney } from '../../../ui/format.ts'
import { MoneyInput } from '../../../ui/money-input.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { cardNumber, formatTimestamp, statusBadges } from './labels.ts'
import { PagedList } from './paged-list.tsx'
import { BankActions, RefundRow, WebhookActions } from './payment-actions.tsx'
import { useSandboxAction } from './sandbox-action.tsx'

type PaymentListProps = { query: QueryLike<ResponseOf<typeof listSandboxPayments>> }

export function PaymentList({ query }: PaymentListProps) {
  return (
    <PagedList
      query={query}
      subject="Payments"
      cursorName="payments"
      rowsOf={({ payments }) => payments}
      empty={{
        icon: <CreditCard aria-hidden />,
        title: 'No payments yet',
        description: 'Open a tip page, go to checkout and pay with a test card.',
      }}
    >
      {(payment) => <PaymentRow payment={payment} />}
    </PagedList>
  )
}

function PaymentRow({ payment }: { payment: SandboxPayment }) {
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
        <PaymentDetails payment={payment} />
        <SandboxRefundForm payment={payment} />
        {payment.refunds.map((refund) => (
          <RefundRow key={refund.id} refund={refund} currency={payment.currency} />
        ))}
        <BankActions payment={payment} />
        <WebhookActions payment={payment} />
      </div>
    </details>
  )
}

function PaymentDetails({ payment }: { payment: SandboxPayment }) {
  const { id, contentId, subscriptionId, card, email, failure } = payment
  return (
    <DescriptionList
      items={[
        ['Payment', id],
        ['Subscription', subscriptionId],
        ['Card', cardNumber(card)],
        ['Buyer', email],
        ['Last failure', failure],
        ['Item', contentId !== null && <TextLink href={`/p/${contentId}`}>Open tip page</TextLink>],
      ]}
    />
  )
}

function refundSchema(refundable: RefundableAmount) {
  return formSchema({
    amount: (typed) => {
      const parsed = parseRefundAmount(typed, refundable)
      return 'amount' in parsed ? { value: parsed.amount } : { error: parsed.problem }
    },
  })
}

/** Refunds the full remaining amount or a part of it. Hidden when nothing is refundable. */
function SandboxRefundForm({ payment }: { payment: SandboxPayment }) {
  const refund = useSandboxAction(refundSandboxPayment, 'Refunded')
  const { id, refundableAmount, currency } = payment
  if (refundableAmount === null) return null
  return (
    <Form
      key={refundableAmount}
      schema={refundSchema({ refundableAmount, currency })}
      onSubmit={(body) => refund.isPending || refund.mutate({ params: { id }, body })}
      errors={refund.error?.fields}
      className="flex flex-wrap items-start gap-x-3 gap-y-2"
    >
      <Field
        label="Refund"
        name="amount"
        hint={`Up to ${formatMoney(refundableAmount, currency)}`}
        className="w-full sm:w-56"
      >
        <MoneyInput currency={currency} defaultValue={refundableAmount} />
      </Field>
      <Button type="submit" isLoading={refund.isPending} className="max-sm:w-full sm:mt-[31px]">
        Refund
      </Button>
    </Form>
  )
}

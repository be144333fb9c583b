import { useState } from 'react'
import * as z from 'zod/mini'
import {
  AdminRefundInput,
  type PurchaseDetail,
  previewRefundAsAdmin,
  refundAsAdmin,
} from '../../../../../contract/admin-purchases.ts'
import { useApiQuery } from '../../../../api/query.ts'
import type { ResponseOf } from '../../../../api/types.ts'
import { parseRefundAmount, RefundAmountField } from '../../../../shared/refund-fields.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { Field } from '../../../../ui/field.tsx'
import { Form } from '../../../../ui/form.tsx'
import { formatMoney } from '../../../../ui/format.ts'
import { Textarea } from '../../../../ui/input.tsx'
import { useAdminAction } from '../admin-actions.tsx'

/** What a refund would do, before it is pressed. */
export function RefundCard({ purchase }: Pick<PurchaseDetail, 'purchase'>) {
  const { id, refundableAmount, refunded, currency } = purchase
  const [amount, setAmount] = useState(refundableAmount)
  const [isSubmitted, setIsSubmitted] = useState(false)
  const refund = useAdminAction(refundAsAdmin, { successMessage: 'Refunded' })
  const parsed = parseRefundAmount(amount, purchase)
  const validAmount = 'amount' in parsed ? parsed.amount : undefined
  const problem = 'problem' in parsed ? parsed.problem : undefined
  const preview = useApiQuery(previewRefundAsAdmin, {
    params: { id },
    query: { amount: validAmount },
    enabled: validAmount !== undefined,
  })
  const money = validAmount === undefined ? '' : formatMoney(validAmount, currency)
  return (
    <Card className="grid gap-4">
      <h2 className="text-xl">If you refund {money || 'a part'}</h2>
      <div aria-live="polite">
        {validAmount === undefined && (
          <p className="text-ink-soft">Enter an amount to see what a refund would do.</p>
        )}
        {preview.error && <p className="text-danger">{preview.error.userMessage}</p>}
        {validAmount !== undefined && preview.data && (
          <Consequences purchase={purchase} amount={validAmount} preview={preview.data} />
        )}
      </div>
      <Form
        schema={z.pick(AdminRefundInput, { reason: true })}
        onSubmit={({ reason }) => {
          setIsSubmitted(true)
          if (validAmount !== undefined && !refund.isPending)
            refund.mutate({ params: { id }, body: { amount: validAmount, refunded, reason } })
        }}
        errors={refund.error?.fields}
        className="grid gap-4"
      >
        <RefundAmountField
          payment={purchase}
          value={amount}
          onChange={setAmount}
          error={(isSubmitted ? problem : undefined) ?? refund.error?.fields.amount}
        />
        <Field label="Reason" name="reason" hint="The buyer will see this.">
          <Textarea size="sm" />
        </Field>
        <Button type="submit" variant="danger" isLoading={refund.isPending}>
          {money ? `Refund ${money}` : 'Refund'}
        </Button>
      </Form>
    </Card>
  )
}

type ConsequencesProps = {
  purchase: PurchaseDetail['purchase']
  amount: string
  preview: ResponseOf<typeof previewRefundAsAdmin>
}

function Consequences({ purchase, amount, preview }: ConsequencesProps) {
  const { currency, creator, tax } = purchase
  const { balance, balanceAfter, revokesAccess } = preview
  const money = (text: string | number) => formatMoney(text, currency)
  const ours = Number(amount) - (Number(balance) - Number(balanceAfter))
  const lines = [
    ['The buyer gets back', <b key="amount">{money(amount)}</b>],
    [
      `${creator.name ?? 'The creator'}’s balance`,
      <span key="balance">
        {money(balance)} to <b>{money(balanceAfter)}</b>
      </span>,
    ],
    ...(ours > 0
      ? [[Number(tax) === 0 ? 'Our fee' : 'Our fee and the tax', <b key="fee">{money(-ours)}</b>] as const]
      : []),
    ['Access', <b key="access">{revokesAccess ? 'Closes' : 'Stays open'}</b>],
  ] as const
  return (
    <>
      <dl className="m-0 grid">
        {lines.map(([label, value]) => (
          <div
            key={label}
            className="flex flex-wrap justify-between gap-x-4 border-line border-b py-2 last:border-b-0"
          >
            <dt className="text-ink-soft">{label}</dt>
            <dd className="m-0 tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {Number(balanceAfter) < 0 && (
        <p className="text-sm text-warn">Their next sales will cover the difference.</p>
      )}
    </>
  )
}

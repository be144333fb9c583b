import { useState } from 'react'
import * as z from 'zod/mini'
import {
  AdminRefundInput,
  getPurchaseDetail,
  type PurchaseDetail,
  previewRefundAsAdmin,
  refundAsAdmin,
  searchPurchases,
} from '../../../contract/admin-purchases.ts'
import { useApiQuery } from '../../api/query-hooks.ts'
import { parseRefundAmount } from '../../shared/refund-amount.ts'
import { RefundAmountField } from '../../shared/refund-amount-field.tsx'
import { RefundPreview } from '../../shared/refund-preview.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { formatMoney } from '../../ui/money-text.ts'
import { Textarea } from '../../ui/textarea.tsx'
import { useAdminAction } from './use-admin-action.ts'

type RefundCardProps = { purchase: PurchaseDetail['purchase'] }

/** The amount, the reason and the effect on the creator's balance, before the refund is confirmed. */
export function RefundCard({ purchase }: RefundCardProps) {
  const { id, refundableAmount, refunded, currency } = purchase
  const [amount, setAmount] = useState(refundableAmount)
  const [isSubmitted, setIsSubmitted] = useState(false)
  const refund = useAdminAction(refundAsAdmin, {
    successMessage: 'Refunded',
    invalidates: [getPurchaseDetail, searchPurchases],
  })
  const parsed = parseRefundAmount(amount, purchase)
  const validAmount = 'amount' in parsed ? parsed.amount : undefined
  const problem = 'problem' in parsed ? parsed.problem : undefined
  const preview = useApiQuery(previewRefundAsAdmin, {
    params: { id },
    query: { amount: validAmount },
    enabled: validAmount !== undefined,
  })
  return (
    <Card className="grid gap-4">
      <h2 className="text-xl">Refund</h2>
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
          <Textarea />
        </Field>
        <RefundPreview amount={validAmount} currency={currency} query={preview} balanceOwner="Their" />
        <Button type="submit" variant="danger" isLoading={refund.isPending}>
          {validAmount === undefined ? 'Refund' : `Refund ${formatMoney(validAmount, currency)}`}
        </Button>
      </Form>
    </Card>
  )
}

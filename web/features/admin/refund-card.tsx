import { useState } from 'react'
import {
  findPurchases,
  getPurchaseRecord,
  type PurchaseRecord,
  previewRefundAsAdmin,
  refundAsAdmin,
} from '../../../contract/admin-purchases.ts'
import { useRead } from '../../api/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { formatMoney } from '../../ui/money-text.ts'
import { readRefundAmount } from '../../ui/refund-amount.ts'
import { RefundAmountField } from '../../ui/refund-amount-field.tsx'
import { RefundEffect } from '../../ui/refund-effect.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { useAct } from './use-act.ts'

type CardProps = { purchase: PurchaseRecord['purchase'] }

/** How much goes back, why, and what it does to the creator's balance: all of it before the button is pressed. */
export function RefundCard({ purchase }: CardProps) {
  const { id, refundable, refunded, currency } = purchase
  const [amount, setAmount] = useState(refundable)
  const [tried, setTried] = useState(false)
  const refund = useAct(refundAsAdmin, { said: 'Refunded', changes: [getPurchaseRecord, findPurchases] })
  const read = readRefundAmount(amount, purchase)
  const due = 'amount' in read ? read.amount : undefined
  const problem = 'problem' in read ? read.problem : undefined
  const preview = useRead(previewRefundAsAdmin, {
    params: { id },
    query: { amount: due },
    enabled: due !== undefined,
  })
  return (
    <Card className="grid gap-4">
      <h2 className="text-xl">Refund</h2>
      <Form
        schema={refundAsAdmin.body.pick({ reason: true })}
        onSubmit={({ reason }) => {
          setTried(true)
          if (due !== undefined && !refund.isPending)
            refund.mutate({ params: { id }, body: { amount: due, refunded, reason } })
        }}
        errors={refund.error?.fields}
        className="grid gap-4"
      >
        <RefundAmountField
          left={purchase}
          value={amount}
          onChange={setAmount}
          error={(tried ? problem : undefined) ?? refund.error?.fields.amount}
        />
        <Field label="Reason" name="reason" hint="The buyer reads it.">
          <Textarea />
        </Field>
        <RefundEffect amount={due} currency={currency} read={preview} whose="Their" />
        <Button type="submit" variant="danger" busy={refund.isPending}>
          {due === undefined ? 'Refund' : `Refund ${formatMoney(due, currency)}`}
        </Button>
      </Form>
    </Card>
  )
}

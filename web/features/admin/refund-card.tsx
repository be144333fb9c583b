import { useState } from 'react'
import {
  findPurchases,
  getPurchaseRecord,
  type PurchaseRecord,
  previewRefundAsAdmin,
  refundAsAdmin,
} from '../../../contract/admin-purchases.ts'
import { parseDecimal } from '../../../contract/money.ts'
import { useRead } from '../../api/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { MoneyInput } from '../../ui/money-input.tsx'
import { formatMoney } from '../../ui/money-text.ts'
import { Textarea } from '../../ui/textarea.tsx'
import { useAct } from './use-act.ts'

type CardProps = { purchase: PurchaseRecord['purchase'] }

/** How much goes back, why, and what it does to the creator's balance: all of it before the button is pressed. */
export function RefundCard({ purchase }: CardProps) {
  const { id, refundable, refunded, currency } = purchase
  const [amount, setAmount] = useState(refundable)
  const [tried, setTried] = useState(false)
  const refund = useAct(refundAsAdmin, { said: 'Refunded', changes: [getPurchaseRecord, findPurchases] })
  const part = parseDecimal(amount, currency)
  const fits = part !== undefined && part > 0 && part <= (parseDecimal(refundable, currency) ?? 0)
  const limit = formatMoney(refundable, currency)
  return (
    <Card className="grid gap-4">
      <h2 className="text-xl">Refund</h2>
      <Form
        schema={refundAsAdmin.body.pick({ reason: true })}
        onSubmit={({ reason }) => {
          setTried(true)
          if (fits && !refund.isPending)
            refund.mutate({ params: { id }, body: { amount: amount.trim(), refunded, reason } })
        }}
        errors={refund.error?.fields}
        className="grid gap-4"
      >
        <Field
          label="Amount to refund"
          hint={`Up to ${limit}`}
          error={
            (tried && !fits ? `Enter an amount up to ${limit}` : undefined) ?? refund.error?.fields.amount
          }
        >
          <MoneyInput
            name="amount"
            currency={currency}
            value={amount}
            onChange={({ target }) => setAmount(target.value)}
          />
        </Field>
        <Field label="Reason" name="reason" hint="The buyer reads it.">
          <Textarea />
        </Field>
        <Outlook purchase={purchase} amount={fits ? amount.trim() : undefined} />
        <Button type="submit" variant="danger" busy={refund.isPending}>
          {fits ? `Refund ${formatMoney(amount.trim(), currency)}` : 'Refund'}
        </Button>
      </Form>
    </Card>
  )
}

/** What it would do. The balance is the server's to say, to the cent. */
function Outlook({ purchase: { id, currency }, amount }: CardProps & { amount: string | undefined }) {
  const { data, error } = useRead(previewRefundAsAdmin, {
    params: { id },
    query: { amount },
    enabled: amount !== undefined,
  })
  const money = (text: string) => formatMoney(text, currency)
  return (
    <p className="rounded-md bg-sunken px-4 py-3" aria-live="polite">
      {amount === undefined && 'Enter an amount to see what a refund would do.'}
      {amount !== undefined && !data && (error ? error.sentence : 'Asking what it would do…')}
      {amount !== undefined && data && (
        <>
          The creator&apos;s balance goes from {money(data.balance)} to{' '}
          <strong>{money(data.balanceAfter)}</strong>: our fee goes back too.{' '}
          {Number(data.balanceAfter) < 0 && 'Their next sales fill it again. '}
          {data.closesAccess
            ? 'Nothing of the sale stays paid, so the buyer’s access ends.'
            : 'A part stays paid, so the buyer keeps access.'}
        </>
      )}
    </p>
  )
}

import { useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import { previewRefund, refundSale, type SaleDetail } from '../../../contract/sales.ts'
import { useRead } from '../../api/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { formatMoney } from '../../ui/money-text.ts'
import { readRefundAmount } from '../../ui/refund-amount.ts'
import { RefundAmountField } from '../../ui/refund-amount-field.tsx'
import { RefundEffect } from '../../ui/refund-effect.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { toast } from '../../ui/toast.ts'
import { useAct } from './use-act.ts'

type RefundDialogProps = { sale: SaleDetail; onClose: () => void }

/** How much goes back, why, and what it does to the balance: all of it before the button is pressed. */
export function RefundDialog({ sale, onClose }: RefundDialogProps) {
  const { id, currency, refundable, refunded } = sale
  const [amount, setAmount] = useState(refundable)
  const [tried, setTried] = useState(false)
  const read = readRefundAmount(amount, sale)
  const due = 'amount' in read ? read.amount : undefined
  const problem = 'problem' in read ? read.problem : undefined
  const preview = useRead(previewRefund, {
    params: { id },
    query: { amount: due },
    enabled: due !== undefined,
  })
  const act = useAct(refundSale, {
    title: 'Not refunded',
    done: ({ refunding }) => {
      const isGoing = Number(refunding) > 0
      toast({
        title: isGoing ? 'On its way back' : 'Refunded',
        text: isGoing ? 'The card provider has not confirmed it yet.' : 'The buyer is told by mail.',
        tone: 'success',
      })
      onClose()
    },
  })

  return (
    <Dialog open onOpenChange={onClose} title="Refund this sale" text="A refund cannot be taken back.">
      <Form
        schema={refundSale.body.pick({ reason: true })}
        onSubmit={({ reason }) => {
          setTried(true)
          if (due !== undefined && !act.isPending)
            act.mutate({ params: { id }, body: { amount: due, refunded, reason } })
        }}
        errors={act.error?.fields}
        className="grid gap-5"
      >
        <RefundAmountField
          left={sale}
          value={amount}
          onChange={setAmount}
          error={(tried ? problem : undefined) ?? act.error?.fields.amount}
        />
        <Field label="Reason" name="reason" optional hint="The buyer reads this in the mail.">
          <Textarea rows={3} maxLength={limits.reason} />
        </Field>
        <RefundEffect amount={due} currency={currency} read={preview} whose="Your" />
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" busy={act.isPending}>
            {due === undefined ? 'Refund' : `Refund ${formatMoney(due, currency)}`}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}

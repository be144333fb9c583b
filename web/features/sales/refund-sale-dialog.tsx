import { useState } from 'react'
import * as z from 'zod/mini'
import { limits } from '../../../contract/limits.ts'
import { previewRefund, refundSale, type SaleDetail, SaleRefundInput } from '../../../contract/sales.ts'
import { useApiQuery } from '../../api/query-hooks.ts'
import { parseRefundAmount } from '../../shared/refund-amount.ts'
import { RefundAmountField } from '../../shared/refund-amount-field.tsx'
import { RefundPreview } from '../../shared/refund-preview.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { formatMoney } from '../../ui/money-text.ts'
import { Textarea } from '../../ui/textarea.tsx'
import { toast } from '../../ui/toast.ts'
import { useSaleAction } from './use-sale-action.ts'

type RefundSaleDialogProps = { sale: SaleDetail; onClose: () => void }

/** The amount, the reason and the effect on the balance, before the refund is confirmed. */
export function RefundSaleDialog({ sale, onClose }: RefundSaleDialogProps) {
  const { id, currency, refundableAmount, refunded } = sale
  const [amount, setAmount] = useState(refundableAmount)
  const [isSubmitted, setIsSubmitted] = useState(false)
  const parsed = parseRefundAmount(amount, sale)
  const validAmount = 'amount' in parsed ? parsed.amount : undefined
  const problem = 'problem' in parsed ? parsed.problem : undefined
  const preview = useApiQuery(previewRefund, {
    params: { id },
    query: { amount: validAmount },
    enabled: validAmount !== undefined,
  })
  const mutation = useSaleAction(refundSale, {
    errorTitle: 'Refund failed',
    onSuccess: ({ refundInProgressAmount }) => {
      const isPending = Number(refundInProgressAmount) > 0
      toast({
        title: isPending ? 'Refund in progress' : 'Refunded',
        description: isPending ? 'The card provider hasn’t confirmed it yet.' : 'We’ll email the buyer.',
        tone: 'success',
      })
      onClose()
    },
  })

  return (
    <Dialog open onOpenChange={onClose} title="Refund this sale" description="You can’t undo a refund.">
      <Form
        schema={z.pick(SaleRefundInput, { reason: true })}
        onSubmit={({ reason }) => {
          setIsSubmitted(true)
          if (validAmount !== undefined && !mutation.isPending)
            mutation.mutate({ params: { id }, body: { amount: validAmount, refunded, reason } })
        }}
        errors={mutation.error?.fields}
        className="grid gap-5"
      >
        <RefundAmountField
          payment={sale}
          value={amount}
          onChange={setAmount}
          error={(isSubmitted ? problem : undefined) ?? mutation.error?.fields.amount}
        />
        <Field label="Reason" name="reason" isOptional hint="We’ll include this in the email to the buyer.">
          <Textarea rows={3} maxLength={limits.maxReasonLength} />
        </Field>
        <RefundPreview amount={validAmount} currency={currency} query={preview} balanceOwner="Your" />
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" isLoading={mutation.isPending}>
            {validAmount === undefined ? 'Refund' : `Refund ${formatMoney(validAmount, currency)}`}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}

import { useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import { previewRefund, refundSale, type SaleDetail } from '../../../contract/sales.ts'
import { useRead } from '../../api/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { formatMoney } from '../../ui/money-text.ts'
import { amountFault } from '../../ui/refund-amount.ts'
import { RefundAmountField } from '../../ui/refund-amount-field.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { toast } from '../../ui/toast.ts'
import { useAct } from './use-act.ts'

type RefundDialogProps = { sale: SaleDetail; onClose: () => void }

/** How much goes back, why, and what it does to the balance: all of it before the button is pressed. */
export function RefundDialog({ sale, onClose }: RefundDialogProps) {
  const { id, currency, refundable, refunded } = sale
  const [amount, setAmount] = useState(refundable)
  const [tried, setTried] = useState(false)
  const fault = amountFault(amount, sale)
  const fits = fault === undefined
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
          if (fits && !act.isPending) act.mutate({ params: { id }, body: { amount, refunded, reason } })
        }}
        errors={act.error?.fields}
        className="grid gap-5"
      >
        <RefundAmountField
          left={sale}
          value={amount}
          onChange={setAmount}
          error={(tried ? fault : undefined) ?? act.error?.fields.amount}
        />
        <Field label="Reason" name="reason" optional hint="The buyer reads this in the mail.">
          <Textarea rows={3} maxLength={limits.reason} />
        </Field>
        <Outlook sale={sale} amount={fits ? amount.trim() : undefined} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" busy={act.isPending}>
            {fits ? `Refund ${formatMoney(amount.trim(), currency)}` : 'Refund'}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}

/** What it would do. The balance is the server's to say, to the cent. */
function Outlook({ sale: { id, currency }, amount }: { sale: SaleDetail; amount: string | undefined }) {
  const { data, error } = useRead(previewRefund, {
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
          Your balance goes from {money(data.balance)} to <strong>{money(data.balanceAfter)}</strong>: our fee
          goes back too. {Number(data.balanceAfter) < 0 && 'Your next sales fill it again. '}
          {data.closesAccess
            ? 'Nothing of the sale stays paid, so the buyer’s access ends.'
            : 'A part stays paid, so the buyer keeps access.'}
        </>
      )}
    </p>
  )
}

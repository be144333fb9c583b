import { useState } from 'react'
import { getPayoutSummary } from '../../../../../contract/admin-payouts.ts'
import {
  type AdminPayout,
  listPayouts,
  markPayoutPaid,
  markPayoutReturned,
  PaidPayoutInput,
  ReturnedPayoutInput,
} from '../../../../../contract/payout-runs.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Field } from '../../../../ui/field.tsx'
import { formatMoney } from '../../../../ui/format.ts'
import { Input, Textarea } from '../../../../ui/input.tsx'
import { ActionForm } from '../admin-list.tsx'
import { useAdminAction } from '../use-admin-action.ts'

type ActionablePayout = Pick<
  AdminPayout,
  'id' | 'amount' | 'currency' | 'name' | 'email' | 'canBePaid' | 'canBeReturned'
>
type PayoutActionsProps = { payout: ActionablePayout }
type PayoutDialog = 'paid' | 'returned'

/** Actions on a payout: mark as paid or as returned. */
export function PayoutActions({ payout }: PayoutActionsProps) {
  const [openDialog, setOpenDialog] = useState<PayoutDialog>()
  const { name, email, amount, currency } = payout
  const payoutLabel = `${formatMoney(amount, currency)} to ${name ?? email}`
  const close = () => setOpenDialog(undefined)
  return (
    <div className="flex flex-wrap justify-end gap-2">
      {payout.canBePaid && (
        <Button size="sm" variant="secondary" onClick={() => setOpenDialog('paid')}>
          Mark as paid<span className="sr-only">: {payoutLabel}</span>
        </Button>
      )}
      {payout.canBeReturned && (
        <Button size="sm" variant="tertiary" onClick={() => setOpenDialog('returned')}>
          Mark as returned<span className="sr-only">: {payoutLabel}</span>
        </Button>
      )}
      <Dialog
        open={openDialog !== undefined}
        onOpenChange={(open) => !open && close()}
        title={openDialog === 'paid' ? 'Mark as paid' : 'Mark as returned'}
        description={payoutLabel}
      >
        {openDialog === 'paid' && <PaidForm payout={payout} done={close} />}
        {openDialog === 'returned' && <ReturnedForm payout={payout} done={close} />}
      </Dialog>
    </div>
  )
}

const invalidates = [listPayouts, getPayoutSummary]

function PaidForm({ payout: { id }, done }: PayoutActionsProps & { done: () => void }) {
  const markPaid = useAdminAction(markPayoutPaid, {
    successMessage: 'Marked as paid',
    invalidates,
    onSuccess: done,
  })
  return (
    <ActionForm
      schema={PaidPayoutInput}
      mutation={markPaid}
      onSubmit={(body) => markPaid.mutate({ params: { id }, body })}
      submitLabel="Mark as paid"
    >
      <Field
        label="Reference"
        name="reference"
        hint="The reference the bank or payout service gave this payment."
      >
        <Input />
      </Field>
      <Field label="Note" name="notes" isOptional hint="The creator will see this.">
        <Input />
      </Field>
    </ActionForm>
  )
}

function ReturnedForm({ payout: { id }, done }: PayoutActionsProps & { done: () => void }) {
  const markReturned = useAdminAction(markPayoutReturned, {
    successMessage: 'Returned to the creator’s balance',
    invalidates,
    onSuccess: done,
  })
  return (
    <ActionForm
      schema={ReturnedPayoutInput}
      mutation={markReturned}
      onSubmit={(body) => markReturned.mutate({ params: { id }, body })}
      submitLabel="Mark as returned"
      tone="danger"
    >
      <Field label="What happened" name="notes" hint="The creator will see this.">
        <Textarea />
      </Field>
    </ActionForm>
  )
}

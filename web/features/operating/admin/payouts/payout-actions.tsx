import {
  type AdminPayout,
  markPayoutPaid,
  markPayoutReturned,
  PaidPayoutInput,
  ReturnedPayoutInput,
} from '../../../../../contract/payout-runs.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Field } from '../../../../ui/field.tsx'
import { formatMoney } from '../../../../ui/format.ts'
import { Input, Textarea } from '../../../../ui/input.tsx'
import { ActionDialog, ActionForm } from '../admin-actions.tsx'

type ActionablePayout = Pick<AdminPayout, 'id' | 'amount' | 'currency' | 'name' | 'email'>

function descriptionOf({ amount, currency, name, email }: ActionablePayout): string {
  return `${formatMoney(amount, currency)} to ${name ?? email}`
}

export function MarkPaidButton({ payout }: { payout: ActionablePayout }) {
  const description = descriptionOf(payout)
  return (
    <ActionDialog
      button={{ label: 'Mark as paid', context: `: ${description}`, size: 'sm' }}
      title="Mark as paid"
      description={description}
      route={markPayoutPaid}
      schema={PaidPayoutInput}
      toInput={(body) => ({ params: { id: payout.id }, body })}
      successMessage="Marked as paid"
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
    </ActionDialog>
  )
}

type ReturnedDialogProps = {
  payout: ActionablePayout
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

export function ReturnedDialog({ payout, isOpen, onOpenChange }: ReturnedDialogProps) {
  return (
    <Dialog
      open={isOpen}
      onOpenChange={onOpenChange}
      title="Mark as returned"
      description={descriptionOf(payout)}
    >
      <ActionForm
        route={markPayoutReturned}
        schema={ReturnedPayoutInput}
        toInput={(body) => ({ params: { id: payout.id }, body })}
        successMessage="Returned to the creator’s balance"
        submitLabel="Mark as returned"
        tone="danger"
        onSuccess={() => onOpenChange(false)}
      >
        <Field label="What happened" name="notes" hint="The creator will see this.">
          <Textarea />
        </Field>
      </ActionForm>
    </Dialog>
  )
}

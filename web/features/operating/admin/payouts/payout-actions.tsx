import {
  type AdminPayout,
  markPayoutPaid,
  markPayoutReturned,
  PaidPayoutInput,
  ReturnedPayoutInput,
} from '../../../../../contract/payout-runs.ts'
import { Field } from '../../../../ui/field.tsx'
import { formatMoney } from '../../../../ui/format.ts'
import { Input, Textarea } from '../../../../ui/input.tsx'
import { ActionDialog } from '../admin-actions.tsx'

type ActionablePayout = Pick<
  AdminPayout,
  'id' | 'amount' | 'currency' | 'name' | 'email' | 'canBePaid' | 'canBeReturned'
>

export function PayoutActions({ payout }: { payout: ActionablePayout }) {
  const { id, name, email, amount, currency } = payout
  const description = `${formatMoney(amount, currency)} to ${name ?? email}`
  const context = `: ${description}`
  return (
    <div className="flex flex-wrap justify-end gap-2">
      {payout.canBePaid && (
        <ActionDialog
          button={{ label: 'Mark as paid', context, size: 'sm' }}
          title="Mark as paid"
          description={description}
          route={markPayoutPaid}
          schema={PaidPayoutInput}
          toInput={(body) => ({ params: { id }, body })}
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
      )}
      {payout.canBeReturned && (
        <ActionDialog
          button={{ label: 'Mark as returned', context, size: 'sm', variant: 'tertiary' }}
          title="Mark as returned"
          description={description}
          route={markPayoutReturned}
          schema={ReturnedPayoutInput}
          toInput={(body) => ({ params: { id }, body })}
          successMessage="Returned to the creator’s balance"
          submitLabel="Mark as returned"
          tone="danger"
        >
          <Field label="What happened" name="notes" hint="The creator will see this.">
            <Textarea />
          </Field>
        </ActionDialog>
      )}
    </div>
  )
}

import { invitePerson, listPeople, StaffInvitationInput } from '../../../contract/admin-people.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { RadioCard, RadioCardGroup } from '../../ui/radio-card.tsx'
import { ActionForm } from './action-form.tsx'
import { useAdminAction } from './use-admin-action.ts'

type InvitePersonDialogProps = { open: boolean; onOpenChange: (open: boolean) => void }

/** Asks for an email and a role. */
export function InvitePersonDialog({ open, onOpenChange }: InvitePersonDialogProps) {
  const invite = useAdminAction(invitePerson, {
    successMessage: 'Invitation sent',
    invalidates: [listPeople],
    onSuccess: () => onOpenChange(false),
  })
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Invite someone"
      description="They get an email, and sign in with that address. If they have an account, it can open the admin pages right away."
    >
      <ActionForm
        schema={StaffInvitationInput}
        mutation={invite}
        onSubmit={(body) => invite.mutate({ body })}
        submitLabel="Send invitation"
      >
        <Field label="Email" name="email">
          <Input type="email" autoComplete="off" placeholder="name@example.com" />
        </Field>
        <RadioCardGroup label="What they may do" columns={2}>
          <RadioCard
            name="role"
            value="accountant"
            title="Accountant"
            description="Sees everything, changes nothing"
            defaultChecked
          />
          <RadioCard name="role" value="admin" title="Admin" description="Sees and does everything" />
        </RadioCardGroup>
      </ActionForm>
    </Dialog>
  )
}

import { useState } from 'react'
import {
  changePersonRole,
  listPeople,
  type Person,
  removePerson,
  withdrawInvitation,
} from '../../../contract/admin-people.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useAdminAction } from './use-admin-action.ts'

const invalidates = [listPeople]

/** Changes the role of a person, or removes them. */
export function PersonActions({ person }: { person: Person }) {
  const { userId, email, role } = person
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const params = { id: userId }
  const change = useAdminAction(changePersonRole, { successMessage: 'Role changed', invalidates })
  const remove = useAdminAction(removePerson, {
    successMessage: 'Removed',
    invalidates,
    onSuccess: () => setIsDialogOpen(false),
  })
  const nextRole = role === 'admin' ? 'accountant' : 'admin'
  const context = <span className="sr-only">: {email}</span>
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        size="sm"
        variant="secondary"
        isLoading={change.isPending}
        onClick={() => change.mutate({ params, body: { role: nextRole } })}
      >
        {nextRole === 'admin' ? 'Make admin' : 'Make accountant'}
        {context}
      </Button>
      <Button size="sm" variant="tertiary" onClick={() => setIsDialogOpen(true)}>
        Remove{context}
      </Button>
      <ConfirmDialog
        open={isDialogOpen}
        onOpenChange={setIsDialogOpen}
        title={`Remove ${email}?`}
        description="They can no longer open the admin pages. Their account stays, and we email them."
        confirmLabel="Remove"
        isLoading={remove.isPending}
        onConfirm={() => remove.mutate({ params })}
      />
    </div>
  )
}

/** Withdraws an invitation that was not accepted. */
export function WithdrawButton({ email }: { email: string }) {
  const withdraw = useAdminAction(withdrawInvitation, { successMessage: 'Invitation withdrawn', invalidates })
  return (
    <Button
      size="sm"
      variant="tertiary"
      isLoading={withdraw.isPending}
      onClick={() => withdraw.mutate({ params: { email } })}
    >
      Withdraw<span className="sr-only">: {email}</span>
    </Button>
  )
}

import { useState } from 'react'
import {
  type Creator,
  listCreators,
  restoreCreator,
  SuspensionInput,
  suspendCreator,
} from '../../../contract/admin-overview.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { ActionForm } from './action-form.tsx'
import { useAdminAction } from './use-admin-action.ts'

const invalidates = [listCreators]

/** Suspends a creator with a reason that is shown to them, or restores them. Asks for confirmation. */
export function SuspendButton({ creator }: { creator: Creator }) {
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const close = () => setIsDialogOpen(false)
  const isSuspended = creator.suspendedAt !== null
  return (
    <>
      <Button size="sm" variant="secondary" onClick={() => setIsDialogOpen(true)}>
        {isSuspended ? 'Restore' : 'Suspend'}
        <span className="sr-only"> {creator.email}</span>
      </Button>
      {isSuspended ? (
        <RestoreDialog creator={creator} open={isDialogOpen} setOpen={setIsDialogOpen} />
      ) : (
        <Dialog
          open={isDialogOpen}
          onOpenChange={setIsDialogOpen}
          title={`Suspend ${creator.email}?`}
          description="They’re signed out right away and their items are unpublished. Buyers keep what they bought, and the payment records stay."
        >
          <SuspendForm id={creator.id} onSuccess={close} />
        </Dialog>
      )}
    </>
  )
}

function SuspendForm({ id, onSuccess }: { id: number; onSuccess: () => void }) {
  const suspend = useAdminAction(suspendCreator, { successMessage: 'Suspended', invalidates, onSuccess })
  return (
    <ActionForm
      schema={SuspensionInput}
      mutation={suspend}
      onSubmit={(body) => suspend.mutate({ params: { id }, body })}
      submitLabel="Suspend"
      tone="danger"
    >
      <Field label="Reason" name="reason" hint="They’ll see this when they try to sign in, and in an email.">
        <Textarea />
      </Field>
    </ActionForm>
  )
}

type RestoreDialogProps = { creator: Creator; open: boolean; setOpen: (open: boolean) => void }

function RestoreDialog({ creator: { id, email, suspendedReason }, open, setOpen }: RestoreDialogProps) {
  const restore = useAdminAction(restoreCreator, {
    successMessage: 'Restored',
    invalidates,
    onSuccess: () => setOpen(false),
  })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={setOpen}
      title={`Restore ${email}?`}
      description={`They’ll be able to sign in again and their items will be published again. They were suspended for: ${suspendedReason ?? 'no reason given'}`}
      confirmLabel="Restore"
      tone="primary"
      isLoading={restore.isPending}
      onConfirm={() => restore.mutate({ params: { id } })}
    />
  )
}

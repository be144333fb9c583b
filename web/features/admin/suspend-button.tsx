import { useState } from 'react'
import { type Creator, listCreators, restoreCreator, suspendCreator } from '../../../contract/admin-desk.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { ActForm } from './act-form.tsx'
import { useAct } from './use-act.ts'

const changes = [listCreators]

/** Stops a creator with a reason they read, or lets them go on. Asks first. */
export function SuspendButton({ creator }: { creator: Creator }) {
  const [asking, setAsking] = useState(false)
  const close = () => setAsking(false)
  const isSuspended = creator.suspendedAt !== null
  return (
    <>
      <Button size="sm" variant="ghost" onClick={() => setAsking(true)}>
        {isSuspended ? 'Restore' : 'Suspend'}
        <span className="sr-only"> {creator.email}</span>
      </Button>
      {isSuspended ? (
        <Restore creator={creator} open={asking} setOpen={setAsking} />
      ) : (
        <Dialog
          open={asking}
          onOpenChange={setAsking}
          title={`Suspend ${creator.email}?`}
          text="Their sessions end now and their items go off sale. Buyers keep what they bought, and the books stay."
        >
          <Suspend id={creator.id} done={close} />
        </Dialog>
      )}
    </>
  )
}

function Suspend({ id, done }: { id: number; done: () => void }) {
  const suspend = useAct(suspendCreator, { said: 'Suspended', changes, done })
  return (
    <ActForm
      schema={suspendCreator.body}
      act={suspend}
      send={(body) => suspend.mutate({ params: { id }, body })}
      button="Suspend"
      tone="danger"
    >
      <Field label="Reason" name="reason" hint="They read it when they sign in, and in a mail.">
        <Textarea />
      </Field>
    </ActForm>
  )
}

type RestoreProps = { creator: Creator; open: boolean; setOpen: (open: boolean) => void }

function Restore({ creator: { id, email, suspendedReason }, open, setOpen }: RestoreProps) {
  const restore = useAct(restoreCreator, { said: 'Restored', changes, done: () => setOpen(false) })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={setOpen}
      title={`Restore ${email}?`}
      text={`They can sign in again, and their items are for sale. They were suspended for: ${suspendedReason ?? 'no reason given'}`}
      action="Restore"
      tone="primary"
      busy={restore.isPending}
      onConfirm={() => restore.mutate({ params: { id } })}
    />
  )
}

import { useState } from 'react'
import * as z from 'zod/mini'
import {
  listReportedContent,
  type ReportedContent,
  takeDownContent,
} from '../../../contract/content-reports.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { ActionForm } from './action-form.tsx'
import { useAdminAction } from './use-admin-action.ts'

type HoldContentDialogProps = {
  item: ReportedContent
  isHeld: boolean
  open: boolean
  setOpen: (open: boolean) => void
}

const holdSchema = z.omit(takeDownContent.body, { revokeBuyerAccess: true })

/** Asks for a reason before an item is taken down, and whether buyers lose access. */
export function HoldContentDialog({
  item: { contentId, title, takedownReason },
  isHeld,
  open,
  setOpen,
}: HoldContentDialogProps) {
  const [remove, setRemove] = useState(isHeld)
  const hold = useAdminAction(takeDownContent, {
    successMessage: remove ? 'Taken down, buyers’ access revoked' : 'Taken down',
    invalidates: [listReportedContent],
    onSuccess: () => setOpen(false),
  })
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      title={isHeld ? `Revoke buyers’ access to ${title}?` : `Take down ${title}?`}
      description="It’s unpublished right away, and the creator is told why."
    >
      <ActionForm
        schema={holdSchema}
        mutation={hold}
        onSubmit={(fields) =>
          hold.mutate({ params: { id: contentId }, body: { ...fields, revokeBuyerAccess: remove } })
        }
        submitLabel={isHeld ? 'Revoke access' : 'Take down'}
        tone="danger"
      >
        <Field
          label="Reason"
          name="reason"
          hint="The creator will see this, and so will any buyer who loses access."
        >
          <Textarea defaultValue={takedownReason} />
        </Field>
        {!isHeld && (
          <label className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              checked={remove}
              onChange={({ target }) => setRemove(target.checked)}
              className="size-5 accent-current"
            />
            Also revoke buyers’ access
          </label>
        )}
      </ActionForm>
    </Dialog>
  )
}

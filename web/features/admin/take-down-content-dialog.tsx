import { useState } from 'react'
import * as z from 'zod/mini'
import {
  listReportedContent,
  type ReportedContent,
  TakedownInput,
  takeDownContent,
} from '../../../contract/content-reports.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { ActionForm } from './action-form.tsx'
import { useAdminAction } from './use-admin-action.ts'

type TakeDownContentDialogProps = {
  item: ReportedContent
  isTakenDown: boolean
  open: boolean
  setOpen: (open: boolean) => void
}

const takedownSchema = z.omit(TakedownInput, { revokeBuyerAccess: true })

/** Asks for a reason before an item is taken down, and whether buyers lose access. */
export function TakeDownContentDialog({
  item: { contentId, title, takedownReason },
  isTakenDown,
  open,
  setOpen,
}: TakeDownContentDialogProps) {
  const [revokesAccess, setRevokesAccess] = useState(isTakenDown)
  const takeDown = useAdminAction(takeDownContent, {
    successMessage: revokesAccess ? 'Taken down, buyers’ access revoked' : 'Taken down',
    invalidates: [listReportedContent],
    onSuccess: () => setOpen(false),
  })
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      title={isTakenDown ? `Revoke buyers’ access to ${title}?` : `Take down ${title}?`}
      description="It’s unpublished right away, and the creator is told why."
    >
      <ActionForm
        schema={takedownSchema}
        mutation={takeDown}
        onSubmit={(fields) =>
          takeDown.mutate({
            params: { id: contentId },
            body: { ...fields, revokeBuyerAccess: revokesAccess },
          })
        }
        submitLabel={isTakenDown ? 'Revoke access' : 'Take down'}
        tone="danger"
      >
        <Field
          label="Reason"
          name="reason"
          hint="The creator will see this, and so will any buyer who loses access."
        >
          <Textarea defaultValue={takedownReason} />
        </Field>
        {!isTakenDown && (
          <label className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              checked={revokesAccess}
              onChange={({ target }) => setRevokesAccess(target.checked)}
              className="size-5 accent-current"
            />
            Also revoke buyers’ access
          </label>
        )}
      </ActionForm>
    </Dialog>
  )
}

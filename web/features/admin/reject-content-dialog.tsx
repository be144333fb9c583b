import * as z from 'zod/mini'
import {
  ContentRejectionInput,
  listPendingReviews,
  type PendingReview,
  rejectContent,
} from '../../../contract/content-reviews.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { ActionForm } from './action-form.tsx'
import { useAdminAction } from './use-admin-action.ts'

type RejectContentDialogProps = {
  item: PendingReview['item']
  open: boolean
  setOpen: (open: boolean) => void
}

const rejectionSchema = z.omit(ContentRejectionInput, { version: true })

/** Asks for the reason before an item is returned to its creator. */
export function RejectContentDialog({
  item: { id, version, title },
  open,
  setOpen,
}: RejectContentDialogProps) {
  const reject = useAdminAction(rejectContent, {
    successMessage: 'Rejected',
    invalidates: [listPendingReviews],
    onSuccess: () => setOpen(false),
  })
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      title={`Reject ${title}?`}
      description="It stays a draft. The creator can change it and publish it again for another review."
    >
      <ActionForm
        schema={rejectionSchema}
        mutation={reject}
        onSubmit={(fields) => reject.mutate({ params: { id }, body: { ...fields, version } })}
        submitLabel="Reject"
        tone="danger"
      >
        <Field label="Reason" name="reason" hint="We’ll email this to the creator.">
          <Textarea />
        </Field>
      </ActionForm>
    </Dialog>
  )
}

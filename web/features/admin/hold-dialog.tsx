import { useState } from 'react'
import { holdContent, listReportedContent, type ReportedContent } from '../../../contract/reports.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { ActForm } from './act-form.tsx'
import { useAct } from './use-act.ts'

type HoldDialogProps = {
  item: ReportedContent
  isHeld: boolean
  open: boolean
  setOpen: (open: boolean) => void
}

const Fields = holdContent.body.omit({ remove: true })

/** Asks why before an item goes off sale, and whether its buyers lose it too. */
export function HoldDialog({
  item: { contentId, title, heldReason },
  isHeld,
  open,
  setOpen,
}: HoldDialogProps) {
  const [remove, setRemove] = useState(isHeld)
  const hold = useAct(holdContent, {
    said: remove ? 'Off sale, and closed to its buyers' : 'Off sale',
    changes: [listReportedContent],
    done: () => setOpen(false),
  })
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      title={isHeld ? `Remove ${title} for its buyers?` : `Hold ${title}?`}
      text="It goes off sale at once and its creator is told why."
    >
      <ActForm
        schema={Fields}
        act={hold}
        send={(fields) => hold.mutate({ params: { id: contentId }, body: { ...fields, remove } })}
        button={isHeld ? 'Remove' : 'Hold'}
        tone="danger"
      >
        <Field label="Reason" name="reason" hint="The creator reads it; so do buyers whose access is closed.">
          <Textarea defaultValue={heldReason} />
        </Field>
        {!isHeld && (
          <label className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              checked={remove}
              onChange={({ target }) => setRemove(target.checked)}
              className="size-5 accent-current"
            />
            Close it to its buyers too
          </label>
        )}
      </ActForm>
    </Dialog>
  )
}

import { useState } from 'react'
import { useLocation } from 'wouter'
import { listContent } from '../../../contract/content.ts'
import { getStats } from '../../../contract/earnings.ts'
import { type EditableContent, editContent } from '../../../contract/editing.ts'
import { isSignedOut } from '../../api/api-error.ts'
import { useRefresh } from '../../api/hooks.ts'
import { signInAgain } from '../../api/signed-out.ts'
import { upload } from '../../api/upload.ts'
import type { Sentences } from '../../ui/form-errors.ts'
import { toast } from '../../ui/toast.ts'
import { editFields, forgetEdit } from './edit-start.ts'
import type { Typed } from './typed.ts'
import { useSender } from './use-sender.ts'

type Given = { item: EditableContent; file?: File; preview?: File; removePreview: boolean }

/** Saving the changes of an item, and all the ways in which that can end. */
export function useEdit({ item, file, preview, removePreview }: Given) {
  const [, navigate] = useLocation()
  const refresh = useRefresh()
  const { send, ...sending } = useSender({
    onBegun: () => undefined,
    save: (body, options) => upload(editContent, body, { params: { id: item.id }, ...options }),
  })
  const [errors, setErrors] = useState<Sentences>()
  const [isSaved, setSaved] = useState(false)

  async function submit(typed: Typed): Promise<void> {
    setErrors(undefined)
    const outcome = await send({ fields: editFields(typed, item, removePreview), file, preview })
    if (outcome === 'cancelled') return toast({ title: 'Upload cancelled', text: 'Nothing was changed.' })
    if ('fault' in outcome) {
      if (isSignedOut(outcome.fault)) return signInAgain()
      setErrors(outcome.fault.fields)
      return toast({ title: 'Not saved', text: outcome.fault.sentence, tone: 'destructive' })
    }
    setSaved(true)
    forgetEdit(item.id)
    toast({ ...doneWords(item.status, outcome.item.status), tone: 'success' })
    await refresh(listContent, getStats)
    navigate('/')
  }

  return { submit, errors, isSaved, ...sending }
}

type Status = EditableContent['status']

function doneWords(before: Status, after: Status) {
  if (after === 'draft' && before === 'draft') return { title: 'Draft saved', text: 'Only you can see it.' }
  if (after === 'draft') return { title: 'Taken off sale', text: 'Buyers of before keep their access.' }
  if (before === 'draft') return { title: 'Published', text: 'Your tip link is now ready to share.' }
  return { title: 'Changes saved', text: 'Your tip page shows them now.' }
}

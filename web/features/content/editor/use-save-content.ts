import { useState } from 'react'
import { useLocation } from 'wouter'
import { listContent } from '../../../../contract/content.ts'
import { type ContentForEditing, updateContent } from '../../../../contract/content-edit.ts'
import { getDashboardStats } from '../../../../contract/earnings.ts'
import { isUnauthorized } from '../../../api/api-error.ts'
import { useInvalidateQueries } from '../../../api/query-hooks.ts'
import { uploadFormData } from '../../../api/upload-form-data.ts'
import { inReview } from '../../../shared/in-review.ts'
import { publishedState, publishedToastKey } from '../../../shared/published-state.ts'
import { handleSessionExpired } from '../../../shared/session-expired.ts'
import type { FieldErrors } from '../../../ui/form-errors.ts'
import { toast } from '../../../ui/toast.ts'
import { clearEditDraft, toUpdateRequest } from './edit-draft.ts'
import type { FormValues } from './form-values.ts'
import { useContentUpload } from './use-content-upload.ts'

type SaveOptions = { item: ContentForEditing; file?: File; preview?: File; removePreview: boolean }

/** Saves the changes of an item, and handles every outcome. */
export function useSaveContent({ item, file, preview, removePreview }: SaveOptions) {
  const [, navigate] = useLocation()
  const refresh = useInvalidateQueries()
  const { send, ...upload } = useContentUpload({
    onUploadCreated: () => undefined,
    save: (body, options) => uploadFormData(updateContent, body, { params: { id: item.id }, ...options }),
  })
  const [errors, setErrors] = useState<FieldErrors>()
  const [isSaved, setIsSaved] = useState(false)

  async function submit(typed: FormValues): Promise<void> {
    setErrors(undefined)
    const outcome = await send({ fields: toUpdateRequest(typed, item, removePreview), file, preview })
    if (outcome === 'canceled')
      return toast({ title: 'Upload canceled', description: 'Your item hasn’t changed.' })
    if ('error' in outcome) {
      if (isUnauthorized(outcome.error)) return handleSessionExpired()
      setErrors(outcome.error.fields)
      return toast({
        title: 'Couldn’t save your changes',
        description: outcome.error.userMessage,
        tone: 'destructive',
      })
    }
    setIsSaved(true)
    clearEditDraft(item.id)
    const { id, status, review } = outcome.item
    const saved = review?.state === 'pending' ? inReview : savedToast(item.status, status)
    toast({ ...saved, key: publishedToastKey(id), tone: 'success' })
    await refresh(listContent, getDashboardStats)
    const isNewlyPublished = item.status === 'draft' && status === 'published'
    navigate('/', isNewlyPublished ? { state: publishedState(id) } : {})
  }

  return { submit, errors, isSaved, ...upload }
}

type Status = ContentForEditing['status']

function savedToast(before: Status, after: Status) {
  if (after === 'draft' && before === 'draft')
    return { title: 'Draft saved', description: 'Only you can see this.' }
  if (after === 'draft') return { title: 'Unpublished', description: 'Existing buyers keep their access.' }
  if (before === 'draft') return { title: 'Published', description: 'Your tip link is now ready to share.' }
  return { title: 'Changes saved', description: 'Your tip page is up to date.' }
}

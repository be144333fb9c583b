import { useState } from 'react'
import { useLocation } from 'wouter'
import { type CreatorContent, listContent } from '../../../../../contract/content.ts'
import { type ContentForEditing, updateContent } from '../../../../../contract/content-editing.ts'
import { getDashboardStats } from '../../../../../contract/earnings.ts'
import { type ApiError, isUnauthorized } from '../../../../api/client.ts'
import { useInvalidateQueries } from '../../../../api/query.ts'
import { uploadFormData } from '../../../../api/upload-form-data.ts'
import { inReview } from '../../../../shared/content-notices.tsx'
import { publishedState, publishedToastKey } from '../../../../shared/published-state.ts'
import { handleSessionExpired } from '../../../../shared/session-expired.ts'
import type { FieldErrors } from '../../../../ui/form.tsx'
import { toast } from '../../../../ui/toast.ts'
import { clearDraft, clearEditDraft, saveDraftForSignIn, toUpdateRequest } from './drafts.ts'
import { type FormValues, toApiFields, toListFields } from './form-values.ts'
import type { SentParts } from './part-list/use-form-parts.ts'
import { useContentUpload } from './use-content-upload.ts'

type PublishOptions = {
  userId: number
  file: File | undefined
  preview: File | undefined
}

/** Publishes the item or saves it as a draft, and handles every outcome. */
export function usePublishContent({ userId, file, preview }: PublishOptions) {
  const [, navigate] = useLocation()
  const refresh = useInvalidateQueries()
  const { send, cancel, progress } = useContentUpload()
  const [errors, setErrors] = useState<FieldErrors>()

  async function submit(typed: FormValues, { parts, uploadId }: SentParts): Promise<ApiError | undefined> {
    setErrors(undefined)
    const fields = parts === undefined ? toApiFields(typed) : toListFields(typed, parts)
    const outcome = await send({ fields, uploadId, preview })
    if (outcome === 'canceled') {
      toast({ title: 'Upload canceled', description: 'Your item wasn’t published.' })
      return undefined
    }
    if ('error' in outcome) {
      await handleError(typed, outcome.error)
      return outcome.error
    }
    await clearDraft()
    showPublishedToast(outcome.item)
    await refresh(listContent, getDashboardStats)
    const { id, status } = outcome.item
    navigate('/', status === 'published' ? { state: publishedState(id) } : {})
    return undefined
  }

  async function handleError(typed: FormValues, error: ApiError) {
    if (isUnauthorized(error)) {
      handleSessionExpired()
      return saveDraftForSignIn(userId, { typed, file, preview })
    }
    setErrors(error.fields)
    toast({ title: 'Upload failed', description: error.userMessage, tone: 'destructive' })
  }

  return { submit, cancel, progress, errors }
}

function showPublishedToast({ id, status, title, review }: CreatorContent): void {
  const published = {
    title: 'Content uploaded successfully!',
    description: 'Your tip link is now ready to share.',
  }
  const draftSaved = {
    title: 'Draft saved',
    description: `${title} is on your dashboard. Only you can see this.`,
  }
  toast({
    ...(review ? inReview : status === 'draft' ? draftSaved : published),
    key: publishedToastKey(id),
    tone: 'success',
  })
}

type SaveOptions = { item: ContentForEditing; preview: File | undefined; removePreview: boolean }

/** Saves the changes of an item, and handles every outcome. */
export function useSaveContent({ item, preview, removePreview }: SaveOptions) {
  const [, navigate] = useLocation()
  const refresh = useInvalidateQueries()
  const { send, ...upload } = useContentUpload((body, options) =>
    uploadFormData(updateContent, body, { params: { id: item.id }, ...options }),
  )
  const [errors, setErrors] = useState<FieldErrors>()
  const [isSaved, setIsSaved] = useState(false)

  async function submit(typed: FormValues, { parts, uploadId }: SentParts): Promise<ApiError | undefined> {
    setErrors(undefined)
    const listFields = parts === undefined ? {} : toListFields(typed, parts)
    const fields = { ...toUpdateRequest(typed, item, removePreview), ...listFields }
    const outcome = await send({ fields, uploadId, preview })
    if (outcome === 'canceled') {
      toast({ title: 'Upload canceled', description: 'Your item hasn’t changed.' })
      return undefined
    }
    if ('error' in outcome) {
      showSaveError(outcome.error)
      return outcome.error
    }
    setIsSaved(true)
    clearEditDraft(item.id)
    const { id, status, review } = outcome.item
    const saved = review?.state === 'pending' ? inReview : savedToast(item.status, status)
    toast({ ...saved, key: publishedToastKey(id), tone: 'success' })
    await refresh(listContent, getDashboardStats)
    const isNewlyPublished = item.status === 'draft' && status === 'published'
    navigate('/', isNewlyPublished ? { state: publishedState(id) } : {})
    return undefined
  }

  function showSaveError(error: ApiError) {
    if (isUnauthorized(error)) return handleSessionExpired()
    setErrors(error.fields)
    toast({ title: 'Couldn’t save your changes', description: error.userMessage, tone: 'destructive' })
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

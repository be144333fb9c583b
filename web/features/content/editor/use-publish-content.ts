import { useState } from 'react'
import { useLocation } from 'wouter'
import { type CreatorContent, listContent } from '../../../../contract/content.ts'
import { getDashboardStats } from '../../../../contract/earnings.ts'
import { type ApiError, isUnauthorized } from '../../../api/api-error.ts'
import { useInvalidateQueries } from '../../../api/query-hooks.ts'
import { inReview } from '../../../shared/in-review.ts'
import { publishedState, publishedToastKey } from '../../../shared/published-state.ts'
import { handleSessionExpired } from '../../../shared/session-expired.ts'
import type { FieldErrors } from '../../../ui/form-errors.ts'
import { toast } from '../../../ui/toast.ts'
import { type FormValues, toApiFields } from './form-values.ts'
import { clearDraft, type InitialUpload, saveDraftForSignIn, storeUploadingFile } from './initial-upload.ts'
import { saveUploadDraft } from './upload-draft.ts'
import { useContentUpload } from './use-content-upload.ts'

type PublishOptions = {
  userId: number
  partialUpload: InitialUpload['partialUpload']
  file?: File
  preview?: File
}

/** Publishes the item or saves it as a draft, and handles every outcome. */
export function usePublishContent({ userId, partialUpload, file, preview }: PublishOptions) {
  const [, navigate] = useLocation()
  const refresh = useInvalidateQueries()
  const { send, cancel, pause, resume, progress } = useContentUpload({
    initialPartialUpload: partialUpload,
    onUploadCreated(newest, sending) {
      saveUploadDraft(userId, { partialUpload: newest })
      if (sending) void storeUploadingFile(sending)
    },
  })
  const [errors, setErrors] = useState<FieldErrors>()

  async function submit(typed: FormValues): Promise<void> {
    setErrors(undefined)
    const outcome = await send({ fields: toApiFields(typed), file, preview })
    if (outcome === 'canceled') return showCanceledToast()
    if ('error' in outcome) return handleError(typed, outcome.error)
    await clearDraft()
    showPublishedToast(outcome.item)
    await refresh(listContent, getDashboardStats)
    const { id, status } = outcome.item
    navigate('/', status === 'published' ? { state: publishedState(id) } : {})
  }

  async function handleError(typed: FormValues, error: ApiError) {
    if (isUnauthorized(error)) {
      handleSessionExpired()
      return saveDraftForSignIn(userId, { typed, file, preview })
    }
    setErrors(error.fields)
    toast({ title: 'Upload failed', description: error.userMessage, tone: 'destructive' })
  }

  return { submit, cancel, pause, resume, progress, errors }
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

function showCanceledToast(): void {
  toast({ title: 'Upload canceled', description: 'Your item wasn’t published.' })
}

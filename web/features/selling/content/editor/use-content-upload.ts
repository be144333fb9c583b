import { useEffect, useRef, useState } from 'react'
import { type CreatorContent, createContent } from '../../../../../contract/content.ts'
import { ApiError } from '../../../../api/client.ts'
import { uploadFormData } from '../../../../api/upload-form-data.ts'
import type { UploadProgress } from '../upload-progress.ts'
import { type FormValues, toFormData } from './form-values.ts'

export type UploadOutcome = { item: CreatorContent } | { error: ApiError } | 'canceled'
type ContentSubmission = { fields: FormValues; uploadId?: string | undefined; preview?: File | undefined }
type Save = (body: FormData, options: { signal: AbortSignal }) => Promise<CreatorContent>

const saving: UploadProgress = { loaded: 1, total: 1, state: 'saving' }

/** Sends the fields of a form whose files have arrived. `progress` is defined meanwhile; leaving the page aborts it. */
export function useContentUpload(save: Save = create) {
  const [isSending, setIsSending] = useState(false)
  const active = useRef<AbortController>(undefined)

  async function send({ fields, uploadId, preview }: ContentSubmission): Promise<UploadOutcome> {
    const controller = new AbortController()
    active.current = controller
    setIsSending(true)
    try {
      return { item: await save(toFormData(fields, { uploadId, preview }), { signal: controller.signal }) }
    } catch (error) {
      if (controller.signal.aborted) return 'canceled'
      if (!(error instanceof ApiError)) throw error
      return { error }
    } finally {
      setIsSending(false)
    }
  }

  // Asks before a tab is closed that sends its form.
  useEffect(() => {
    if (!isSending) return
    const confirmUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', confirmUnload)
    return () => window.removeEventListener('beforeunload', confirmUnload)
  }, [isSending])
  // Aborts on unmount.
  useEffect(() => () => active.current?.abort(), [])

  return { send, cancel: () => active.current?.abort(), progress: isSending ? saving : undefined }
}

function create(body: FormData, options: { signal: AbortSignal }): Promise<CreatorContent> {
  return uploadFormData(createContent, body, options)
}

import { useEffect, useRef, useState } from 'react'
import { getUser } from '../../../../../contract/accounts.ts'
import { type CreatorContent, createContent } from '../../../../../contract/content.ts'
import { ApiError, request } from '../../../../api/client.ts'
import { cancelUploads, loadResumableUpload } from '../../../../api/lazy-upload.ts'
import type { UploadHandle } from '../../../../api/resumable-upload.ts'
import { type TransferProgress, uploadFormData } from '../../../../api/upload-form-data.ts'
import { createSpeedMeter, type UploadProgress } from '../upload-progress.ts'
import { isSameFile, type PartialUpload } from './drafts.ts'
import { type FormValues, toFormData } from './form-values.ts'

export type UploadOutcome = { item: CreatorContent } | { error: ApiError } | 'canceled'
type ContentUploadOptions = {
  initialPartialUpload?: PartialUpload | undefined
  /** Called when an upload was created, and with undefined when it no longer exists. */
  onUploadCreated: (partialUpload: PartialUpload | undefined, file?: File) => void
  save?: (body: FormData, options: { signal: AbortSignal }) => Promise<CreatorContent>
}
type ContentSubmission = { fields: FormValues; file?: File; preview?: File }

/** Uploads the file in chunks, then sends the fields. `progress` is defined meanwhile; leaving the page aborts it. */
export function useContentUpload({
  initialPartialUpload,
  onUploadCreated,
  save = create,
}: ContentUploadOptions) {
  const [progress, setProgress] = useState<UploadProgress>()
  const activeUpload = useRef<{ controller: AbortController; upload?: UploadHandle }>(undefined)
  const partialUpload = useRef(initialPartialUpload)
  const isBusy = progress !== undefined

  async function send({ fields, file, preview }: ContentSubmission): Promise<UploadOutcome> {
    const controller = new AbortController()
    activeUpload.current = { controller }
    setProgress({ loaded: 0, total: file?.size ?? 1, state: 'sending' })
    try {
      // Checks the session first, not after gigabytes were uploaded.
      await request(getUser, { signal: controller.signal })
      const uploadId = file && (await sendFile(file, controller.signal))
      setProgress((now) => now && { ...now, state: 'saving' })
      const body = toFormData(fields, { uploadId, preview })
      return { item: await save(body, { signal: controller.signal }) }
    } catch (error) {
      if (controller.signal.aborted) return 'canceled'
      if (!(error instanceof ApiError)) throw error
      // The server has no such upload anymore, so the next attempt starts from the beginning.
      if (error.status === 404) recordPartialUpload(undefined)
      return { error }
    } finally {
      setProgress(undefined)
    }
  }

  async function sendFile(file: File, signal: AbortSignal): Promise<string> {
    const { startResumableUpload } = await loadResumableUpload()
    const resumable =
      partialUpload.current && isSameFile(file, partialUpload.current) ? partialUpload.current : undefined
    const recordLoadedBytes = throttle(
      (loaded: number) => partialUpload.current && recordPartialUpload({ ...partialUpload.current, loaded }),
    )
    let measureSpeed = createSpeedMeter()
    const upload = startResumableUpload(file, {
      ...(resumable && { resumeUploadId: resumable.uploadId }),
      signal,
      onCreated(uploadId) {
        if (partialUpload.current?.uploadId === uploadId) return
        const { name, size, lastModified } = file
        recordPartialUpload({ uploadId, name, size, lastModified, loaded: 0 }, file)
      },
      onProgress(sent: TransferProgress) {
        const bytesPerSecond = measureSpeed({ at: performance.now(), loaded: sent.loaded })
        recordLoadedBytes(sent.loaded)
        setProgress({ ...sent, bytesPerSecond, state: 'sending' })
      },
      onStateChange(state, waitsFor) {
        measureSpeed = createSpeedMeter()
        setProgress((now) => now && { ...now, bytesPerSecond: undefined, state, waitsFor })
      },
    })
    if (activeUpload.current) activeUpload.current.upload = upload
    return upload.done
  }

  function recordPartialUpload(newest: PartialUpload | undefined, file?: File) {
    partialUpload.current = newest
    onUploadCreated(newest, file)
  }

  function cancel() {
    activeUpload.current?.controller.abort()
    const canceled = partialUpload.current
    recordPartialUpload(undefined)
    if (canceled) cancelUploads(canceled.uploadId)
  }

  // Asks before a tab with a running upload is closed.
  useEffect(() => {
    if (!isBusy) return
    const confirmUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', confirmUnload)
    return () => window.removeEventListener('beforeunload', confirmUnload)
  }, [isBusy])
  // Aborts the upload on unmount.
  useEffect(() => () => activeUpload.current?.controller.abort(), [])

  return {
    send,
    cancel,
    pause: () => activeUpload.current?.upload?.pause(),
    resume: () => activeUpload.current?.upload?.resume(),
    progress,
  }
}

function create(body: FormData, options: { signal: AbortSignal }): Promise<CreatorContent> {
  return uploadFormData(createContent, body, options)
}

function throttle<T>(callback: (value: T) => void): (value: T) => void {
  let lastCalledAt = 0
  return (value) => {
    const now = performance.now()
    if (now - lastCalledAt < 1_000) return
    lastCalledAt = now
    callback(value)
  }
}

import { useEffect, useRef, useState } from 'react'
import { getUser } from '../../../../../contract/accounts.ts'
import { listContent } from '../../../../../contract/content.ts'
import { bulkPublish } from '../../../../../contract/content-editing.ts'
import { getDashboardStats } from '../../../../../contract/earnings.ts'
import { ApiError, isUnauthorized, request } from '../../../../api/client.ts'
import { cancelUploads, loadResumableUpload } from '../../../../api/lazy-upload.ts'
import { useInvalidateQueries } from '../../../../api/query.ts'
import { handleSessionExpired } from '../../../../shared/session-expired.ts'
import type { FieldErrors } from '../../../../ui/form.tsx'
import { toast } from '../../../../ui/toast.ts'
import { type FormValues, toApiFields } from '../editor/form-values.ts'
import { createSpeedMeter } from '../upload-progress.ts'
import {
  type BulkFile,
  canPause,
  fileKey,
  isActive,
  isEditable,
  nextToStart,
  titleFieldName,
  toBulkFile,
  type UnfinishedFile,
  updateFile,
} from './bulk-queue.ts'

/** Uploads many files, two at a time. Each can be paused, canceled and retried. */
export function useBulkUpload(initialFiles: Array<UnfinishedFile>) {
  const [rows, setRows] = useState<Array<BulkFile>>([])
  const [unfinishedFiles, setUnfinishedFiles] = useState(initialFiles)
  const [errors, setErrors] = useState<FieldErrors>()
  const shared = useRef<FormValues>({})
  const controllers = useRef(new Map<string, AbortController>())
  const refresh = useInvalidateQueries()

  const isBusy = rows.some(isActive)
  const change = (key: string, next: Partial<BulkFile>) => setRows((now) => updateFile(now, key, next))

  // Starts waiting uploads when a slot is free.
  useEffect(() => {
    for (const row of nextToStart(rows)) void startUpload(row)
  })
  // Aborts the uploads on unmount.
  useEffect(() => {
    const all = controllers.current
    return () => {
      for (const controller of all.values()) controller.abort()
    }
  }, [])

  async function startUpload(row: BulkFile) {
    if (controllers.current.get(row.key)?.signal.aborted === false) return
    const controller = new AbortController()
    controllers.current.set(row.key, controller)
    const onChange = (next: Partial<BulkFile>) => controller.signal.aborted || change(row.key, next)
    onChange({ state: 'sending', errorMessage: undefined })
    try {
      await uploadAndPublish(row, { shared: shared.current, signal: controller.signal, onChange })
      void refresh(listContent, getDashboardStats)
    } catch (error) {
      if (controller.signal.aborted) return
      if (!(error instanceof ApiError)) throw error
      markFailed(row.key, error)
    } finally {
      controller.abort()
    }
  }

  function markFailed(key: string, error: ApiError) {
    // The server has no such upload anymore, so the next attempt starts from the beginning.
    const resetUpload = error.status === 404 ? { uploadId: undefined, loaded: 0 } : {}
    change(key, { state: 'failed', errorMessage: error.userMessage, speed: undefined, ...resetUpload })
    if (isUnauthorized(error)) return handleSessionExpired()
    if (Object.keys(error.fields).length > 0) setErrors(error.fields)
  }

  function add(files: Array<File>) {
    const findUnfinished = (file: File) =>
      unfinishedFiles.find((unfinished) => fileKey(unfinished) === fileKey(file))
    const chosen = files.map((file) => toBulkFile(file, findUnfinished(file)))
    const keys = new Set(chosen.map(({ key }) => key))
    setRows((now) => [...now, ...chosen.filter(({ key }) => now.every((row) => row.key !== key))])
    setUnfinishedFiles((now) => now.filter((unfinished) => !keys.has(fileKey(unfinished))))
  }

  /** Checks the session first, not after gigabytes were uploaded. */
  async function submit(typed: FormValues) {
    setErrors(undefined)
    try {
      await request(getUser)
    } catch (error) {
      if (isUnauthorized(error)) return handleSessionExpired()
      if (!(error instanceof ApiError)) throw error
      return toast({ title: 'Upload failed', description: error.userMessage, tone: 'destructive' })
    }
    shared.current = typed
    setRows((now) =>
      now.map((row) => (isEditable(row) ? toPendingRow(row, typed[titleFieldName(row)]) : row)),
    )
  }

  function stop(matches: (row: BulkFile) => boolean): Array<BulkFile> {
    const stopped = rows.filter(matches)
    for (const { key } of stopped) controllers.current.get(key)?.abort()
    return stopped
  }

  function pause(matches: (row: BulkFile) => boolean) {
    const keys = stop((row) => matches(row) && canPause(row)).map(({ key }) => key)
    setRows((now) =>
      now.map((row) => (keys.includes(row.key) ? { ...row, state: 'paused', speed: undefined } : row)),
    )
  }

  const resume = (matches: (row: BulkFile) => boolean) =>
    setRows((now) => now.map((row) => (row.state === 'paused' && matches(row) ? toPendingRow(row) : row)))

  /** Removes files and cancels their uploads; published items stay. */
  function cancel(matches: (row: BulkFile) => boolean) {
    const canceled = stop((row) => matches(row) && row.state !== 'done' && row.state !== 'saving')
    const keys = canceled.map(({ key }) => key)
    setRows((now) => now.filter(({ key }) => !keys.includes(key)))
    discardUploads(canceled)
  }

  /** While other files are uploading their shared fields apply, else the form's current values. */
  function retry(row: BulkFile, typed: FormValues) {
    if (!isBusy) shared.current = { ...typed, status: shared.current.status ?? 'published' }
    change(row.key, toPendingRow(row, typed[titleFieldName(row)]))
  }

  function startOver() {
    discardUploads(unfinishedFiles)
    setUnfinishedFiles([])
  }

  return {
    rows,
    unselectedFiles: unfinishedFiles,
    errors,
    add,
    submit,
    pause,
    resume,
    cancel,
    startOver,
    retry,
    isBusy,
  }
}

function toPendingRow(row: BulkFile, title?: string): BulkFile {
  return { ...row, state: 'waiting', errorMessage: undefined, title: title?.trim() || row.title }
}

function discardUploads(canceled: Array<UnfinishedFile>): void {
  const uploadIds = canceled.flatMap(({ uploadId, content }) => (uploadId && !content ? [uploadId] : []))
  if (uploadIds.length === 0) return
  cancelUploads(...uploadIds)
}

type UploadJob = {
  shared: FormValues
  signal: AbortSignal
  onChange: (change: Partial<BulkFile>) => void
}

const progressThrottleMs = 200

/** Uploads a file or the rest of it, and publishes it. Throws ApiError or the signal's abort reason. */
async function uploadAndPublish(row: BulkFile, { shared, signal, onChange }: UploadJob): Promise<void> {
  const uploadId = await uploadFile(row, { signal, onChange })
  onChange({ state: 'saving', loaded: row.size, uploadId })
  const body = toRequestBody(shared, { uploadId, title: row.title })
  const [outcome] = (await request(bulkPublish, { body, signal })).results
  if (!outcome?.content) throw toApiError(outcome?.error)
  const { id, status } = outcome.content
  onChange({ state: 'done', content: { id, status } })
}

async function uploadFile(
  { file, uploadId }: BulkFile,
  { signal, onChange }: Omit<UploadJob, 'shared'>,
): Promise<string> {
  const { startResumableUpload } = await loadResumableUpload()
  signal.throwIfAborted()
  let measureSpeed = createSpeedMeter()
  let lastReportedAt = 0
  return startResumableUpload(file, {
    ...(uploadId && { resumeUploadId: uploadId }),
    signal,
    onCreated: (newUploadId) => onChange({ uploadId: newUploadId }),
    onProgress({ loaded }) {
      const nowMs = performance.now()
      const speed = measureSpeed({ at: nowMs, loaded })
      if (nowMs - lastReportedAt < progressThrottleMs) return
      lastReportedAt = nowMs
      onChange({ loaded, speed })
    },
    onStateChange(state, waitsFor) {
      measureSpeed = createSpeedMeter()
      onChange({ state: state === 'waiting' ? 'reconnecting' : 'sending', waitsFor, speed: undefined })
    },
  }).done
}

function toRequestBody(shared: FormValues, item: { uploadId: string; title: string }) {
  const { title: _, kind: __, ...fields } = toApiFields({ ...shared, kind: 'file' })
  return { ...fields, items: [item] }
}

function toApiError(itemError: { code: string; message: string } | null | undefined): ApiError {
  return new ApiError(itemError?.code === 'not_found' ? 404 : 400, '', JSON.stringify(itemError ?? {}))
}

import { useRef, useState } from 'react'
import { getUser } from '../../../../../contract/accounts.ts'
import { listContent } from '../../../../../contract/content.ts'
import { bulkPublish } from '../../../../../contract/content-editing.ts'
import { getDashboardStats } from '../../../../../contract/earnings.ts'
import { ApiError, isUnauthorized, request } from '../../../../api/client.ts'
import { cancelUploads } from '../../../../api/lazy-upload.ts'
import { useInvalidateQueries } from '../../../../api/query.ts'
import { handleSessionExpired } from '../../../../shared/session-expired.ts'
import type { FieldErrors } from '../../../../ui/form.tsx'
import { toast } from '../../../../ui/toast.ts'
import { type FormValues, toApiFields } from '../editor/form-values.ts'
import { toWaiting, useUploadQueue } from '../use-upload-queue.ts'
import {
  type BulkFile,
  type CreatedContent,
  fileKey,
  isEditable,
  titleFieldName,
  toBulkFile,
  type UnfinishedFile,
} from './bulk-queue.ts'

/** Uploads many files with the queue, and publishes each as an item of its own. */
export function useBulkUpload(initialFiles: Array<UnfinishedFile>) {
  const [unfinishedFiles, setUnfinishedFiles] = useState(initialFiles)
  const [errors, setErrors] = useState<FieldErrors>()
  const shared = useRef<FormValues>({})
  const refresh = useInvalidateQueries()
  const { rows, setRows, change, pause, resume, remove, isBusy } = useUploadQueue<BulkFile>({
    async finish({ title }, { uploadId, signal }) {
      const content = await publish(shared.current, { uploadId, title, signal })
      void refresh(listContent, getDashboardStats)
      return { content }
    },
    onFailed({ fields }) {
      if (Object.keys(fields).length > 0) setErrors(fields)
    },
  })

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

  /** Removes files and cancels their uploads; published items stay. */
  const cancel = (matches: (row: BulkFile) => boolean) =>
    remove((row) => matches(row) && row.state !== 'done' && row.state !== 'saving')

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
  return { ...toWaiting(row), title: title?.trim() || row.title }
}

function discardUploads(canceled: Array<UnfinishedFile>): void {
  const uploadIds = canceled.flatMap(({ uploadId, content }) => (uploadId && !content ? [uploadId] : []))
  if (uploadIds.length === 0) return
  cancelUploads(...uploadIds)
}

/** Publishes an uploaded file. Throws ApiError. */
async function publish(
  shared: FormValues,
  { uploadId, title, signal }: { uploadId: string; title: string; signal: AbortSignal },
): Promise<CreatedContent> {
  const body = toRequestBody(shared, { uploadId, title })
  const [outcome] = (await request(bulkPublish, { body, signal })).results
  if (!outcome?.content) throw toApiError(outcome?.error)
  const { id, tipAddress, status } = outcome.content
  return { id, tipAddress, status }
}

function toRequestBody(shared: FormValues, item: { uploadId: string; title: string }) {
  const { title: _, kind: __, ...fields } = toApiFields({ ...shared, kind: 'file' })
  return { ...fields, items: [item] }
}

function toApiError(itemError: { code: string; message: string } | null | undefined): ApiError {
  return new ApiError(itemError?.code === 'not_found' ? 404 : 400, '', JSON.stringify(itemError ?? {}))
}

import { bulkPublish } from '../../../../contract/bulk-publish.ts'
import { ApiError } from '../../../api/api-error.ts'
import { request } from '../../../api/client.ts'
import { loadResumableUpload } from '../../../api/lazy-upload.ts'
import { type FormValues, toApiFields } from '../editor/form-values.ts'
import { createSpeedMeter } from '../upload-progress.ts'
import type { BulkFile } from './bulk-queue.ts'

type UploadJob = {
  shared: FormValues
  signal: AbortSignal
  /** Called with each change of the row. */
  onChange: (change: Partial<BulkFile>) => void
}

/** The interval between progress updates. */
const progressThrottleMs = 200

/** Uploads a file or the rest of it, and publishes it. Throws ApiError or the signal's abort reason. */
export async function uploadAndPublish(
  row: BulkFile,
  { shared, signal, onChange }: UploadJob,
): Promise<void> {
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

/** Converts the error of one file to an ApiError. */
function toApiError(itemError: { code: string; message: string } | null | undefined): ApiError {
  return new ApiError(itemError?.code === 'not_found' ? 404 : 400, '', JSON.stringify(itemError ?? {}))
}

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
  /** Hears how it goes. */
  onChange: (change: Partial<BulkFile>) => void
}

/** Milliseconds between two words on how far a file has come. */
const progressThrottleMs = 200

/** Sends one file in pieces, or the rest of it, and publishes it. Throws ApiError, or what the signal was ended with. */
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
    onCreated: (begun) => onChange({ uploadId: begun }),
    onProgress({ loaded }) {
      const at = performance.now()
      const speed = measureSpeed({ at, loaded })
      if (at - lastReportedAt < progressThrottleMs) return
      lastReportedAt = at
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

/** A refusal of one file as the refusal of a call. */
function toApiError(refused: { code: string; message: string } | null | undefined): ApiError {
  return new ApiError(refused?.code === 'not_found' ? 404 : 400, '', JSON.stringify(refused ?? {}))
}

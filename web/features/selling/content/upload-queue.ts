import { loadResumableUpload } from '../../../api/lazy-upload.ts'
import type { WaitReason } from '../../../api/upload-retry.ts'
import { createSpeedMeter, type UploadProgress } from './upload-progress.ts'

/** `reconnecting`: waits and continues automatically. `saving`: uploaded, and what follows is not done yet. */
export type QueueState =
  | 'ready'
  | 'waiting'
  | 'sending'
  | 'reconnecting'
  | 'paused'
  | 'saving'
  | 'done'
  | 'failed'

/** A file in a queue of uploads. `ready`: not to be started yet. */
export type QueuedFile = {
  key: string
  file: File
  name: string
  size: number
  lastModified: number
  state: QueueState
  /** Bytes that the server has received. */
  loaded: number
  uploadId?: string | undefined
  /** Bytes per second. */
  speed?: number | undefined
  /** What `reconnecting` waits for. */
  waitsFor?: WaitReason | undefined
  errorMessage?: string | undefined
}

/** A second upload uses the bandwidth that the first leaves idle. A third one makes both slower. */
const maxConcurrentUploads = 2

const runningStates: ReadonlyArray<QueueState> = ['sending', 'reconnecting', 'saving']
const activeStates: ReadonlyArray<QueueState> = [...runningStates, 'waiting', 'paused']

/** Asked before a page whose files are uploading is left. */
export const leaveDuringUploadsText = {
  title: 'Leave while files are uploading?',
  description: 'Your progress is saved. Select the same files here again to resume.',
}

type WithState = Pick<QueuedFile, 'state'>

export const isActive = ({ state }: WithState) => activeStates.includes(state)
export const canPause = ({ state }: WithState) =>
  state === 'waiting' || state === 'sending' || state === 'reconnecting'

/** The files to start now, in their order. */
export function nextToStart<Row extends QueuedFile>(rows: ReadonlyArray<Row>): Array<Row> {
  const freeSlots = maxConcurrentUploads - rows.filter(({ state }) => runningStates.includes(state)).length
  return rows.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, freeSlots))
}

/** The rows in the order of these keys; others come last. */
export function inOrder<Row extends Pick<QueuedFile, 'key'>>(
  rows: ReadonlyArray<Row>,
  keys: ReadonlyArray<string>,
): Array<Row> {
  const places = new Map(keys.map((key, index) => [key, index]))
  const placeOf = ({ key }: Row) => places.get(key) ?? keys.length
  return rows.toSorted((a, b) => placeOf(a) - placeOf(b))
}

export function updateFile<Row extends QueuedFile>(
  rows: Array<Row>,
  key: string,
  change: Partial<Row> | Partial<QueuedFile>,
): Array<Row> {
  return rows.map((row) => (row.key === key ? { ...row, ...change } : row))
}

const progressStates: Partial<Record<QueueState, UploadProgress['state']>> = {
  sending: 'sending',
  reconnecting: 'waiting',
  saving: 'saving',
}

export function toUploadProgress({ loaded, size, speed, state, waitsFor }: QueuedFile): UploadProgress {
  return {
    loaded,
    total: size,
    bytesPerSecond: speed,
    waitsFor,
    state: progressStates[state] ?? 'paused',
  }
}

const progressThrottleMs = 200

type UploadJob = { signal: AbortSignal; onChange: (change: Partial<QueuedFile>) => void }

/** Uploads a file or the rest of it. Throws ApiError or the signal's abort reason. */
export async function uploadQueuedFile(
  { file, uploadId }: QueuedFile,
  { signal, onChange }: UploadJob,
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

import { useEffect, useRef, useState } from 'react'
import { ApiError, isUnauthorized } from '../../../api/client.ts'
import { cancelUploads } from '../../../api/lazy-upload.ts'
import { handleSessionExpired } from '../../../shared/session-expired.ts'
import {
  canPause,
  inOrder,
  isActive,
  nextToStart,
  type QueuedFile,
  updateFile,
  uploadQueuedFile,
} from './upload-queue.ts'

type UploadQueueOptions<Row extends QueuedFile> = {
  /** The keys of the files in the order in which they start. In the order of the rows when omitted. */
  order?: ReadonlyArray<string>
  /** What follows an upload: returns what it changes in the row, which is then done. Throws ApiError. */
  finish?: (row: Row, upload: { uploadId: string; signal: AbortSignal }) => Promise<Partial<Row>>
  /** Called when a file has failed, for more than the message in its row. */
  onFailed?: (error: ApiError) => void
  /** Called before the sign-in page opens, because the session has ended. */
  onSignedOut?: () => void
}

type Matches<Row> = (row: Row) => boolean

/** Uploads files two at a time. Each can be paused, removed and retried. */
export function useUploadQueue<Row extends QueuedFile>({
  order,
  finish,
  onFailed,
  onSignedOut,
}: UploadQueueOptions<Row> = {}) {
  const [rows, setRows] = useState<Array<Row>>([])
  const controllers = useRef(new Map<string, AbortController>())
  const change = (key: string, next: Partial<Row> | Partial<QueuedFile>) =>
    setRows((now) => updateFile(now, key, next))

  // Starts waiting uploads when a slot is free.
  useEffect(() => {
    for (const row of nextToStart(order ? inOrder(rows, order) : rows)) void startUpload(row)
  })
  // Aborts the uploads on unmount.
  useEffect(() => {
    const all = controllers.current
    return () => {
      for (const controller of all.values()) controller.abort()
    }
  }, [])

  async function startUpload(row: Row) {
    if (controllers.current.get(row.key)?.signal.aborted === false) return
    const controller = new AbortController()
    const { signal } = controller
    controllers.current.set(row.key, controller)
    const onChange = (next: Partial<Row> | Partial<QueuedFile>) => signal.aborted || change(row.key, next)
    onChange({ state: 'sending', errorMessage: undefined })
    try {
      const uploadId = await uploadQueuedFile(row, { signal, onChange })
      const uploaded = { uploadId, loaded: row.size, speed: undefined }
      if (finish) onChange({ state: 'saving', ...uploaded })
      const result = await finish?.(row, { uploadId, signal })
      onChange({ state: 'done', ...uploaded, ...result })
    } catch (error) {
      if (signal.aborted) return
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
    if (isUnauthorized(error)) {
      onSignedOut?.()
      return handleSessionExpired()
    }
    onFailed?.(error)
  }

  function stop(matches: Matches<Row>): Array<Row> {
    const stopped = rows.filter(matches)
    for (const { key } of stopped) controllers.current.get(key)?.abort()
    return stopped
  }

  function pause(matches: Matches<Row>) {
    const keys = stop((row) => matches(row) && canPause(row)).map(({ key }) => key)
    setRows((now) =>
      now.map((row) => (keys.includes(row.key) ? { ...row, state: 'paused', speed: undefined } : row)),
    )
  }

  const resume = (matches: Matches<Row>) =>
    setRows((now) => now.map((row) => (row.state === 'paused' && matches(row) ? toWaiting(row) : row)))

  /** Removes files with what the server has of them. */
  function remove(matches: Matches<Row>) {
    const removed = stop(matches)
    const keys = removed.map(({ key }) => key)
    setRows((now) => now.filter(({ key }) => !keys.includes(key)))
    const uploadIds = removed.flatMap(({ uploadId }) => uploadId ?? [])
    if (uploadIds.length > 0) cancelUploads(...uploadIds)
  }

  return { rows, setRows, change, pause, resume, remove, isBusy: rows.some(isActive) }
}

/** The row to be started, or started again. */
export function toWaiting<Row extends QueuedFile>(row: Row): Row {
  return { ...row, state: 'waiting', errorMessage: undefined }
}

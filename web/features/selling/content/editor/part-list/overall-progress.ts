import type { UploadProgress } from '../../upload-progress.ts'
import { isActive, type QueuedFile } from '../../upload-queue.ts'

/** The progress of all files together; undefined when none is on its way. */
export function overallProgress(rows: ReadonlyArray<QueuedFile>): UploadProgress | undefined {
  const active = rows.filter(isActive)
  const [first] = active
  if (!first) return undefined
  const sum = (pick: (row: QueuedFile) => number) => rows.reduce((total, row) => total + pick(row), 0)
  const bytesPerSecond = sum(({ speed = 0 }) => speed)
  const isPaused = active.every(({ state }) => state === 'paused')
  const waiting = active.filter(({ state }) => state === 'reconnecting')
  const isWaiting = waiting.length > 0 && !active.some(({ state }) => state === 'sending')
  return {
    loaded: sum(({ loaded }) => loaded),
    total: sum(({ size }) => size),
    ...(bytesPerSecond > 0 && { bytesPerSecond }),
    ...(isWaiting && { waitsFor: waiting[0]?.waitsFor }),
    state: isPaused ? 'paused' : isWaiting ? 'waiting' : 'sending',
  }
}

/** `7 of 13 files uploaded`, and how many have stopped. */
export function countUploaded(rows: ReadonlyArray<QueuedFile>): string {
  const done = rows.filter(({ state }) => state === 'done').length
  const stopped = rows.filter(({ state }) => state === 'failed').length
  const noun = rows.length === 1 ? 'file' : 'files'
  return `${done} of ${rows.length} ${noun} uploaded${stopped > 0 ? `, ${stopped} stopped` : ''}`
}

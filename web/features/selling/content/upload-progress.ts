import { dictionary } from '../../../../contract/dictionary.ts'
import { formatBytes } from '../../../../domain/format.ts'
import type { WaitReason } from '../../../api/upload-retry.ts'

/** Bytes sent so far, and when, in milliseconds. */
type Sample = { at: number; loaded: number }
/** `bytesPerSecond` once known. `waiting`: for `waitsFor`. `saving`: uploaded, and the form is being sent. */
export type UploadProgress = {
  loaded: number
  total: number
  bytesPerSecond?: number
  state: 'sending' | 'paused' | 'waiting' | 'saving'
  waitsFor?: WaitReason | undefined
}

const windowMs = 5_000
/** The first second is skipped, because the browser and the system fill their buffers. */
const warmUpMs = 1_000
/** A shorter span gives no reliable speed. */
const minSpanMs = 1_000

/** Measures an upload's speed. Call the returned function with each progress event. */
export function createSpeedMeter(): (sample: Sample) => number | undefined {
  let samples: Array<Sample> = []
  let startedAt: number | undefined
  return (sample) => {
    startedAt ??= sample.at
    if (sample.at - startedAt < warmUpMs) return undefined
    samples = [...samples.filter(({ at }) => sample.at - at <= windowMs), sample]
    const [first] = samples
    if (!first || sample.at - first.at < minSpanMs) return undefined
    return ((sample.loaded - first.loaded) / (sample.at - first.at)) * 1_000
  }
}

/** `31 of 48.2 MB · 12 MB/s · 1 s left`, or that the server is saving. */
export function progressLabel({
  loaded,
  total,
  bytesPerSecond,
  state,
  waitsFor = 'connection',
}: UploadProgress): string {
  const isFullySent = loaded >= total
  const done = isFullySent
    ? `${formatBytes(total)} sent`
    : `${formatInUnitOf(total, loaded)} of ${formatBytes(total)}`
  if (state === 'paused') return `${done} · paused`
  if (state === 'waiting') return `${done} · ${waitLabels[waitsFor]}`
  if (isFullySent || state === 'saving') return `${formatBytes(total)} uploaded · saving…`
  if (!bytesPerSecond) return done
  return `${done} · ${formatBytes(bytesPerSecond)}/s · ${remainingTimeLabel((total - loaded) / bytesPerSecond)} left`
}

/** `2.2 of 3.2 GB · 4 min left`, for several files together. */
export function transferLabel({
  loaded,
  total,
  bytesPerSecond,
  state,
  waitsFor = 'connection',
}: UploadProgress): string {
  const done = `${formatInUnitOf(total, loaded)} of ${formatBytes(total)}`
  if (state === 'paused') return `${done} · paused`
  if (state === 'waiting') return `${done} · ${waitLabels[waitsFor]}`
  return bytesPerSecond ? `${done} · ${remainingTimeLabel((total - loaded) / bytesPerSecond)} left` : done
}

const waitLabels: Record<WaitReason, string> = {
  connection: 'connection lost, will continue automatically',
  storage: 'waiting for our storage, will continue automatically. Your progress is saved.',
  space:
    'We’re out of storage space right now. Your progress is saved. The upload will continue automatically, or you can try again later.',
}

/** Why the upload waits, announced to screen readers. */
export const waitSentences: Record<WaitReason, string> = {
  connection: 'Connection lost. The upload will continue automatically.',
  storage: 'Waiting for our storage. Your progress is saved, and the upload will continue automatically.',
  space:
    'We’re out of storage space right now. Your progress is saved. The upload will continue automatically, or you can try again later.',
}

export function percent({ loaded, total }: Pick<UploadProgress, 'loaded' | 'total'>): number {
  return total === 0 ? 100 : Math.floor((loaded / total) * 100)
}

const unitExponents: Record<string, number> = dictionary({ Bytes: 0, KB: 1, MB: 2, GB: 3 })

function formatInUnitOf(total: number, bytes: number): string {
  const unit = formatBytes(total).split(' ')[1] ?? 'Bytes'
  return (bytes / 1024 ** (unitExponents[unit] ?? 0)).toFixed(unit === 'Bytes' ? 0 : 1)
}

/** Formats seconds, at least 1. */
function remainingTimeLabel(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.ceil(seconds))} s`
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

import { formatBytes } from '../../../domain/bytes-text.ts'

/** How much had gone at a moment, in bytes and milliseconds. */
type Sample = { at: number; loaded: number }
/** Bytes sent, bytes in all, and bytes a second, once that is known. `saving`: all of it is there, the form is on its way. */
export type Progress = {
  loaded: number
  total: number
  speed?: number
  state: 'sending' | 'paused' | 'waiting' | 'saving'
}

/** Milliseconds that the speed is measured over: long enough to be calm, short enough to be true. */
const span = 5_000
/** Under this many milliseconds a speed is a guess. */
const patience = 400

/** Measures the speed of what is on its way: tell it each time how far it has come. */
export function speedometer(): (sample: Sample) => number | undefined {
  let samples: Array<Sample> = []
  return (sample) => {
    samples = [...samples.filter(({ at }) => sample.at - at <= span), sample]
    const [first] = samples
    if (!first || sample.at - first.at < patience) return undefined
    return ((sample.loaded - first.loaded) / (sample.at - first.at)) * 1_000
  }
}

/** `31 of 48.2 MB · 12 MB/s · 1 s left`; once all has gone, that the server is still at it. */
export function progressWords({ loaded, total, speed, state }: Progress): string {
  if (loaded >= total || state === 'saving') return `${formatBytes(total)} sent · saving it`
  const done = `${inUnitOf(total, loaded)} of ${formatBytes(total)}`
  if (state === 'paused') return `${done} · paused`
  if (state === 'waiting') return `${done} · connection lost, going on by itself as soon as it is back`
  if (!speed) return done
  return `${done} · ${formatBytes(speed)}/s · ${timeWords((total - loaded) / speed)} left`
}

export function percent({ loaded, total }: Pick<Progress, 'loaded' | 'total'>): number {
  return total === 0 ? 100 : Math.floor((loaded / total) * 100)
}

const steps: Record<string, number> = { Bytes: 0, KB: 1, MB: 2, GB: 3 }

/** An amount in the unit in which the whole is written. */
function inUnitOf(total: number, bytes: number): string {
  const unit = formatBytes(total).split(' ')[1] ?? 'Bytes'
  return (bytes / 1024 ** (steps[unit] ?? 0)).toFixed(unit === 'Bytes' ? 0 : 1)
}

/** Seconds as a person says them, never less than one. */
function timeWords(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.ceil(seconds))} s`
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

import { BusyError } from '../../domain/errors.ts'

type Options = { max: number; windowMs: number; sentence: string; now?: () => number }

/**
 * Counts calls for a key in the memory of this process, in fixed windows. For calls that cost little once but are asked
 * for without end: refusing one takes no query. Limits that all processes share are in throttle.ts.
 */
export function requestWindow({ max, windowMs, sentence, now = Date.now }: Options) {
  let counts = new Map<string, number>()
  let endsAt = 0

  /** Throws BusyError once the key is used up. */
  return function countRequest(key: string): void {
    const at = now()
    if (at >= endsAt) {
      counts = new Map()
      endsAt = at + windowMs
    }
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    if (count > max) throw new BusyError('throttled', sentence, Math.ceil((endsAt - at) / 1_000))
  }
}

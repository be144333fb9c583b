import { BusyError } from '../../domain/errors.ts'

type Options = { max: number; windowMs: number; sentence: string; now?: () => number }

/**
 * Counts requests for a key in this process's memory, in fixed windows. For cheap requests that may be sent
 * endlessly: refusing one needs no query. Limits shared by all processes are in rate-limit.ts.
 */
export function requestWindow({ max, windowMs, sentence, now = Date.now }: Options) {
  let counts = new Map<string, number>()
  let endsAt = 0

  /** Throws BusyError when the key is over its maximum. */
  return function countRequest(key: string): void {
    const at = now()
    if (at >= endsAt) {
      counts = new Map()
      endsAt = at + windowMs
    }
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    if (count > max) throw new BusyError('rate_limited', sentence, Math.ceil((endsAt - at) / 1_000))
  }
}

const initialDelayMs = 1_000
const maxDelayMs = 10_000

/** Milliseconds until the next poll of a processing payment; `attempt` counts from 0. */
export function pollingDelayMs(attempt: number): number {
  return Math.min(maxDelayMs, Math.round(initialDelayMs * 1.25 ** attempt))
}

/** Resolves after `ms` milliseconds. */
export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

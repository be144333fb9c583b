const initialDelayMs = 1_000
const maxDelayMs = 10_000

/** Milliseconds to wait before asking again about a payment that is on its way; `tries` counts from 0. */
export function pollingDelayMs(attempt: number): number {
  return Math.min(maxDelayMs, Math.round(initialDelayMs * 1.25 ** attempt))
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

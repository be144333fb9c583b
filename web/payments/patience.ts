const first = 1_000
const longest = 10_000

/** Milliseconds to wait before asking again about a payment that is on its way; `tries` counts from 0. */
export function patience(tries: number): number {
  return Math.min(longest, Math.round(first * 1.25 ** tries))
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

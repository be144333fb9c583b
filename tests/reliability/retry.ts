import { setTimeout as sleep } from 'node:timers/promises'

const pauseMs = 100

/** Retries a step until it succeeds. Throws its last error after `timeoutMs`. */
export async function retryUntilSuccess<T>(step: () => Promise<T>, timeoutMs = 90_000): Promise<T> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    try {
      return await step()
    } catch (error) {
      if (performance.now() > deadline) throw error
      await sleep(pauseMs)
    }
  }
}

/** Polls until `check` returns true; an error counts as false. Throws after `timeoutMs`. */
export function waitUntilTrue(check: () => Promise<boolean>, timeoutMs?: number): Promise<void> {
  return retryUntilSuccess(async () => {
    if (!(await check())) throw new Error(`Still not true: ${check}`)
  }, timeoutMs)
}

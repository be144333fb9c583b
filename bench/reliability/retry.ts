import { setTimeout as sleep } from 'node:timers/promises'

const pauseMs = 100

/** Retries a step until it succeeds, as a person would. Throws its last error after `timeoutMs`. */
export async function untilDone<T>(step: () => Promise<T>, timeoutMs = 90_000): Promise<T> {
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

/** Polls until `ask` returns true; an error counts as false. Throws after `timeoutMs`. */
export function untilTrue(ask: () => Promise<boolean>, timeoutMs?: number): Promise<void> {
  return untilDone(async () => {
    if (!(await ask())) throw new Error(`Still not true: ${ask}`)
  }, timeoutMs)
}

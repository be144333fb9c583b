import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds. */
const pauseMs = 100

/** Does a step again until it succeeds, as a person does whose page failed. Throws its last error after `timeoutMs`. */
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

/** Asks again until the answer is yes; an error counts as no. Throws after `timeoutMs`. */
export function untilTrue(ask: () => Promise<boolean>, timeoutMs?: number): Promise<void> {
  return untilDone(async () => {
    if (!(await ask())) throw new Error(`Still not true: ${ask}`)
  }, timeoutMs)
}

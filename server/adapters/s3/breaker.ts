import { setTimeout as sleep } from 'node:timers/promises'
import { StoreUnavailableError } from '../../ports/file-store.ts'

export type BreakerLimits = { maxUnanswered: number; probeEveryMs: number }

type Options = BreakerLimits & {
  /** Whether a failed call got no answer. A refusal, a missing object and an error of the store are answers. */
  isUnanswered(error: unknown): boolean
  /** Asks the store for nothing in particular. Resolves with whether it answered. */
  probe(): Promise<boolean>
}

export type StoreBreaker = {
  /** Throws StoreUnavailableError at once while the store answers nothing, with the cause of the last call. */
  run<T>(call: () => Promise<T>): Promise<T>
}

/**
 * Refuses calls to a store that has not answered several in a row, so that nobody waits for it. It probes the store at
 * once and then at intervals, and lets calls through again after the first answer. A single object that is never
 * answered so stops nothing: the probe is.
 */
export function storeBreaker({ maxUnanswered, probeEveryMs, isUnanswered, probe }: Options): StoreBreaker {
  let unanswered = 0
  let isOpen = false
  let lastCause: unknown

  async function probeUntilAnswered(): Promise<void> {
    while (!(await probe())) await sleep(probeEveryMs, undefined, { ref: false })
    unanswered = 0
    isOpen = false
  }

  return {
    async run(call) {
      if (isOpen)
        throw new StoreUnavailableError(`The object store has not answered ${maxUnanswered} calls in a row`, {
          cause: lastCause,
        })
      try {
        const answer = await call()
        unanswered = 0
        return answer
      } catch (error) {
        unanswered = isUnanswered(error) ? unanswered + 1 : 0
        lastCause = error instanceof StoreUnavailableError ? error.cause : error
        if (unanswered >= maxUnanswered && !isOpen) {
          isOpen = true
          void probeUntilAnswered()
        }
        throw error
      }
    },
  }
}

import { setTimeout as sleep } from 'node:timers/promises'

export type StopStep = {
  name: string
  run: () => unknown
  /** How long the steps after it wait for it. */
  timeoutMs: number
}

/**
 * Runs the steps of a stop one after the other. A step that throws or takes too long is told to `onHeld` with its name, and
 * the next one begins: what is left undone is what a kill would leave undone as well.
 */
export async function runStopSteps(
  steps: Array<StopStep>,
  onHeld: (name: string, error?: unknown) => void,
): Promise<void> {
  for (const { name, run, timeoutMs } of steps) {
    const done = Promise.resolve()
      .then(run)
      .then(
        () => true,
        (error: unknown) => {
          onHeld(name, error)
          return true
        },
      )
    const timedOut = sleep(timeoutMs, false, { ref: false })
    if (!(await Promise.race([done, timedOut]))) onHeld(name)
  }
}

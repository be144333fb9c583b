import { setTimeout as sleep } from 'node:timers/promises'

export type StopStep = {
  name: string
  run: () => unknown
  /** How long the next step waits for this one. */
  timeoutMs: number
}

/**
 * Runs the steps of a shutdown sequentially. A step that throws or times out is reported to `onFailed` by name, and the
 * next one begins. The next start treats unfinished work as after a kill.
 */
export async function runStopSteps(
  steps: Array<StopStep>,
  onFailed: (name: string, error?: unknown) => void,
): Promise<void> {
  for (const { name, run, timeoutMs } of steps) {
    const done = Promise.resolve()
      .then(run)
      .then(
        () => true,
        (error: unknown) => {
          onFailed(name, error)
          return true
        },
      )
    const timedOut = sleep(timeoutMs, false, { ref: false })
    if (!(await Promise.race([done, timedOut]))) onFailed(name)
  }
}

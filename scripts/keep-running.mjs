import { setTimeout as sleep } from 'node:timers/promises'

/** The exit code of a start that failed because of a setting (server/start.ts). */
export const configErrorExitCode = 78

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
const defaults = { firstDelayMs: 1_000, maxDelayMs: 30_000, stableAfterMs: 60_000 }

/**
 * Runs a server and restarts it when it ends unexpectedly, with exponential backoff that resets after a minute of
 * running. Not restarted: exit code 0, a first start that was refused, and any exit after a stop signal. Returns the
 * last exit code.
 */
export async function keepRunning(start, timing = {}) {
  const { firstDelayMs, maxDelayMs, stableAfterMs } = { ...defaults, ...timing }
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  for (const signal of signals) process.on(signal, stop)

  let delayMs = firstDelayMs
  try {
    for (let starts = 1; ; starts++) {
      const began = performance.now()
      const code = await start()
      if (code === 0 || stopping.signal.aborted || (code === configErrorExitCode && starts === 1)) return code
      if (performance.now() - began >= stableAfterMs) delayMs = firstDelayMs
      const seconds = Math.ceil(delayMs / 1_000)
      console.error(`Tipdrop ended unexpectedly (exit code ${code}). Restarting in ${seconds} s …`)
      await sleep(delayMs, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) return code
      delayMs = Math.min(delayMs * 2, maxDelayMs)
    }
  } finally {
    for (const signal of signals) process.off(signal, stop)
  }
}

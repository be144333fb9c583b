import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseHealth } from '../../db/health.ts'

type Probe = Pick<DatabaseHealth, 'isUnavailable'>
type Timing = { maxWaitMs: number; recentMs: number }

/** A busy pool responds late, while a lost connection fails at once, so only the wait has a limit. */
const defaults: Timing = { maxWaitMs: 100, recentMs: 10_000 }

/**
 * Checks the database without waiting behind a flood of requests: concurrent probes share one query, and when the
 * pool is too busy to respond, a good response of the last seconds counts.
 */
export function healthProbe(health: Probe, { maxWaitMs, recentMs }: Timing = defaults): Probe {
  let running: Promise<boolean> | undefined
  let lastGoodAt = Number.NEGATIVE_INFINITY

  async function query(): Promise<boolean> {
    const isUnavailable = await health.isUnavailable()
    if (!isUnavailable) lastGoodAt = performance.now()
    return isUnavailable
  }

  return {
    isUnavailable() {
      running ??= query().finally(() => {
        running = undefined
      })
      if (performance.now() - lastGoodAt >= recentMs) return running
      return Promise.race([running, sleep(maxWaitMs, false, { ref: false })])
    },
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseHealth } from '../../db/health.ts'

type Probe = Pick<DatabaseHealth, 'isAway'>
type Timing = { maxWaitMs: number; recentMs: number }

/** A busy pool answers late; a lost database fails. */
const defaults: Timing = { maxWaitMs: 100, recentMs: 10_000 }

/**
 * Asks whether the database is away without standing in line behind a flood of requests: probes that come together share one
 * query, and where the pool is too busy to answer at once, a good answer of a few seconds ago counts.
 */
export function healthProbe(health: Probe, { maxWaitMs, recentMs }: Timing = defaults): Probe {
  let running: Promise<boolean> | undefined
  let lastGoodAt = Number.NEGATIVE_INFINITY

  async function ask(): Promise<boolean> {
    const isAway = await health.isAway()
    if (!isAway) lastGoodAt = performance.now()
    return isAway
  }

  return {
    isAway() {
      running ??= ask().finally(() => {
        running = undefined
      })
      if (performance.now() - lastGoodAt >= recentMs) return running
      return Promise.race([running, sleep(maxWaitMs, false, { ref: false })])
    },
  }
}

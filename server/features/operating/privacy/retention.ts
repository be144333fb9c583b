import { incrementCounter, readCounter, resetCounters } from '../../../http/rate-limit.ts'
import type { Ports } from '../../../ports/index.ts'
import type { RetentionRule, StoredData } from '../../feature.ts'

const dayMs = 24 * 3_600_000
const batchSize = 1_000
/** A rule with more left continues in the next round, so that a backlog does not cause a long burst of writes. */
const maxBatches = 20
/** One process claims each day's run by this counter. */
const runKey = 'retention'

export type RetentionRun = {
  batchSize?: number
  maxBatches?: number
  signal?: AbortSignal | undefined
}

/** Applies every retention rule once a day, in one process of the instance. */
export async function deleteExpiredData(ports: Ports, signal: AbortSignal | undefined, stored: StoredData) {
  const { db, clock } = ports
  const now = clock.now()
  // Only the first round of a day writes.
  if ((await readCounter(db, runKey, now)) > 0) return
  if ((await incrementCounter(db, { key: runKey, windowMs: dayMs }, now)) > 1) return
  if (!(await applyRetention(ports, stored, { signal }))) await resetCounters(db, [runKey])
}

/** Returns whether nothing expired is left. A rule that fails is retried with the next day's run. */
export async function applyRetention(
  ports: Ports,
  stored: StoredData,
  { signal, ...limits }: RetentionRun = {},
): Promise<boolean> {
  let isComplete = true
  for (const rule of stored.retention) {
    if (!('deleteBatch' in rule)) continue
    const isRuleComplete = await applyRule(ports, rule, { ...limits, stored, signal }).catch(
      (error: unknown) => {
        ports.log.error(
          { err: error, ...describe(rule) },
          'expired data could not be deleted, will retry tomorrow',
        )
        return true
      },
    )
    isComplete &&= isRuleComplete
  }
  return isComplete
}

async function applyRule(
  ports: Ports,
  rule: RetentionRule,
  {
    batchSize: limit = batchSize,
    maxBatches: batches = maxBatches,
    stored,
    signal,
  }: RetentionRun & { stored: StoredData },
): Promise<boolean> {
  const before = new Date(ports.clock.now().getTime() - rule.keepDays * dayMs)
  let deleted = 0
  let isComplete = false
  for (let batch = 0; batch < batches && !isComplete && !signal?.aborted; batch++) {
    const count = await rule.deleteBatch(ports, before, limit, stored)
    deleted += count
    isComplete = count < limit
  }
  if (deleted > 0) ports.log.info({ ...describe(rule), deleted, before }, 'deleted expired data')
  return isComplete
}

function describe({ store, data }: RetentionRule) {
  return { store, what: data }
}

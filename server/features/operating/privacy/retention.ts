import { incrementCounter, readCounter, resetCounters } from '../../../http/rate-limit.ts'
import type { Ports } from '../../../ports/index.ts'
import { otherRetention } from './other-retention.ts'
import { type RetentionRule, retentionRules } from './retention-rules.ts'

const dayMs = 24 * 3_600_000
const batchSize = 1_000
/** A rule with more left continues in the next round, so that a backlog does not cause a long burst of writes. */
const maxBatches = 20
/** One process claims each day's run by this counter. */
const runKey = 'retention'

export type RetentionRun = {
  rules?: ReadonlyArray<RetentionRule>
  batchSize?: number
  maxBatches?: number
  signal?: AbortSignal | undefined
}

/** Applies every retention rule once a day, in one process of the instance. */
export async function deleteExpiredData(ports: Ports, signal?: AbortSignal): Promise<void> {
  const { db, clock } = ports
  const now = clock.now()
  // Only the first round of a day writes.
  if ((await readCounter(db, runKey, now)) > 0) return
  if ((await incrementCounter(db, { key: runKey, windowMs: dayMs }, now)) > 1) return
  if (!(await applyRetention(ports, { signal }))) await resetCounters(db, [runKey])
}

/** Returns whether nothing expired is left. A rule that fails is retried with the next day's run. */
export async function applyRetention(
  ports: Ports,
  { rules = retentionRules, signal, ...limits }: RetentionRun = {},
): Promise<boolean> {
  let isComplete = true
  for (const rule of rules) {
    const isRuleComplete = await applyRule(ports, rule, { ...limits, signal }).catch((error: unknown) => {
      ports.log.error(
        { err: error, ...describe(rule) },
        'expired data could not be deleted, will retry tomorrow',
      )
      return true
    })
    isComplete &&= isRuleComplete
  }
  return isComplete
}

async function applyRule(
  ports: Ports,
  rule: RetentionRule,
  { batchSize: limit = batchSize, maxBatches: batches = maxBatches, signal }: RetentionRun,
): Promise<boolean> {
  const before = new Date(ports.clock.now().getTime() - rule.keepDays * dayMs)
  let deleted = 0
  let isComplete = false
  for (let batch = 0; batch < batches && !isComplete && !signal?.aborted; batch++) {
    const count = await rule.deleteBatch(ports, before, limit)
    deleted += count
    isComplete = count < limit
  }
  if (deleted > 0) ports.log.info({ ...describe(rule), deleted, before }, 'deleted expired data')
  return isComplete
}

function describe({ store, data }: RetentionRule) {
  return { store, what: data }
}

/** What is stored about people and for how long, for the privacy page. The times are those of the code that deletes. */
export const publicRetention = [
  { data: 'Purchases, receipts, refunds and our accounts', kept: 'always; tax law requires us to keep them' },
  { data: 'Your email address and messages at a purchase', kept: 'until you erase them at /my-data' },
  { data: 'What you entered at a checkout that you did not pay', kept: after('checkouts') },
  { data: 'Emails about purchases, refunds and payouts', kept: keptBy('emails about purchases') },
  { data: 'Emails about sign-in, your account and feedback', kept: after('deliveries') },
  { data: 'Codes to sign in', kept: keptBy('codes for sign-in') },
  { data: 'Sessions', kept: after('sessions') },
  { data: 'Browsers that have signed in to an account', kept: after('known_browsers') },
  { data: 'Visits, as hashes', kept: keptBy('hashes of visitors') },
  { data: 'Where visitors came from, without who they are', kept: after('daily_view_sources') },
  { data: 'The email address of a follower', kept: keptBy('confirmed followers') },
  { data: 'Messages to us', kept: after('feedback') },
  { data: 'Accounts of creators', kept: keptBy('accounts and their former handles') },
]

/** The time of the first rule of a table. Throws when it has none. */
function after(store: string): string {
  const rule = retentionRules.find((candidate) => candidate.store === store)
  if (!rule) throw new Error(`${store} has no retention rule`)
  return `${rule.keepDays} ${rule.keepDays === 1 ? 'day' : 'days'} after ${rule.since}`
}

/** The retention of data that begins with these words. Throws when there is none. */
function keptBy(data: string): string {
  const entry = otherRetention.find((candidate) => candidate.data.startsWith(data))
  if (!entry) throw new Error(`No retention is stated for ${data}`)
  return entry.retention
}

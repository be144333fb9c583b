import { randomBytes, randomInt } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '../tests/support/http-client.ts'
import { type ServerProcess, startServerProcess } from '../tests/support/server-process.ts'
import { type Buyer, finalOutcome, type Items, runBuyer } from './fault-injection-buyers.ts'
import { countInvariantViolations, countUndelivered } from './fault-injection-queries.ts'

export type FaultInjectionReport = {
  purchases: number
  kills: number
  delivered: number
  refunded: number
  /** Buyers with neither their purchase nor a refund. */
  unresolved: number
  /** Webhooks the provider created, and those it never sent. */
  webhooks: number
  dropped: number
  /** The time from the last start until everything was delivered or refunded. */
  recoveryMs: number
  /** Paid purchases that were neither delivered nor refunded in time. */
  lateCount: number
  violations: Awaited<ReturnType<typeof countInvariantViolations>>
  /** The server's health response at the end. */
  health: string
}

const concurrency = 8
/** The maximum delivery time of product.md. */
const deliverySlaMs = 120_000
/** A different seed for each start: the same seed would drop the same few webhooks in each short run. */
const faultSettings = (start: number) => ({
  SANDBOX_FAULTS: `drop=0.3,duplicate=0.3,delayMs=2000,shuffle=yes,seed=${start * 7_919}`,
})

type Options = {
  purchases: number
  /** `real` waits for the clock; `short` moves the timestamps in the database back instead. */
  timing?: 'real' | 'short'
  /** How long the server runs between two kills. */
  uptimeRangeMs?: [min: number, max: number]
}

/**
 * Runs buyers over real HTTP, with webhooks that are dropped, duplicated, delayed and reordered, while the server is
 * killed repeatedly.
 */
export async function runFaultInjection(
  { purchases, timing = 'real', uptimeRangeMs = [1_000, 4_000] }: Options,
  log: (line: string) => void,
): Promise<FaultInjectionReport> {
  const site = await startServerProcess(faultSettings)
  const bytes = randomBytes(64 * 1024)
  try {
    await site.start()
    const items = await createItems(site, bytes)
    const { buyers, kills } = await buyDuringRestarts(site, { items, purchases, uptimeRangeMs }, log)
    const recoveryMs = await waitUntilDelivered(site, items, timing, log)
    // Counted before the buyers check: their requests would settle late payments.
    const lateCount = await countUndelivered(site, items.lost)

    const outcomes = new Map<string, number>()
    for (const buyer of buyers) {
      const what = await finalOutcome(buyer, bytes)
      outcomes.set(what, (outcomes.get(what) ?? 0) + 1)
      if (what === 'nothing') log(`nothing: ${buyer.behavior}, ${buyer.checkout.paymentIntentId}`)
    }
    const [webhookCounts] = await site.query<{ all: string; dropped: string }>(
      `select count(*) as all, count(*) filter (where last_response_status = 'dropped') as dropped from sandbox.webhook_deliveries`,
    )
    const health = await waitForHealth(site)
    return {
      ...{ purchases: buyers.length, kills, recoveryMs, lateCount },
      delivered: outcomes.get('delivered') ?? 0,
      refunded: outcomes.get('refunded') ?? 0,
      unresolved: outcomes.get('nothing') ?? 0,
      webhooks: Number(webhookCounts?.all),
      dropped: Number(webhookCounts?.dropped),
      violations: await countInvariantViolations(site),
      health,
    }
  } finally {
    await site.remove()
  }
}

/** The health response after the next sweeps have processed the rows that were made due. */
async function waitForHealth(site: ServerProcess): Promise<string> {
  let status = ''
  for (let i = 0; i < 60 && status !== 'ok'; i++) {
    const response = (await (await fetch(`${site.url}/health/delivery`)).json()) as { status: string }
    status = response.status
    if (status !== 'ok') await sleep(1_000)
  }
  return status
}

/** Creates two items of one creator and removes the file of one from the store. */
async function createItems(site: ServerProcess, bytes: Buffer): Promise<Items> {
  const creator = createClient(site.url)
  await creator.signIn(site, 'mara@example.com')
  const items = { good: await creator.publish(bytes), lost: await creator.publish(Buffer.from('lost')) }
  const [file] = await site.query<{ key: string }>(
    `select f.key from files f join content_items c on c.file_id = f.id where c.id = ${items.lost}`,
  )
  // The first sweep writes the sentinel to the store. Without the sentinel, missing files are not treated as lost.
  await waitForSentinel(site)
  await rm(join(site.dataDir, 'files', file?.key ?? ''))
  return items
}

async function waitForSentinel(site: ServerProcess): Promise<void> {
  for (let i = 0; i < 100; i++) {
    const [row] = await site.query<{ at: string | null }>(
      'select store_sentinel_written_at as at from instance',
    )
    if (row?.at) return
    await sleep(50)
  }
  throw new Error('The store has no sentinel')
}

type Sale = { items: Items; purchases: number; uptimeRangeMs: [min: number, max: number] }

async function buyDuringRestarts(
  site: ServerProcess,
  { items, purchases, uptimeRangeMs }: Sale,
  log: (line: string) => void,
): Promise<{ buyers: Array<Buyer>; kills: number }> {
  const buyers: Array<Buyer> = []
  let next = 0
  const allBuyers = Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (next < purchases) buyers.push(await runBuyer(site.url, items, next++))
    }),
  )
  const progress = { isOver: false }
  const done = allBuyers.finally(() => {
    progress.isOver = true
  })
  let kills = 0
  while (!progress.isOver) {
    await sleep(randomInt(...uptimeRangeMs))
    await site.kill()
    kills += 1
    await site.start()
    if (kills % 10 === 0) log(`${kills} kills, ${buyers.length} of ${purchases} have paid`)
  }
  await done
  return { buyers, kills }
}

/** Waits until every paid buyer has the purchase, at most the promised time. Returns the milliseconds since the start. */
async function waitUntilDelivered(
  site: ServerProcess,
  { lost }: Items,
  timing: 'real' | 'short',
  log: (line: string) => void,
): Promise<number> {
  const began = performance.now()
  for (let pollCount = 0; performance.now() - began < deliverySlaMs; pollCount++) {
    const { unsentEmails } = await countInvariantViolations(site)
    const undelivered = await countUndelivered(site, lost)
    if (undelivered + unsentEmails === 0) break
    if (pollCount % 40 === 0)
      log(
        `${undelivered} undelivered, ${Math.round((performance.now() - began) / 1000)} s after the last start`,
      )
    if (timing === 'short') await advanceTimestamps(site)
    await sleep(timing === 'short' ? 2_000 : 250)
  }
  return performance.now() - began
}

/** Moves all timestamps back by two minutes; the following start sweeps at once. */
async function advanceTimestamps(site: ServerProcess): Promise<void> {
  await makeDue(site)
  await site.kill()
  await site.start()
}

/** Moves the timestamps of everything that is scheduled back by two minutes. */
export async function makeDue(site: ServerProcess): Promise<void> {
  const ago = `- interval '2 minutes'`
  await site.query(
    `update checkouts set next_check_at = next_check_at ${ago} where next_check_at is not null`,
  )
  await site.query(`update deliveries set created_at = created_at ${ago} where state = 'waiting'`)
  await site.query(`update missing_files set missing_since = missing_since ${ago}`)
  await site.query(`update webhook_events set received_at = received_at ${ago} where processed_at is null`)
  await site.query(`update refund_requests set decided_at = decided_at ${ago}, next_attempt_at = next_attempt_at ${ago}
    where state = 'processing'`)
  await site.query(
    `update sandbox.payment_intents set succeeds_at = succeeds_at ${ago} where succeeds_at is not null`,
  )
}

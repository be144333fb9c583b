import { randomBytes, randomInt } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Buyer, finalOutcome, type Items, runBuyer } from './fault-injection-buyers.ts'
import { countInvariantViolations, countUndelivered } from './fault-injection-queries.ts'
import { createClient } from './http-client.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'

export type FaultRun = {
  purchases: number
  kills: number
  delivered: number
  refunded: number
  /** Buyers who have neither what they paid for nor their money. */
  unresolved: number
  /** Webhooks the provider wrote, and those it never posted. */
  webhooks: number
  dropped: number
  /** Milliseconds from the last start until everything was delivered or paid back, and what was not by then. */
  recovery: number
  late: number
  faults: Awaited<ReturnType<typeof countInvariantViolations>>
  /** What the server said of itself once all was well. */
  health: string
}

const concurrency = 8
/** Milliseconds: the promise of product.md. */
const deliverySlaMs = 120_000
/** Another seed for each start: the same one would lose the same few webhooks of each short life. */
const faultSettings = (start: number) => ({
  SANDBOX_FAULTS: `drop=0.3,duplicate=0.3,delayMs=2000,shuffle=yes,seed=${start * 7_919}`,
})

type Options = {
  purchases: number
  /** `real`: the clock is waited for. `short`: the waits of the sweeper are taken out of the database. */
  waits?: 'real' | 'short'
  /** Milliseconds a server lives between two kills. */
  lives?: [least: number, most: number]
}

/** Buyers over real HTTP, a post that loses, doubles, delays and shuffles, and a server that is killed throughout. */
export async function runFaultInjection(
  { purchases, waits: timing = 'real', lives: uptimeRangeMs = [1_000, 4_000] }: Options,
  log: (line: string) => void,
): Promise<FaultRun> {
  const site = await startServerProcess(faultSettings)
  const bytes = randomBytes(64 * 1024)
  try {
    await site.start()
    const items = await createItems(site, bytes)
    const { buyers, kills } = await buyDuringRestarts(site, { items, purchases, lives: uptimeRangeMs }, log)
    const recoveryMs = await waitUntilDelivered(site, items, timing, log)
    // Counted before the buyers are asked: their asking would settle what is late.
    const late = await countUndelivered(site, items.lost)

    const outcomes = new Map<string, number>()
    for (const buyer of buyers) {
      const what = await finalOutcome(buyer, bytes)
      outcomes.set(what, (outcomes.get(what) ?? 0) + 1)
      if (what === 'nothing') log(`nothing: ${buyer.habit}, ${buyer.attempt.paymentIntentId}`)
    }
    const [post] = await site.query<{ all: string; dropped: string }>(
      `select count(*) as all, count(*) filter (where last_answer = 'dropped') as dropped from sandbox_deliveries`,
    )
    const health = await waitForHealth(site)
    return {
      ...{ purchases: buyers.length, kills, recovery: recoveryMs, late },
      delivered: outcomes.get('delivered') ?? 0,
      refunded: outcomes.get('refunded') ?? 0,
      unresolved: outcomes.get('nothing') ?? 0,
      webhooks: Number(post?.all),
      dropped: Number(post?.dropped),
      faults: await countInvariantViolations(site),
      health,
    }
  } finally {
    await site.remove()
  }
}

/** What the site says of its deliveries, once the next sweeps have looked at what was made due by hand. */
async function waitForHealth(site: ServerProcess): Promise<string> {
  let said = ''
  for (let i = 0; i < 60 && said !== 'ok'; i++) {
    const answer = (await (await fetch(`${site.url}/health/delivery`)).json()) as { status: string }
    said = answer.status
    if (said !== 'ok') await sleep(1_000)
  }
  return said
}

/** Two items of one creator; the file of one is taken out of the store before anybody has it. */
async function createItems(site: ServerProcess, bytes: Buffer): Promise<Items> {
  const creator = createClient(site.url)
  await creator.signsIn(site, 'mara@example.com')
  const items = { good: await creator.publishes(bytes), lost: await creator.publishes(Buffer.from('lost')) }
  const [file] = await site.query<{ key: string }>(
    `select f.key from files f join contents c on c.file_id = f.id where c.id = ${items.lost}`,
  )
  // The first sweep has left its mark in the store: a file that is missing from then on is missing.
  await waitForSentinel(site)
  await rm(join(site.dataDir, 'files', file?.key ?? ''))
  return items
}

async function waitForSentinel(site: ServerProcess): Promise<void> {
  for (let i = 0; i < 100; i++) {
    const [row] = await site.query<{ at: string | null }>('select store_marked_at as at from instance')
    if (row?.at) return
    await sleep(50)
  }
  throw new Error('The store was not marked')
}

type Sale = { items: Items; purchases: number; lives: [least: number, most: number] }

async function buyDuringRestarts(
  site: ServerProcess,
  { items, purchases, lives: uptimeRangeMs }: Sale,
  log: (line: string) => void,
): Promise<{ buyers: Array<Buyer>; kills: number }> {
  const buyers: Array<Buyer> = []
  let next = 0
  const shopping = Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (next < purchases) buyers.push(await runBuyer(site.url, items, next++))
    }),
  )
  const over = { yet: false }
  const done = shopping.finally(() => {
    over.yet = true
  })
  let kills = 0
  while (!over.yet) {
    await sleep(randomInt(...uptimeRangeMs))
    await site.kill()
    kills += 1
    await site.start()
    if (kills % 10 === 0) log(`${kills} kills, ${buyers.length} of ${purchases} have paid`)
  }
  await done
  return { buyers, kills }
}

/** Milliseconds from now, when the server is back for good, until nobody who paid waits any more; at most the promise. */
async function waitUntilDelivered(
  site: ServerProcess,
  { lost }: Items,
  timing: 'real' | 'short',
  log: (line: string) => void,
): Promise<number> {
  const began = performance.now()
  for (let look = 0; performance.now() - began < deliverySlaMs; look++) {
    const { mailsNotSent } = await countInvariantViolations(site)
    const waiting = await countUndelivered(site, lost)
    if (waiting + mailsNotSent === 0) break
    if (look % 40 === 0)
      log(`${waiting} wait, ${Math.round((performance.now() - began) / 1000)} s after the last start`)
    if (timing === 'short') await advanceTimestamps(site)
    await sleep(timing === 'short' ? 2_000 : 250)
  }
  return performance.now() - began
}

/** Two minutes, for what waits for them; the start that follows sweeps at once. */
async function advanceTimestamps(site: ServerProcess): Promise<void> {
  await makeDue(site)
  await site.kill()
  await site.start()
}

/** Everything that waits for its time has waited two minutes longer. */
export async function makeDue(site: ServerProcess): Promise<void> {
  const ago = `- interval '2 minutes'`
  await site.query(`update attempts set next_check_at = next_check_at ${ago} where next_check_at is not null`)
  await site.query(`update missing_files set missing_since = missing_since ${ago}`)
  await site.query(`update provider_events set received_at = received_at ${ago} where handled_at is null`)
  await site.query(`update refund_requests set decided_at = decided_at ${ago}, next_try_at = next_try_at ${ago}
    where state = 'refunding'`)
  await site.query(`update sandbox_payments set settles_at = settles_at ${ago} where settles_at is not null`)
}

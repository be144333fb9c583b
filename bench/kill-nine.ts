import { randomBytes, randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type BenchClient, type CreatedCheckout, createClient } from './http-client.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'

/** One try at buying, as its buyer remembers it. `order` once the server has said that it is theirs. */
type Sale = { fan: BenchClient; attempt: CreatedCheckout; contentId: number; order?: number }

export type KillReport = {
  rounds: number
  paid: number
  acknowledged: number
  /** Said to be theirs, and then not there or not the same. */
  lost: number
  /** Paid at the provider and still without a purchase two minutes after the restart. */
  undelivered: number
  /** Cents that the whole ledger is off zero, and postings that are. */
  outOfBalance: number
  /** Payments with more than one purchase or sale in the books. */
  double: number
  /** Milliseconds from the restart until everything paid was delivered, at worst. */
  slowestRecovery: number
}

const concurrency = 8
/** Rounds before buyers turn to another item: so many checkouts of one in so short a time are limited. */
const roundsOfItem = 10
/** Milliseconds: the promise of product.md. */
const deliverySlaMs = 120_000

/** Kills the server at random moments while people buy, and looks after each restart whether anything was lost. */
export async function runKillRounds(
  { rounds }: { rounds: number },
  log: (line: string) => void,
): Promise<KillReport> {
  const site = await startServerProcess()
  const bytes = randomBytes(64 * 1024)
  const total: KillReport = {
    ...{ rounds, paid: 0, acknowledged: 0, lost: 0, undelivered: 0 },
    ...{ outOfBalance: 0, double: 0, slowestRecovery: 0 },
  }
  const all: Array<Sale> = []
  try {
    await site.start()
    const creator = createClient(site.url)
    await creator.signsIn(site, 'mara@example.com')
    let contentId = await creator.publishes(bytes)

    for (let round = 1; round <= rounds; round++) {
      if (round % roundsOfItem === 0) contentId = await creator.publishes(bytes)
      // Every second time somebody has been told first, however slow the machine.
      const sales = await buyUntilKill(site, contentId, { onceTold: round % 2 === 0 })
      all.push(...sales)
      const back = await site.start()
      const roundResult = await inspect(site, { sales, bytes })
      total.lost += roundResult.lost
      total.undelivered += roundResult.undelivered
      total.outOfBalance += roundResult.outOfBalance
      total.double += roundResult.double
      total.slowestRecovery = Math.max(total.slowestRecovery, back + roundResult.recovery)
      const told = sales.filter(({ order }) => order !== undefined).length
      log(
        `round ${round}: ${sales.length} begun, ${told} acknowledged, back in ${Math.round(back)} ms, ` +
          `all paid ones delivered ${Math.round(roundResult.recovery)} ms later, ${roundResult.lost} lost`,
      )
    }
    total.lost += await countLost(all, bytes)
    total.acknowledged = all.filter(({ order }) => order !== undefined).length
    const [count] = await site.query<{ paid: string }>(
      "select count(*) as paid from sandbox_payments where state = 'paid'",
    )
    total.paid = Number(count?.paid)
    return total
  } finally {
    await site.remove()
  }
}

async function buyUntilKill(
  site: ServerProcess,
  contentId: number,
  { onceTold: waitForFirstAck }: { onceTold: boolean },
): Promise<Array<Sale>> {
  const sales: Array<Sale> = []
  const killed = { yet: false }
  const shopping = Array.from({ length: concurrency }, async () => {
    while (!killed.yet) await buy(site, contentId, sales).catch(() => sleep(5))
  })
  const isTold = () => sales.some(({ order }) => order !== undefined)
  for (const late = Date.now() + deliverySlaMs; waitForFirstAck && !isTold() && Date.now() < late; )
    await sleep(20)
  await sleep(randomInt(200, 1_500))
  await site.kill()
  killed.yet = true
  await Promise.all(shopping)
  return sales
}

async function buy(site: ServerProcess, contentId: number, sales: Array<Sale>): Promise<void> {
  const fan = createClient(site.url)
  const sale: Sale = { fan, attempt: await fan.starts(contentId), contentId }
  sales.push(sale)
  await fan.pays(sale.attempt)
  const { state, purchaseId } = await fan.completes(sale.attempt)
  if (state === 'paid' && purchaseId !== null) sale.order = purchaseId
}

async function inspect(site: ServerProcess, { sales, bytes }: { sales: Array<Sale>; bytes: Buffer }) {
  const lost = await countLost(sales, bytes)
  const began = performance.now()
  let undelivered = await countUndelivered(site)
  while (undelivered > 0 && performance.now() - began < deliverySlaMs) {
    await sleep(100)
    undelivered = await countUndelivered(site)
  }
  const recovery = performance.now() - began
  const [books] = await site.query<{ off: string; postings: string; double: string }>(`
    select (select abs(coalesce(sum(amount), 0)) from ledger_entries) as off,
           (select count(*) from (select 1 from ledger_entries group by kind, reference, currency
                                  having sum(amount) <> 0) as wrong) as postings,
           (select count(*) from (select 1 from purchases group by attempt_id having count(*) > 1) as twice)
         + abs((select count(*) from purchases)
             - (select count(distinct reference) from ledger_entries where kind = 'sale')) as double`)
  return {
    ...{ lost, undelivered, recovery, double: Number(books?.double) },
    outOfBalance: Number(books?.off) + Number(books?.postings),
  }
}

/** Asks as the buyers themselves: is it still mine, is it the same order, are these the bytes? */
async function countLost(sales: Array<Sale>, bytes: Buffer): Promise<number> {
  let lost = 0
  for (const { fan, attempt, contentId, order } of sales) {
    if (order === undefined) continue
    const { purchase } = await fan.verifies(attempt, contentId).catch(() => ({ purchase: { id: 0 } }))
    const file = await fan.downloads(contentId).catch(() => Buffer.alloc(0))
    if (purchase.id !== order || !file.equals(bytes)) lost += 1
  }
  return lost
}

async function countUndelivered(site: ServerProcess): Promise<number> {
  const [row] = await site.query<{ open: string }>(`
    select count(*) as open from sandbox_payments p
    where p.state = 'paid' and not exists (
      select 1 from attempts a join purchases b on b.attempt_id = a.id join grants g on g.purchase_id = b.id
      where a.provider_payment_id = p.id)`)
  return Number(row?.open)
}

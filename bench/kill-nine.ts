import { randomBytes, randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type BenchClient, type CreatedCheckout, createClient } from '../tests/support/http-client.ts'
import { type ServerProcess, startServerProcess } from '../tests/support/server-process.ts'

/** A checkout as its buyer knows it. `order` is set once the server has confirmed the purchase. */
type Sale = { fan: BenchClient; checkout: CreatedCheckout; contentId: number; orderNumber?: number }

export type KillReport = {
  rounds: number
  paid: number
  acknowledged: number
  /** Confirmed purchases that are missing or differ. */
  lost: number
  /** Paid at the provider and without a purchase two minutes after the restart. */
  undelivered: number
  /** The absolute sum of the ledger in minor units, and the number of unbalanced postings; both must be 0. */
  outOfBalance: number
  /** Payments with more than one purchase or sale posting. */
  duplicates: number
  /** The time from the restart until everything paid was delivered, in the slowest round. */
  slowestRecoveryMs: number
}

const concurrency = 8
/** Rounds before buyers switch to another item, because checkouts of one item are rate-limited. */
const roundsPerItem = 10
/** The maximum delivery time of product.md. */
const deliverySlaMs = 120_000

/** Kills the server at random times while people buy, and checks after each restart that nothing was lost. */
export async function runKillRounds(
  { rounds }: { rounds: number },
  log: (line: string) => void,
): Promise<KillReport> {
  const site = await startServerProcess()
  const bytes = randomBytes(64 * 1024)
  const report: KillReport = {
    ...{ rounds, paid: 0, acknowledged: 0, lost: 0, undelivered: 0 },
    ...{ outOfBalance: 0, duplicates: 0, slowestRecoveryMs: 0 },
  }
  const allSales: Array<Sale> = []
  try {
    await site.start()
    const creator = createClient(site.url)
    await creator.signIn(site, 'mara@example.com')
    let contentId = await creator.publish(bytes)

    for (let round = 1; round <= rounds; round++) {
      if (round % roundsPerItem === 0) contentId = await creator.publish(bytes)
      // In every second round at least one purchase is confirmed before the kill, however slow the machine is.
      const sales = await buyUntilKill(site, contentId, { waitForFirstAck: round % 2 === 0 })
      allSales.push(...sales)
      const restartMs = await site.start()
      const roundResult = await inspect(site, { sales, bytes })
      report.lost += roundResult.lost
      report.undelivered += roundResult.undelivered
      report.outOfBalance += roundResult.outOfBalance
      report.duplicates += roundResult.duplicates
      report.slowestRecoveryMs = Math.max(report.slowestRecoveryMs, restartMs + roundResult.recoveryMs)
      const acknowledgedCount = sales.filter(({ orderNumber }) => orderNumber !== undefined).length
      log(
        `round ${round}: ${sales.length} started, ${acknowledgedCount} acknowledged, back in ${Math.round(restartMs)} ms, ` +
          `all paid ones delivered ${Math.round(roundResult.recoveryMs)} ms later, ${roundResult.lost} lost`,
      )
    }
    report.lost += await countLost(allSales, bytes)
    report.acknowledged = allSales.filter(({ orderNumber }) => orderNumber !== undefined).length
    const [count] = await site.query<{ paid: string }>(
      "select count(*) as paid from sandbox.payment_intents where state = 'paid'",
    )
    report.paid = Number(count?.paid)
    return report
  } finally {
    await site.remove()
  }
}

async function buyUntilKill(
  site: ServerProcess,
  contentId: number,
  { waitForFirstAck }: { waitForFirstAck: boolean },
): Promise<Array<Sale>> {
  const sales: Array<Sale> = []
  const progress = { isKilled: false }
  const buyLoops = Array.from({ length: concurrency }, async () => {
    while (!progress.isKilled) await buy(site, contentId, sales).catch(() => sleep(5))
  })
  const hasAck = () => sales.some(({ orderNumber }) => orderNumber !== undefined)
  for (const deadline = Date.now() + deliverySlaMs; waitForFirstAck && !hasAck() && Date.now() < deadline; )
    await sleep(20)
  await sleep(randomInt(200, 1_500))
  await site.kill()
  progress.isKilled = true
  await Promise.all(buyLoops)
  return sales
}

async function buy(site: ServerProcess, contentId: number, sales: Array<Sale>): Promise<void> {
  const fan = createClient(site.url)
  const sale: Sale = { fan, checkout: await fan.startCheckout(contentId), contentId }
  sales.push(sale)
  await fan.pay(sale.checkout)
  const { state, purchaseId } = await fan.completeCheckout(sale.checkout)
  if (state === 'paid' && purchaseId !== null) sale.orderNumber = purchaseId
}

async function inspect(site: ServerProcess, { sales, bytes }: { sales: Array<Sale>; bytes: Buffer }) {
  const lost = await countLost(sales, bytes)
  const began = performance.now()
  let undelivered = await countUndelivered(site)
  while (undelivered > 0 && performance.now() - began < deliverySlaMs) {
    await sleep(100)
    undelivered = await countUndelivered(site)
  }
  const recoveryMs = performance.now() - began
  const [ledger] = await site.query<{ off: string; postings: string; duplicates: string }>(`
    select (select abs(coalesce(sum(amount), 0)) from ledger_entries) as off,
           (select count(*) from (select 1 from ledger_entries group by kind, reference, currency
                                  having sum(amount) <> 0) as wrong) as postings,
           (select count(*) from (select 1 from purchases group by checkout_id having count(*) > 1) as twice)
         + abs((select count(*) from purchases)
             - (select count(distinct reference) from ledger_entries where kind = 'sale')) as duplicates`)
  return {
    ...{ lost, undelivered, recoveryMs, duplicates: Number(ledger?.duplicates) },
    outOfBalance: Number(ledger?.off) + Number(ledger?.postings),
  }
}

/** Checks each purchase as its buyer: is it still accessible, with the same order number and the same bytes? */
async function countLost(sales: Array<Sale>, bytes: Buffer): Promise<number> {
  let lost = 0
  for (const { fan, checkout, contentId, orderNumber } of sales) {
    if (orderNumber === undefined) continue
    const { purchase } = await fan.verifyPurchase(checkout, contentId).catch(() => ({ purchase: { id: 0 } }))
    const file = await fan.download(contentId).catch(() => Buffer.alloc(0))
    if (purchase.id !== orderNumber || !file.equals(bytes)) lost += 1
  }
  return lost
}

async function countUndelivered(site: ServerProcess): Promise<number> {
  const [row] = await site.query<{ open: string }>(`
    select count(*) as open from sandbox.payment_intents p
    where p.state = 'paid' and not exists (
      select 1 from checkouts a join purchases b on b.checkout_id = a.id join access_grants g on g.purchase_id = b.id
      where a.provider_payment_id = p.id)`)
  return Number(row?.open)
}

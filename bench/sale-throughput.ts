import { createClient, publishFile } from '../tests/support/http-client.ts'
import { type ServerProcess, startServerProcess } from '../tests/support/server-process.ts'
import { insertSales } from './bulk-insert-sales.ts'
import { cpuTimeOf, cpuTimeOfTree } from './cpu-time.ts'
import { type Measurement, milliseconds, quantile } from './report.ts'

const buyerCount = 16
const saleCount = 600
/** Until V8 has compiled what a sale runs, and PostgreSQL has planned for tables with rows. */
const warmUpCount = 600

/** Whole sales of one item by concurrent buyers: tip page, checkout, card, webhook, and the purchase is shown. */
export async function saleThroughput(): Promise<Array<Measurement>> {
  const site = await startServerProcess()
  try {
    await site.start()
    await insertPastSales(site)
    const contentId = await publishFile(site)
    await sell(site.url, contentId, warmUpCount)
    // Autovacuum does the same a few seconds later.
    await site.query('analyze')
    const cpuBefore = cpuTimes(site)
    const { perSecond, times } = await sell(site.url, contentId, saleCount)
    const cpuAfter = cpuTimes(site)
    return [
      {
        what: `whole sales, ${buyerCount} buyers`,
        measured: `${Math.round(perSecond)} a second`,
        target: '250 a second',
      },
      {
        what: `card sent → access shown, ${buyerCount} buyers`,
        measured: `p50 ${milliseconds(quantile(times, 0.5))}, p99 ${milliseconds(quantile(times, 0.99))}`,
      },
      ...cpuAfter.map(({ of, ms }, index) => ({
        what: `CPU time of a whole sale, ${of}`,
        measured: milliseconds((ms - (cpuBefore[index]?.ms ?? 0)) / saleCount),
      })),
    ]
  } finally {
    await site.remove()
  }
}

/**
 * Sales of another creator, so that PostgreSQL plans as on an instance in use: in empty tables it prefers to read
 * everything.
 */
async function insertPastSales(site: ServerProcess): Promise<void> {
  const email = 'other@example.com'
  await createClient(site.url).signIn(site, email)
  const [row] = await site.query<{ id: string }>(`select id from users where email = '${email}'`)
  await insertSales(site, {
    creatorOf: () => `'${row?.id}'`,
    firstId: 1_000_000,
    items: 100,
    sales: 20_000,
  })
  await site.query('analyze')
}

/** The CPU times so far, in milliseconds; none where the kernel does not report them. */
function cpuTimes(site: ServerProcess): Array<{ of: string; ms: number }> {
  const [all, server, load] = [cpuTimeOfTree(site.pid()), cpuTimeOf(site.pid()), cpuTimeOf(process.pid)]
  if (all === undefined || server === undefined || load === undefined) return []
  return [
    { of: 'server', ms: server },
    { of: 'PostgreSQL', ms: all - server },
    { of: 'load', ms: load },
  ]
}

/** `times` are the milliseconds from the card to the shown purchase. */
async function sell(
  url: string,
  contentId: number,
  count: number,
): Promise<{ perSecond: number; times: Array<number> }> {
  const times: Array<number> = []
  let started = 0
  const buyer = async () => {
    while (started++ < count) times.push(await buy(url, contentId))
  }
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: buyerCount }, buyer))
  return { perSecond: (count / (performance.now() - startedAt)) * 1000, times }
}

/** Every buyer has an address of their own, as in reality. */
let buyersSoFar = 0

async function buy(url: string, contentId: number): Promise<number> {
  const fan = createClient(url)
  await (await fan.send('GET', `/p/${contentId}`)).arrayBuffer()
  const checkout = await fan.startCheckout(contentId, `buyer${++buyersSoFar}@example.com`)
  const paidAt = performance.now()
  await fan.pay(checkout)
  await fan.verifyPurchase(checkout, contentId)
  return performance.now() - paidAt
}

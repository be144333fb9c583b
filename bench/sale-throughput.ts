import { createClient } from '../tests/support/http-client.ts'
import { type ServerProcess, startServerProcess } from '../tests/support/server-process.ts'
import { insertSales } from './bulk-insert-sales.ts'
import { cpuTimeOf, cpuTimeOfTree } from './cpu-time.ts'
import { startProviderDouble } from './provider-double.ts'
import { bundleServer } from './reliability/bundle.ts'
import { type Measurement, milliseconds, quantile } from './report.ts'

const buyerCount = 16
const creatorCount = 8
const saleCount = 600
/** Until V8 has compiled what a sale runs, and PostgreSQL has planned for tables with rows. */
const warmUpCount = 600

type ProviderDouble = Awaited<ReturnType<typeof startProviderDouble>>
type Shop = { site: ServerProcess; provider: ProviderDouble }

/**
 * Whole sales by concurrent buyers: tip page, checkout, card, webhook, and the purchase is shown. The card provider is a
 * double in this process, so the figures are those of our half.
 */
export async function saleThroughput(): Promise<Array<Measurement>> {
  const provider = await startProviderDouble()
  const server = await bundleServer('sale-server')
  const site = await startServerProcess({ PROVIDER_DOUBLE: provider.url }, { server })
  const shop = { site, provider }
  try {
    await site.start()
    await insertPastSales(site)
    const items: Array<number> = []
    for (let i = 1; i <= creatorCount; i++) items.push(await publish(site, `creator${i}@example.com`))
    await sell(shop, items, warmUpCount)
    // Autovacuum does the same a few seconds later.
    await site.query('analyze')
    return [
      ...(await measure(shop, items, { of: `${creatorCount} creators`, target: 100 })),
      ...(await measure(shop, items.slice(0, 1), { of: 'one creator', target: 30 })),
    ]
  } finally {
    await site.remove()
    await provider.close()
  }
}

async function publish(site: ServerProcess, email: string): Promise<number> {
  const creator = createClient(site.url)
  await creator.signIn(site, email)
  return creator.publish(Buffer.from('the very bytes'))
}

async function measure(
  shop: Shop,
  items: Array<number>,
  { of, target }: { of: string; target: number },
): Promise<Array<Measurement>> {
  const cpuBefore = cpuTimes(shop.site)
  const { perSecond, times } = await sell(shop, items, saleCount)
  const cpuAfter = cpuTimes(shop.site)
  return [
    {
      what: `whole sales of ${of}, ${buyerCount} buyers`,
      measured: `${Math.round(perSecond)} a second`,
      target: `${target} a second`,
    },
    {
      what: `card charged → access shown, ${of}`,
      measured: `p50 ${milliseconds(quantile(times, 0.5))}, p99 ${milliseconds(quantile(times, 0.99))}`,
    },
    ...cpuAfter.map(({ process, ms }, index) => ({
      what: `CPU time of a whole sale, ${of}, ${process}`,
      measured: milliseconds((ms - (cpuBefore[index]?.ms ?? 0)) / saleCount),
    })),
  ]
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
function cpuTimes(site: ServerProcess): Array<{ process: string; ms: number }> {
  const [all, server, load] = [cpuTimeOfTree(site.pid()), cpuTimeOf(site.pid()), cpuTimeOf(process.pid)]
  if (all === undefined || server === undefined || load === undefined) return []
  return [
    { process: 'server', ms: server },
    { process: 'PostgreSQL', ms: all - server },
    { process: 'load', ms: load },
  ]
}

/** `times` are the milliseconds from the card to the shown purchase. */
async function sell(
  shop: Shop,
  items: Array<number>,
  count: number,
): Promise<{ perSecond: number; times: Array<number> }> {
  const times: Array<number> = []
  let started = 0
  const buyer = async () => {
    while (started++ < count) times.push(await buy(shop, items[started % items.length] ?? 0))
  }
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: buyerCount }, buyer))
  const elapsedMs = performance.now() - startedAt
  await shop.provider.webhooksAnswered()
  return { perSecond: (count / elapsedMs) * 1000, times }
}

/** Every buyer has an address of their own, as in reality. */
let buyersSoFar = 0

async function buy({ site, provider }: Shop, contentId: number): Promise<number> {
  const fan = createClient(site.url)
  await (await fan.send('GET', `/p/${contentId}`)).arrayBuffer()
  const checkout = await fan.startCheckout(contentId, `buyer${++buyersSoFar}@example.com`)
  const paidAt = performance.now()
  provider.pay(checkout.paymentIntentId, site.url)
  await fan.verifyPurchase(checkout, contentId)
  return performance.now() - paidAt
}

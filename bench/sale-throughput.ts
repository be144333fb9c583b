import { createClient, publishFile } from './http-client.ts'
import { type Measurement, milliseconds, quantile } from './report.ts'
import { startServerProcess } from './server-process.ts'

const buyerCount = 16
const saleCount = 400

/** Whole sales of one item by concurrent buyers: tip page, checkout, card, webhook, and the purchase is shown. */
export async function saleThroughput(): Promise<Array<Measurement>> {
  const site = await startServerProcess()
  try {
    await site.start()
    const contentId = await publishFile(site)
    await sell(site.url, contentId, buyerCount * 4)
    const { perSecond, times } = await sell(site.url, contentId, saleCount)
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
    ]
  } finally {
    await site.remove()
  }
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

async function buy(url: string, contentId: number): Promise<number> {
  const fan = createClient(url)
  await (await fan.send('GET', `/p/${contentId}`)).arrayBuffer()
  const checkout = await fan.startCheckout(contentId)
  const paidAt = performance.now()
  await fan.pay(checkout)
  await fan.verifyPurchase(checkout, contentId)
  return performance.now() - paidAt
}

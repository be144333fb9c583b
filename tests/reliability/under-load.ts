import type { BenchClient } from '../support/http-client.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import {
  type Bought,
  bytesOf,
  countLost,
  createItemsForSale,
  type ItemsForSale,
  type Load,
  type LoadResponse,
  startLoad,
} from '../support/shoppers.ts'
import { findViolations } from './promises.ts'

export type Conditions = {
  settings?: Parameters<typeof startServerProcess>[0]
  dataDir?: string
  /** Several, because checkouts of one item are rate-limited. */
  items?: number
  clients?: number
  /** What a client may get; everything else is wrong. */
  expected?: Array<LoadResponse['status']>
}

/**
 * Does something to an instance while people buy there, and counts what must not happen: lost purchases, unexpected
 * responses, broken promises. `shop` sends a group of shoppers, who stop at the end at the latest.
 */
export async function underLoad<Result>(
  { settings = {}, dataDir, items = 20, clients = 8, expected = [200] }: Conditions,
  act: (instance: { site: ServerProcess; creator: BenchClient; shop: () => Load }) => Promise<Result>,
) {
  const site = await startServerProcess(settings, dataDir ? { dataDir } : {})
  const loads: Array<Load> = []
  try {
    await site.start()
    const itemsForSale = await createItemsForSale(site, { items })
    const shop = () => {
      const load = startLoad(itemsForSale, { clients })
      loads.push(load)
      return load
    }
    const result = await act({ site, creator: itemsForSale.creator, shop })
    for (const load of loads) await load.stop()
    const responses = loads.flatMap((load) => load.responses)
    const bought = loads.flatMap((load) => load.bought)
    const orderNumbers = bought.map(({ orderNumber }) => orderNumber)
    const wrong = {
      ...countUnexpected(responses, expected),
      lost: await countLost(site, orderNumbers),
      unreadable: await countUnreadable(itemsForSale, bought),
      ...(await findViolations(site)),
    }
    const unavailable = responses.filter(({ status }) => status === 503).length
    const notes = `${bought.length} bought, ${responses.length} answers, ${unavailable} of them 503`
    return { result, wrong, notes, responses, bought }
  } finally {
    await site.remove()
  }
}

/** Counts the unexpected responses by kind: `POST /api/x 500`. */
function countUnexpected(
  responses: Array<LoadResponse>,
  expected: Array<LoadResponse['status']>,
): Record<string, number> {
  const found: Record<string, number> = {}
  for (const { what, status } of responses) {
    if (expected.includes(status)) continue
    const name = `${what} ${status}`
    found[name] = (found[name] ?? 0) + 1
  }
  return found
}

/** Looks at up to a hundred purchases as their buyers do: same order number, same bytes. Counts those that differ. */
async function countUnreadable({ contentIds }: ItemsForSale, bought: Array<Bought>): Promise<number> {
  const step = Math.max(1, Math.floor(bought.length / 100))
  let unreadable = 0
  for (let index = 0; index < bought.length; index += step) {
    const { fan, checkout, contentId, orderNumber } = bought[index] as Bought
    const file = bytesOf(contentIds.indexOf(contentId))
    const isSame = await fan.verifyPurchase(checkout, contentId).then(
      async ({ purchase }) => purchase.id === orderNumber && file.equals(await fan.download(contentId)),
      () => false,
    )
    if (!isSame) unreadable += 1
  }
  return unreadable
}

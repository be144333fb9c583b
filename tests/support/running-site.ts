import pg from 'pg'
import { expect, onTestFinished } from 'vitest'
import { createClient } from './http-client.ts'
import { startServerProcess } from './server-process.ts'

/** A started server that is removed after the test. */
export async function startSite(settings: Record<string, string>, dataDir?: string) {
  const site = await startServerProcess(settings, dataDir === undefined ? {} : { dataDir })
  onTestFinished(() => site.remove())
  await site.start()
  return site
}

/** Buys an item, downloads its file and returns the order number. */
export async function buy(url: string, contentId: number): Promise<number> {
  const fan = createClient(url)
  const checkout = await fan.startCheckout(contentId)
  await fan.pay(checkout)
  const { purchaseId } = await fan.completeCheckout(checkout)
  if (purchaseId === null) throw new Error('The purchase was not confirmed')
  expect((await fan.download(contentId)).length).toBe(1_000)
  return purchaseId
}

/** How many of these order numbers a database has. */
export async function countFound(databaseUrl: string, orderNumbers: Array<number>): Promise<number> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const { rowCount } = await client
    .query('select 1 from purchases where order_number = any ($1::bigint[])', [orderNumbers])
    .finally(() => client.end())
  return rowCount ?? 0
}

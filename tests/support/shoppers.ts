import { setTimeout as sleep } from 'node:timers/promises'
import { getContent, listContent } from '../../contract/content.ts'
import { completePayment, createPaymentIntent, verifyPurchase } from '../../contract/purchases.ts'
import { buildUrl } from '../../contract/route.ts'
import { confirmSandboxPayment } from '../../contract/sandbox.ts'
import { type BenchClient, type CreatedCheckout, createClient } from './http-client.ts'
import type { ServerProcess } from './server-process.ts'

/** A response, or its absence. `atMs` is the time of the request since the load began. */
export type LoadResponse = {
  what: string
  status: number | 'refused' | 'broken'
  atMs: number
  tookMs: number
}

/** A purchase that was confirmed to its buyer. */
export type Bought = { fan: BenchClient; checkout: CreatedCheckout; contentId: number; orderNumber: number }

export type Load = {
  responses: Array<LoadResponse>
  bought: Array<Bought>
  stop(): Promise<void>
}

export type ItemsForSale = { site: ServerProcess; creator: BenchClient; contentIds: Array<number> }

/**
 * Runs `clients` concurrent visitors until `stop`: most of them buy, every fourth browses, one in eight is the
 * creator.
 */
export function startLoad({ site, creator, contentIds }: ItemsForSale, { clients = 8 } = {}): Load {
  const began = performance.now()
  const load = { responses: [] as Array<LoadResponse>, bought: [] as Array<Bought> }
  let isOver = false

  async function send(who: BenchClient, method: string, path: string, body?: object): Promise<unknown> {
    const startedAt = performance.now()
    const what = `${method} ${path.split('?')[0]?.replace(/\/[^/]*\d[^/]*/g, '/*')}`
    const note = (status: LoadResponse['status']) =>
      load.responses.push({ what, status, atMs: startedAt - began, tookMs: performance.now() - startedAt })
    try {
      const response = await who.send(method, path, body)
      const text = await response.text()
      note(response.status)
      return response.ok && text.startsWith('{') ? JSON.parse(text) : undefined
    } catch (error) {
      note(isRefused(error) ? 'refused' : 'broken')
      await sleep(20)
      return undefined
    }
  }

  async function buy(contentId: number, hasToLeave: boolean): Promise<void> {
    const fan = createClient(site.url)
    const buyerEmail = 'fan@example.com'
    const checkout = (await send(fan, 'POST', createPaymentIntent.path, { contentId, buyerEmail })) as
      | CreatedCheckout
      | undefined
    if (!checkout) return
    const { clientSecret, paymentIntentId } = checkout
    const card = { clientSecret, card: 'paid', receiptEmail: '', returnUrl: '/success' }
    await send(fan, 'POST', confirmSandboxPayment.path, card)
    // Like a buyer whose connection is lost.
    if (hasToLeave) return
    const settled = (await send(fan, 'POST', buildUrl(completePayment, { params: { paymentIntentId } }))) as
      | { purchaseId: number | null }
      | undefined
    if (!settled?.purchaseId) return
    load.bought.push({ fan, checkout, contentId, orderNumber: settled.purchaseId })
    const query = { payment_intent: paymentIntentId, content_id: contentId }
    await send(fan, 'GET', buildUrl(verifyPurchase, { query }))
  }

  async function browse(contentId: number): Promise<void> {
    const visitor = createClient(site.url)
    await send(visitor, 'GET', '/')
    await send(visitor, 'GET', `/p/${contentId}`)
    await send(visitor, 'GET', buildUrl(getContent, { params: { id: contentId } }))
  }

  const running = Array.from({ length: clients }, async (_, client) => {
    for (let turn = client; !isOver; turn++) {
      const contentId = contentIds[turn % contentIds.length] ?? 0
      if (client === 0) await send(creator, 'GET', listContent.path)
      else if (turn % 4 === 0) await browse(contentId)
      else await buy(contentId, turn % 5 === 0)
    }
  })
  return {
    ...load,
    async stop() {
      isOver = true
      await Promise.all(running)
    },
  }
}

/** The connection was refused, so the server has begun nothing. `fetch` wraps the error. */
function isRefused(error: unknown): boolean {
  const cause = error instanceof Error ? (error.cause ?? error) : undefined
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED'
}

/** Creates a creator with several items for sale, so that the rate limit of one item is not reached. */
export async function createItemsForSale(site: ServerProcess, { items = 1 } = {}): Promise<ItemsForSale> {
  const creator = createClient(site.url)
  await creator.signIn(site, 'mara@example.com')
  const contentIds: Array<number> = []
  for (let item = 0; item < items; item++) contentIds.push(await creator.publish(bytesOf(item)))
  return { site, creator, contentIds }
}

/** Counts the confirmed purchases that are missing in the database. */
export async function countLost(site: ServerProcess, orderNumbers: Array<number>): Promise<number> {
  const [row] = await site.query<{ found: string }>(
    `select count(*) as found from purchases where order_number = any ('{${orderNumbers.join(',')}}')`,
  )
  return new Set(orderNumbers).size - Number(row?.found)
}

/** The file of the nth item. */
export function bytesOf(item: number): Buffer {
  return Buffer.alloc(1_000, item)
}

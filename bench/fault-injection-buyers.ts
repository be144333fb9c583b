import { setTimeout as sleep } from 'node:timers/promises'
import { createPaymentIntent } from '../contract/purchases.ts'
import { type BenchClient, type CreatedCheckout, createClient } from '../tests/support/http-client.ts'

/** What a buyer does after paying: most leave at once, as with a lost connection. */
const buyerBehaviors = [
  'stays',
  'leaves',
  'leaves',
  'slow card',
  'declined first',
  'requests a refund',
  'leaves',
  'unlucky',
] as const
export type BuyerBehavior = (typeof buyerBehaviors)[number]

export type Items = {
  good: number
  /** The item whose file was removed from the store. */
  lost: number
}

export type Buyer = {
  fan: BenchClient
  checkout: CreatedCheckout
  contentId: number
  behavior: BuyerBehavior
}

/** The nth buyer, from the tip page until the provider has the money. Retries while the server does not answer. */
export async function runBuyer(url: string, items: Items, n: number): Promise<Buyer> {
  const behavior = buyerBehaviors[n % buyerBehaviors.length] ?? 'leaves'
  const fan = createClient(url)
  const buyerEmail = `fan${n}@example.com`
  const lostItemCheckout =
    behavior === 'unlucky'
      ? await retryForever(() => startCheckoutOnMissingFile(fan, items, buyerEmail))
      : undefined
  // Once its file is known to be missing, the item is no longer sold, and the buyer takes the other one.
  const checkout = lostItemCheckout ?? (await retryForever(() => fan.startCheckout(items.good, buyerEmail)))
  const contentId = lostItemCheckout ? items.lost : items.good
  await pauseAfterPayment()
  if (behavior === 'declined first') await retryForever(() => fan.pay(checkout, 'declined'))
  await retryForever(() => fan.pay(checkout, behavior === 'slow card' ? 'slow' : 'paid'))
  await pauseAfterPayment()
  if (behavior === 'stays' || behavior === 'declined first')
    await retryThreeTimes(() => fan.completeCheckout(checkout))
  if (behavior === 'requests a refund') await retryThreeTimes(() => requestRefund(fan, checkout, contentId))
  return { fan, checkout, contentId, behavior }
}

async function startCheckoutOnMissingFile(
  fan: BenchClient,
  { lost }: Items,
  buyerEmail: string,
): Promise<CreatedCheckout | undefined> {
  const response = await fan.send('POST', createPaymentIntent.path, { contentId: lost, buyerEmail })
  const body = (await response.json()) as CreatedCheckout & { message?: string }
  if (response.ok) return body
  if (body.message?.startsWith('This item’s file is missing')) return undefined
  throw new Error(`${response.status} ${body.message}`)
}

async function requestRefund(fan: BenchClient, checkout: CreatedCheckout, contentId: number): Promise<void> {
  await fan.completeCheckout(checkout)
  const { accessUrl } = await fan.verifyPurchase(checkout, contentId)
  await fan.requestRefund(accessUrl)
}

async function retryForever<T>(step: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await step()
    } catch {
      await sleep(200)
    }
  }
}

/** Retries a few times, then gives up. */
async function retryThreeTimes(step: () => Promise<unknown>): Promise<void> {
  for (let i = 0; i < 3; i++) {
    try {
      await step()
      return
    } catch {
      await sleep(200)
    }
  }
}

function pauseAfterPayment(): Promise<void> {
  return sleep(Math.random() * 500)
}

/** What a buyer ends up with: the exact bytes, a refund, or neither. */
export async function finalOutcome(
  { fan, checkout, contentId }: Buyer,
  bytes: Buffer,
): Promise<'delivered' | 'refunded' | 'nothing'> {
  const query = new URLSearchParams({
    payment_intent: checkout.paymentIntentId,
    content_id: String(contentId),
  })
  const response = await fan.send('GET', `/api/purchase/verify?${query}`)
  if (response.status === 403)
    return ((await response.json()) as { code: string }).code === 'purchase_refunded' ? 'refunded' : 'nothing'
  await response.arrayBuffer()
  if (!response.ok) return 'nothing'
  const file = await fan.download(contentId).catch(() => Buffer.alloc(0))
  return file.equals(bytes) ? 'delivered' : 'nothing'
}

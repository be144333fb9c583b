import { setTimeout as sleep } from 'node:timers/promises'
import { createPaymentIntent } from '../contract/purchases.ts'
import { type BenchClient, type CreatedCheckout, createClient } from './http-client.ts'

/** What somebody does: most leave as soon as they paid, as people do whose train goes into a tunnel. */
const buyerBehaviors = [
  'stays',
  'leaves',
  'leaves',
  'slow card',
  'declined first',
  'regrets',
  'leaves',
  'unlucky',
] as const
export type BuyerBehavior = (typeof buyerBehaviors)[number]

export type Items = {
  good: number
  /** Its file was taken out of the store. */
  lost: number
}

export type Buyer = { fan: BenchClient; attempt: CreatedCheckout; contentId: number; habit: BuyerBehavior }

/** The nth buyer, from the tip page until the provider has their money. They try again while nobody answers. */
export async function runBuyer(url: string, items: Items, n: number): Promise<Buyer> {
  const habit = buyerBehaviors[n % buyerBehaviors.length] ?? 'leaves'
  const fan = createClient(url)
  const buyerEmail = `fan${n}@example.com`
  const unlucky =
    habit === 'unlucky'
      ? await retryForever(() => startCheckoutOnMissingFile(fan, items, buyerEmail))
      : undefined
  // Once its file is known to be gone the item is not sold any more: then they take the other one.
  const attempt = unlucky ?? (await retryForever(() => fan.starts(items.good, buyerEmail)))
  const contentId = unlucky ? items.lost : items.good
  await thinkTime()
  if (habit === 'declined first') await retryForever(() => fan.pays(attempt, 'declined'))
  await retryForever(() => fan.pays(attempt, habit === 'slow card' ? 'slow' : 'paid'))
  await thinkTime()
  if (habit === 'stays' || habit === 'declined first') await retryThreeTimes(() => fan.completes(attempt))
  if (habit === 'regrets') await retryThreeTimes(() => requestRefund(fan, attempt, contentId))
  return { fan, attempt, contentId, habit }
}

async function startCheckoutOnMissingFile(
  fan: BenchClient,
  { lost }: Items,
  buyerEmail: string,
): Promise<CreatedCheckout | undefined> {
  const answer = await fan.send('POST', createPaymentIntent.path, { contentId: lost, buyerEmail })
  const body = (await answer.json()) as CreatedCheckout & { message?: string }
  if (answer.ok) return body
  if (body.message?.startsWith('The file of this item is missing')) return undefined
  throw new Error(`${answer.status} ${body.message}`)
}

async function requestRefund(fan: BenchClient, attempt: CreatedCheckout, contentId: number): Promise<void> {
  await fan.completes(attempt)
  const { accessUrl } = await fan.verifies(attempt, contentId)
  await fan.regrets(accessUrl)
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

/** A few times, then they put the phone away. */
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

function thinkTime(): Promise<void> {
  return sleep(Math.random() * 500)
}

/** What a buyer is shown in the end: the very bytes, their money back, or neither. */
export async function finalOutcome(
  { fan, attempt, contentId }: Buyer,
  bytes: Buffer,
): Promise<'delivered' | 'refunded' | 'nothing'> {
  const query = new URLSearchParams({
    payment_intent: attempt.paymentIntentId,
    content_id: String(contentId),
  })
  const answer = await fan.send('GET', `/api/purchase/verify?${query}`)
  if (answer.status === 403)
    return ((await answer.json()) as { code: string }).code === 'refunded' ? 'refunded' : 'nothing'
  await answer.arrayBuffer()
  if (!answer.ok) return 'nothing'
  const file = await fan.downloads(contentId).catch(() => Buffer.alloc(0))
  return file.equals(bytes) ? 'delivered' : 'nothing'
}

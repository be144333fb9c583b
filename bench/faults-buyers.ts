import { setTimeout as sleep } from 'node:timers/promises'
import { createPaymentIntent } from '../contract/purchases.ts'
import { type Attempt, type Person, person } from './person.ts'

/** What somebody does: most leave as soon as they paid, as people do whose train goes into a tunnel. */
const habits = [
  'stays',
  'leaves',
  'leaves',
  'slow card',
  'declined first',
  'regrets',
  'leaves',
  'unlucky',
] as const
export type Habit = (typeof habits)[number]

export type Items = {
  good: number
  /** Its file was taken out of the store. */
  lost: number
}

export type Buyer = { fan: Person; attempt: Attempt; contentId: number; habit: Habit }

/** The nth buyer, from the tip page until the provider has their money. They try again while nobody answers. */
export async function buys(url: string, items: Items, n: number): Promise<Buyer> {
  const habit = habits[n % habits.length] ?? 'leaves'
  const fan = person(url)
  const buyerEmail = `fan${n}@example.com`
  const unlucky = habit === 'unlucky' ? await untilDone(() => startsLost(fan, items, buyerEmail)) : undefined
  // Once its file is known to be gone the item is not sold any more: then they take the other one.
  const attempt = unlucky ?? (await untilDone(() => fan.starts(items.good, buyerEmail)))
  const contentId = unlucky ? items.lost : items.good
  await hesitates()
  if (habit === 'declined first') await untilDone(() => fan.pays(attempt, 'declined'))
  await untilDone(() => fan.pays(attempt, habit === 'slow card' ? 'slow' : 'paid'))
  await hesitates()
  if (habit === 'stays' || habit === 'declined first') await oftenEnough(() => fan.completes(attempt))
  if (habit === 'regrets') await oftenEnough(() => asksForMoneyBack(fan, attempt, contentId))
  return { fan, attempt, contentId, habit }
}

async function startsLost(fan: Person, { lost }: Items, buyerEmail: string): Promise<Attempt | undefined> {
  const answer = await fan.send('POST', createPaymentIntent.path, { contentId: lost, buyerEmail })
  const body = (await answer.json()) as Attempt & { message?: string }
  if (answer.ok) return body
  if (body.message?.startsWith('The file of this item is missing')) return undefined
  throw new Error(`${answer.status} ${body.message}`)
}

async function asksForMoneyBack(fan: Person, attempt: Attempt, contentId: number): Promise<void> {
  await fan.completes(attempt)
  const { accessUrl } = await fan.verifies(attempt, contentId)
  await fan.regrets(accessUrl)
}

async function untilDone<T>(step: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await step()
    } catch {
      await sleep(200)
    }
  }
}

/** A few times, then they put the phone away. */
async function oftenEnough(step: () => Promise<unknown>): Promise<void> {
  for (let i = 0; i < 3; i++) {
    try {
      await step()
      return
    } catch {
      await sleep(200)
    }
  }
}

function hesitates(): Promise<void> {
  return sleep(Math.random() * 500)
}

/** What a buyer is shown in the end: the very bytes, their money back, or neither. */
export async function outcome(
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

import { expect, test } from 'vitest'
import { noteBuyerEmail } from '../../../contract/checkout-email.ts'
import { type Visitor, world } from '../../../tests/world.ts'

async function shop() {
  const w = await world()
  const creator = await w.creator()
  return { w, item: await creator.publishesText(), other: await creator.publishesText() }
}

async function asks(who: Visitor, paymentIntentId: string, email: string) {
  const { status, body } = await who.call(noteBuyerEmail, { params: { paymentIntentId }, body: { email } })
  return [status, body]
}

test('in a second browser, an address that owns the item is told before it pays again, in any case of letters', async () => {
  const { w, item } = await shop()
  await w.visitor().buys(item.id, { email: 'fan@example.com' })
  const second = w.visitor()
  const { paymentIntentId } = await second.starts(item.id, { email: '' })

  expect(await asks(second, paymentIntentId, 'Fan@Example.com')).toEqual([200, { standing: 'owned' }])
})

test('an address that bought something else, or nothing, is new', async () => {
  const { w, item, other } = await shop()
  await w.visitor().buys(other.id, { email: 'fan@example.com' })
  const second = w.visitor()
  const { paymentIntentId } = await second.starts(item.id, { email: '' })

  expect(await asks(second, paymentIntentId, 'fan@example.com')).toEqual([200, { standing: 'new' }])
})

test('in a second browser, a payment of the same address that is still processing is told', async () => {
  const { w, item } = await shop()
  const first = w.visitor()
  const slow = await first.starts(item.id, { email: '' })
  await asks(first, slow.paymentIntentId, 'fan@example.com')
  await first.presents('slow', slow.clientSecret)
  await w.deliverWebhooks()
  const second = w.visitor()
  const { paymentIntentId } = await second.starts(item.id, { email: '' })

  const during = await asks(second, paymentIntentId, 'fan@example.com')
  w.clock.advance(11_000)
  const after = await asks(second, paymentIntentId, 'fan@example.com')

  expect(during).toEqual([200, { standing: 'processing' }])
  expect(after).toEqual([200, { standing: 'owned' }])
})

test('what was refunded is owned no longer', async () => {
  const { w, item } = await shop()
  const { paymentIntentId: sold } = await w.visitor().buys(item.id, { email: 'fan@example.com' })
  const { amount } = await w.ports.payments.getPayment(sold)
  await w.ports.payments.refund({ paymentId: sold, amount, reason: 'requested' }, 'refund:1')
  await w.deliverWebhooks()
  const second = w.visitor()
  const { paymentIntentId } = await second.starts(item.id, { email: '' })

  expect(await asks(second, paymentIntentId, 'fan@example.com')).toEqual([200, { standing: 'new' }])
})

test('the address is kept with the payment, and only whoever holds the payment may say it', async () => {
  const { w, item } = await shop()
  const fan = w.visitor()
  const { paymentIntentId } = await fan.starts(item.id, { email: '' })

  const stranger = await asks(w.visitor(), paymentIntentId, 'thief@example.com')
  await asks(fan, paymentIntentId, 'fan@example.com')

  expect(stranger).toMatchObject([404, { message: 'Purchase Not Found' }])
  expect(await w.books.attempts()).toMatchObject([{ buyerEmail: 'fan@example.com' }])
})

test('one payment cannot be used to ask about many addresses', async () => {
  const { w, item } = await shop()
  const fan = w.visitor()
  const { paymentIntentId } = await fan.starts(item.id, { email: '' })
  const answers: Array<unknown> = []

  for (let i = 0; i < 11; i++) answers.push((await asks(fan, paymentIntentId, `fan${i}@example.com`))[0])

  expect(answers.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 200))
  expect(answers[10]).toBe(429)
})

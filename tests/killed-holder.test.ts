import { expect, test, vi } from 'vitest'
import { openShopOfOne, type ShopOfOne } from './reliability/killed-holder.ts'

/** A real process that is killed with SIGKILL while a checkout holds the last copy and the last use of its code. */
const start = 'POST /api/create-payment-intent'
const heldPoints = [
  ['before the provider is asked', `${start}: before insert payment_intents 1`],
  ['before the provider’s answer is stored', `${start}: before update checkouts 1`],
  ['before the buyer is answered', `${start}: before reply 1`],
] as const

const none = [
  { kind: 'code', used: 0, reserved: 0 },
  { kind: 'stock', used: 0, reserved: 0 },
]
const held = none.map((row) => ({ ...row, reserved: 1 }))
const sold = none.map((row) => ({ ...row, used: 1 }))

/** Somebody is killed at a point, and the next buyer has it half an hour later and not sooner. */
async function expectNextInHalfAnHour(shop: ShopOfOne, point: string): Promise<void> {
  const lost = shop.newFan()
  await shop.killedAt(point, () => shop.starts(lost))
  const next = shop.newFan()

  expect(await shop.counted()).toEqual(held)
  expect((await shop.starts(next)).refusal).toMatch(/^4/)
  await shop.letPass(31)
  const { checkout } = await shop.starts(next)
  if (!checkout) throw new Error('Nobody gets it any more')
  await shop.pays(next, checkout)

  expect(await shop.counted()).toEqual(sold)
  expect((await shop.starts(lost)).refusal).toMatch(/^4/)
  expect(await shop.countPurchases()).toBe(1)
}

const options = { tags: ['long'], timeout: 120_000 }

test.each(heldPoints)(
  'a hold of a server killed %s lapses, and nothing is oversold',
  options,
  async (_, point) => {
    const shop = await openShopOfOne()

    await expectNextInHalfAnHour(shop, point)

    expect(await shop.verify()).toMatchObject({ code: 0 })
  },
)

test('a server killed before the hold is committed holds nothing', options, async () => {
  const shop = await openShopOfOne()
  await shop.killedAt(`${start}: after insert reservations 2`, () => shop.starts(shop.newFan()))
  const next = shop.newFan()

  expect(await shop.counted()).toEqual(none)
  const { checkout } = await shop.starts(next)
  if (!checkout) throw new Error('Nobody gets it any more')
  await shop.pays(next, checkout)

  expect(await shop.counted()).toEqual(sold)
})

test('a buyer whose payment was started by a killed server goes on with the same one', options, async () => {
  const shop = await openShopOfOne()
  const fan = shop.newFan()
  await shop.starts(fan)
  await shop.killedAt(`${start}: before reply 1`, () => shop.starts(fan))

  const { checkout } = await shop.starts(fan)
  if (!checkout) throw new Error('Their own hold refuses them')
  await shop.pays(fan, checkout)

  expect(await shop.counted()).toEqual(sold)
  expect(await shop.countPurchases()).toBe(1)
})

test.each([
  ['at once', 0],
  ['after the half hour', 31],
])(
  'a payment that went through before the server was killed settles %s and counts',
  options,
  async (_, minutes) => {
    const shop = await openShopOfOne()
    const fan = shop.newFan()
    const { checkout } = await shop.starts(fan)
    if (!checkout) throw new Error('Nothing was held')
    await fan.pay(checkout)
    await shop.killedAt('POST /api/payments/*/complete: before insert purchases 1', () =>
      fan.completeCheckout(checkout),
    )
    if (minutes > 0) await shop.letPass(minutes)

    expect((await shop.starts(shop.newFan())).refusal).toMatch(/^4/)
    // The buyer never comes back: the sweep asks the provider.
    await shop.letPass(2)
    await vi.waitFor(async () => expect(await shop.countPurchases()).toBe(1), {
      timeout: 60_000,
      interval: 250,
    })

    expect(await shop.counted()).toEqual(sold)
    expect(await shop.verify()).toMatchObject({ code: 0 })
  },
)

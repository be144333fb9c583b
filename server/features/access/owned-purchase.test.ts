import { expect, test } from 'vitest'
import { getOwnedPurchase } from '../../../contract/ownership.ts'
import { createTestApp } from '../../../tests/support/test-app.ts'

/** An item, and a fan who bought it. */
async function purchaseFixture() {
  const w = await createTestApp()
  const creator = await w.creator()
  const item = await creator.publishText({ price: '5.00' })
  const fan = w.visitor()
  const { paymentIntentId } = await fan.purchase(item.id)
  return { w, creator, item, fan, paymentIntentId, params: { id: item.id } }
}

test('a browser that bought an item gets its access link, other browsers do not', async () => {
  const { w, creator, fan, params } = await purchaseFixture()

  const own = await fan.call(getOwnedPurchase, { params })
  const others = await Promise.all(
    [w.visitor(), creator].map((other) => other.call(getOwnedPurchase, { params })),
  )

  expect(own.body).toEqual({
    purchase: {
      accessUrl: expect.stringMatching(/\/access\/[\w-]{43}$/),
      amount: '5.00',
      currency: 'USD',
      paidAt: expect.any(String),
    },
  })
  expect(others.map(({ body }) => body)).toEqual([{ purchase: null }, { purchase: null }])
})

test('a browser that has only started to pay owns nothing yet', async () => {
  const { w, params } = await purchaseFixture()
  const unpaid = w.visitor()
  await unpaid.starts(params.id)

  expect((await unpaid.call(getOwnedPurchase, { params })).body).toEqual({ purchase: null })
})

test('another item of the same creator is not owned', async () => {
  const { creator, fan } = await purchaseFixture()
  const other = await creator.publishText({ title: 'Another' })

  expect((await fan.call(getOwnedPurchase, { params: { id: other.id } })).body).toEqual({ purchase: null })
})

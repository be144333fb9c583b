import { expect, test } from 'vitest'
import { getOwnedPurchase } from '../../../../contract/purchases.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'

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
      comesOn: null,
      downloadUrl: null,
      ticketNumber: 1,
      paidAt: expect.any(String),
      refundableUntil: expect.stringMatching(/^\d{4}-/),
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

test('concurrent questions of two browsers about two items are each answered for that browser', async () => {
  const { w, creator, fan, item } = await purchaseFixture()
  const other = await creator.publishText({ title: 'Another', price: '7.00' })
  const stranger = w.visitor()
  await stranger.purchase(other.id)
  const amountFor = async (browser: typeof fan, id: number) =>
    (await browser.call(getOwnedPurchase, { params: { id } })).body.purchase?.amount

  const amounts = await Promise.all([
    amountFor(fan, item.id),
    amountFor(stranger, item.id),
    amountFor(fan, other.id),
    amountFor(stranger, other.id),
  ])

  expect(amounts).toEqual(['5.00', undefined, undefined, '7.00'])
})

test('of two purchases the newest one that still gives access is owned', async () => {
  const { w, fan, params } = await purchaseFixture()
  const ownedUrl = async () => (await fan.call(getOwnedPurchase, { params })).body.purchase?.accessUrl
  const first = await ownedUrl()
  await fan.purchase(params.id)
  const second = await ownedUrl()
  const revokeNewest = () =>
    w.ports.pool.query(`update access_grants set revoked_at = now(), revocation_reason = 'refund'
      where purchase_id = (select max(purchase_id) from access_grants where revoked_at is null)`)

  await revokeNewest()
  const afterRevocation = await ownedUrl()
  await revokeNewest()

  expect(second).not.toBe(first)
  expect([afterRevocation, await ownedUrl()]).toEqual([first, undefined])
})

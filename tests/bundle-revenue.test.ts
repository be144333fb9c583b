import { expect, test } from 'vitest'
import { getContentStats } from '../contract/analytics.ts'
import { updateBundle } from '../contract/bundles.ts'
import { listContentPage } from '../contract/content-editing.ts'
import { takeDownContent } from '../contract/moderation.ts'
import { refundSale } from '../contract/sales.ts'
import { bundleFixture } from './support/bundle-fixture.ts'
import { postForm } from './support/free-fixture.ts'
import type { CreatorClient } from './support/test-app.ts'

/** What the dashboard says of each item besides its own earnings. */
async function sharesOf(mara: CreatorClient) {
  const { items, bundleShares } = (await mara.call(listContentPage, { query: {} })).body
  const titleOf = (id: number) => items.find((item) => item.id === id)?.title ?? ''
  return Object.fromEntries(bundleShares.map(({ id, amount }) => [titleOf(id), amount]))
}

test('each item of a bundle has its share of what the creator earned, beside its own earnings', async () => {
  const { w, mara, bundle, ferry, book } = await bundleFixture()
  expect(await sharesOf(mara)).toEqual({})
  await w.visitor().purchase(bundle.id)

  // 19.20 of 24.00 by 12.00, 9.00 and 15.00
  expect(await sharesOf(mara)).toEqual({ 'Night Ferry': '6.40', 'The little book': '4.80', Karst: '8.00' })
  const owner = w.visitor()
  await owner.purchase(ferry.id, { email: 'owner@example.com' })
  await owner.purchase(bundle.id, { paysAsOwner: true, email: 'owner@example.com' })

  // 12.80 of 16.00 more, by 9.00 and 15.00
  expect(await sharesOf(mara)).toEqual({ 'Night Ferry': '6.40', 'The little book': '9.60', Karst: '16.00' })
  const { body } = await mara.call(getContentStats, { params: { id: book.id } })
  expect(body).toMatchObject({ sales: 0, netEarnings: 0 })
  expect(body.bundleShares).toEqual([
    { bundleId: bundle.id, title: 'The whole coast', sales: 2, amount: '9.60' },
  ])
  const ofFerry = (await mara.call(getContentStats, { params: { id: ferry.id } })).body
  expect(ofFerry).toMatchObject({ sales: 1, netEarnings: 9.6, bundleShares: [{ sales: 1, amount: '6.40' }] })
  const ofBundle = (await mara.call(getContentStats, { params: { id: bundle.id } })).body
  expect(ofBundle).toMatchObject({ sales: 2, netEarnings: 32, bundleShares: [] })
})

test('shares are of the items that were in the bundle when it was paid', async () => {
  const { w, mara, bundle, input, ferry, book } = await bundleFixture()
  await w.visitor().purchase(bundle.id)
  w.clock.advance(1_000)
  await mara.call(updateBundle, {
    params: { id: bundle.id },
    body: { ...input, items: [ferry.id, book.id], price: '21.00' },
  })
  w.clock.advance(1_000)

  await w.visitor().purchase(bundle.id, { email: 'late@example.com' })

  // 19.20 by three items, and 16.80 by 12.00 and 9.00
  expect(await sharesOf(mara)).toEqual({ 'Night Ferry': '16.00', 'The little book': '12.00', Karst: '8.00' })
})

test('refunds take from every share, and the refund of a part only from that of its item', async () => {
  const { w, mara, bundle, karst } = await bundleFixture()
  const buyer = w.visitor()
  await buyer.purchase(bundle.id)
  const other = await w.visitor().purchase(bundle.id, { email: 'other@example.com' })
  await mara.call(refundSale, {
    params: { id: other.purchaseId },
    body: { amount: '12.00', refunded: '0.00' },
  })
  // 19.20, and 9.60 that is left
  expect(await sharesOf(mara)).toEqual({ 'Night Ferry': '9.60', 'The little book': '7.20', Karst: '12.00' })

  const admin = await w.creator('admin@example.com')
  await admin.call(takeDownContent, {
    params: { id: karst.id },
    body: { reason: 'Not yours', revokeBuyers: false },
  })
  const token = String((await buyer.starts(bundle.id)).existingAccessUrl)
    .split('/')
    .at(-1)
  await postForm(buyer, `/access/${token}/refund-share/${karst.id}`)

  // 11.20 by 12.00 and 9.00, and 9.60 by all three
  expect(await sharesOf(mara)).toEqual({ 'Night Ferry': '9.60', 'The little book': '7.20', Karst: '4.00' })
})

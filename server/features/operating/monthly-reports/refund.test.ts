import { expect, test } from 'vitest'
import { listAuditLog } from '../../../../contract/admin-overview.ts'
import {
  getPurchaseDetail,
  previewRefundAsAdmin,
  refundAsAdmin,
  searchPurchases,
} from '../../../../contract/admin-purchases.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'

async function saleFixture(price = '9.99') {
  const w = await createTestApp()
  const admin = await w.creator('admin@example.com')
  const mara = await w.creator()
  const item = await mara.publishText({ title: 'Harbour loops', price })
  const { purchaseId } = await w.visitor().purchase(item.id, { email: 'ada.lovelace@example.com' })
  return { w, admin, mara, params: { id: purchaseId } }
}

test("the admin previews the creator's balance before a refund", async () => {
  const { admin, mara, params } = await saleFixture()

  const partial = await admin.call(previewRefundAsAdmin, { params, query: { amount: '3.33' } })
  const full = await admin.call(previewRefundAsAdmin, { params })
  const tooMuch = await admin.call(previewRefundAsAdmin, { params, query: { amount: '10.00' } })

  expect(partial.body).toMatchObject({ balance: '8.00', balanceAfter: '5.33', revokesAccess: false })
  expect(full.body).toMatchObject({ amount: '9.99', balanceAfter: '0.00', revokesAccess: true })
  expect(tooMuch.body).toMatchObject({ fields: { amount: 'Enter an amount up to $9.99' } })
  expect((await admin.call(getPurchaseDetail, { params })).body.purchase.refunded).toBe('0.00')
  expect((await mara.call(previewRefundAsAdmin, { params })).status).toBe(403)
})

test('two admins who refund from the same page state refund once', async () => {
  const { w, admin, params } = await saleFixture('10.00')
  const body = { amount: '4.00', refunded: '0.00', reason: 'It was late' }

  const responses = await Promise.all([1, 2].map(() => admin.call(refundAsAdmin, { params, body })))
  const later = await admin.call(refundAsAdmin, { params, body })

  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(later.status).toBe(409)
  expect((await admin.call(getPurchaseDetail, { params })).body.purchase.refunded).toBe('4.00')
  expect(await w.probe.balance('platform_revenue')).toBe(120)
})

test('a refund that the provider cannot make now is in the audit log', async () => {
  const { w, admin, params } = await saleFixture('10.00')
  const { refund } = w.sandbox
  w.sandbox.refund = () => Promise.reject(new Error('The provider does not answer'))

  await admin.call(refundAsAdmin, { params, body: { reason: 'It was late' } })
  w.sandbox.refund = refund

  expect((await admin.call(listAuditLog)).body.entries).toMatchObject([
    {
      action: 'refundAsAdmin',
      target: `purchase/${params.id}`,
      oldValues: { refunded: '0.00' },
      newValues: { amount: '10.00', reason: 'It was late' },
    },
  ])
})

test.each(['lovelace', 'ADA.', '@example.com', 'mara@', 'bour loo'])(
  'a purchase is found by part of the email or title: %s',
  async (q) => {
    const { admin, params } = await saleFixture()

    const { body } = await admin.call(searchPurchases, { query: { q } })

    expect(body.purchases.map(({ id }) => id)).toEqual([params.id])
  },
)

test('wildcards in a search are literal, and an exact match is the only result', async () => {
  const { w, admin, mara } = await saleFixture()
  const item = await mara.publishText({ title: '100 % yours', price: '1.00' })
  await w.visitor().purchase(item.id, { email: 'lovelace@example.com' })
  const search = async (q: string) =>
    (await admin.call(searchPurchases, { query: { q } })).body.purchases.map(({ title }) => title)

  expect(await search('lovelace@example.com')).toEqual(['100 % yours'])
  expect(await search('%')).toEqual(['100 % yours'])
  expect(await search('a_a.l')).toEqual([])
  expect(await search('_')).toEqual([])
})

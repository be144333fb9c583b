import { expect, test } from 'vitest'
import { reinstateContent, takeDownContent } from '../contract/moderation.ts'
import { getAccess } from '../contract/purchases.ts'
import { listSales, refundSale } from '../contract/sales.ts'
import { bundleFixture } from './support/bundle-fixture.ts'
import { checkLedger } from './support/check-ledger.ts'
import { postForm } from './support/free-fixture.ts'
import type { CreatorClient, Visitor } from './support/test-app.ts'

/** Somebody has the bundle for $24.00, and the admin takes Karst down, which was $10.00 of it. */
async function takenDown(options: Parameters<typeof bundleFixture>[0] = {}) {
  const fixture = await bundleFixture(options)
  const { w, bundle, karst } = fixture
  const admin = await w.creator('admin@example.com')
  const buyer = w.visitor()
  const sale = await buyer.purchase(bundle.id)
  const token = String((await buyer.starts(bundle.id)).existingAccessUrl)
    .split('/')
    .at(-1)
  await takeDown(admin, karst.id)
  return {
    ...fixture,
    admin,
    buyer,
    sale,
    token: token ?? '',
    open: async () => (await buyer.call(getAccess, { params: { token: token ?? '' } })).body,
    askBack: (itemId = karst.id, who: Visitor = buyer) =>
      postForm(who, `/access/${token}/refund-share/${itemId}`),
  }
}

function takeDown(admin: CreatorClient, id: number) {
  return admin.call(takeDownContent, { params: { id }, body: { reason: 'Not yours', revokeBuyers: false } })
}

/** The creator has 80%: 19.20 of 24.00, and 11.20 after a refund of 10.00. */
test('the part of an item that was taken down is refunded at once, and nothing else is revoked', async () => {
  const { w, mara, open, askBack, token } = await takenDown()

  const { status, path } = await askBack()

  expect([status, path]).toEqual([303, `/access/${token}`])
  const access = await open()
  expect(access.purchase).toMatchObject({ state: 'partially_refunded', refundStatus: 'available' })
  expect(access.content.parts.map(({ section }) => section)).toEqual(['Night Ferry', 'The little book'])
  expect(access.bundle?.takenDown).toMatchObject([{ share: '10.00', refundable: null, refund: 'refunded' }])
  const { body } = await mara.call(listSales)
  expect(body.sales).toMatchObject([{ netAmount: '11.20', state: 'partially_refunded' }])
  expect(await checkLedger(w)).toEqual([])
})

test('it is refunded once, also when it is asked for many times at once', async () => {
  const { w, mara, askBack } = await takenDown()

  const answers = await Promise.all(Array.from({ length: 8 }, () => askBack()))
  await askBack()

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]))
  expect((await mara.call(listSales)).body.sales).toMatchObject([{ netAmount: '11.20' }])
  expect(await checkLedger(w)).toEqual([])
})

test('an item that comes back stays hidden for who has its part back, and is there for everybody else', async () => {
  const { w, bundle, karst, admin, open, askBack } = await takenDown()
  const other = w.visitor()
  await other.purchase(bundle.id, { email: 'other@example.com' })
  await askBack()

  await admin.call(reinstateContent, { params: { id: karst.id } })

  expect((await open()).content.parts.map(({ section }) => section)).toEqual([
    'Night Ferry',
    'The little book',
  ])
  expect((await open()).bundle?.takenDown).toMatchObject([{ refund: 'refunded', share: '10.00' }])
})

test('nothing else can be asked back: another item, an item that is there, or by a stranger’s link', async () => {
  const { w, mara, ferry, askBack } = await takenDown()

  await askBack(ferry.id)
  await askBack(999)
  const unknown = await postForm(w.visitor(), `/access/${'x'.repeat(43)}/refund-share/1`)

  expect(unknown.status).toBe(404)
  expect((await mara.call(listSales)).body.sales).toMatchObject([{ netAmount: '19.20' }])
})

test('it can be asked back for 30 days after the take-down, however old the purchase is', async () => {
  const { w, admin, mara, book, open, askBack } = await takenDown()
  const day = 24 * 3_600_000
  w.clock.advance(31 * day)
  await takeDown(admin, book.id)

  await askBack()
  await askBack(book.id)

  const bundle = (await open()).bundle
  expect(bundle?.takenDown).toMatchObject([
    { title: 'The little book', refund: 'refunded', share: '6.00' },
    { title: 'Karst', refundable: null, refund: null },
  ])
  expect((await mara.call(listSales)).body.sales).toMatchObject([{ netAmount: '14.40' }])
})

test('what was refunded already leaves less, and never all while something else is left', async () => {
  const { mara, sale, open } = await takenDown()

  await mara.call(refundSale, {
    params: { id: sale.purchaseId },
    body: { amount: '14.00', refunded: '0.00', reason: '' },
  })

  expect((await open()).bundle?.takenDown).toMatchObject([{ share: '10.00', refundable: null }])
})

test('who had the item before, or whose money the bank holds, gets nothing back for it', async () => {
  const { w, bundle, karst } = await bundleFixture()
  const admin = await w.creator('admin@example.com')
  const owner = w.visitor()
  await owner.purchase(karst.id)
  await owner.purchase(bundle.id, { paysAsOwner: true })
  const token =
    String((await owner.starts(bundle.id)).existingAccessUrl)
      .split('/')
      .at(-1) ?? ''

  await takeDown(admin, karst.id)
  await postForm(owner, `/access/${token}/refund-share/${karst.id}`)

  const { body } = await owner.call(getAccess, { params: { token } })
  expect(body.bundle?.takenDown).toMatchObject([{ share: null, refundable: null }])
  expect(body.purchase.state).toBe('paid')
})

test('with the last item that is left, all is refunded and access ends', async () => {
  const { w, admin, ferry, book, mara, buyer, token, askBack } = await takenDown()
  await takeDown(admin, ferry.id)
  await takeDown(admin, book.id)

  for (const id of [ferry.id, book.id]) await askBack(id)
  await askBack()

  expect((await mara.call(listSales)).body.sales).toMatchObject([{ netAmount: '0.00', state: 'refunded' }])
  expect((await buyer.call(getAccess, { params: { token } })).status).toBe(403)
  expect(await checkLedger(w)).toEqual([])
})

test('who buys after an item was taken down has no part of it', async () => {
  const { w, bundle, karst } = await takenDown()
  w.clock.advance(1_000)
  const late = w.visitor()
  await late.purchase(bundle.id, { email: 'late@example.com' })
  const token =
    String((await late.starts(bundle.id)).existingAccessUrl)
      .split('/')
      .at(-1) ?? ''

  await postForm(late, `/access/${token}/refund-share/${karst.id}`)

  const { body } = await late.call(getAccess, { params: { token } })
  expect(body.bundle).toEqual({ itemCount: 2, takenDown: [] })
  expect(body.purchase.state).toBe('paid')
})

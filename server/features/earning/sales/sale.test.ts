import { expect, test } from 'vitest'
import { getEarningsStats } from '../../../../contract/earnings.ts'
import {
  getSale,
  previewRefund,
  refundSale,
  resendAccessEmail,
  restoreAccess,
  revokeAccess,
} from '../../../../contract/sales.ts'
import { disputedSaleFixture } from '../../../../tests/support/disputed-sale-fixture.ts'
import { saleFixture } from '../../../../tests/support/sale-fixture.ts'

test('the ledger entries of a sale are listed and sum to the net amount', async () => {
  const { read, refunds } = await saleFixture({ price: '9.99' })
  await refunds({ amount: '3.33' })

  const sale = await read()

  expect(sale.entries.map(({ at: _, ...entry }) => entry)).toEqual([
    {
      kind: 'sale',
      buyerAmount: '9.99',
      tax: '0.00',
      fee: '1.99',
      creatorAmount: '8.00',
      remainingAmount: '8.00',
    },
    {
      kind: 'refund',
      buyerAmount: '-3.33',
      tax: '0.00',
      fee: '-0.66',
      creatorAmount: '-2.67',
      remainingAmount: '5.33',
    },
  ])
  expect(sale).toMatchObject({
    netAmount: '5.33',
    state: 'partially_refunded',
    refunded: '3.33',
    refundableAmount: '6.66',
  })
})

test('a dispute and its end are entries of the sale', async () => {
  const { creator, applyDisputeAction, complete, w } = await disputedSaleFixture()
  const [purchase] = await w.probe.purchases()
  await applyDisputeAction('open')
  await complete()
  await applyDisputeAction('win')
  await complete()

  const { body } = await creator.call(getSale, { params: { id: purchase?.orderNumber } })

  expect(
    body.entries.map(({ kind, creatorAmount, remainingAmount }) => [kind, creatorAmount, remainingAmount]),
  ).toEqual([
    ['sale', '8.00', '8.00'],
    ['dispute', '-8.00', '0.00'],
    ['dispute_reversal', '8.00', '8.00'],
  ])
})

test('a sale lists its emails and its first access', async () => {
  const { w, read, fan, purchaseId } = await saleFixture()
  await w.runJobs()
  const before = await read()
  await fan.send('POST', `/api/content/${before.contentId}/download`)

  const after = await read()

  expect(before).toMatchObject({ id: purchaseId, firstAccessedAt: null, revocation: null, access: 'active' })
  expect(before.emails).toMatchObject([
    { kind: 'purchase_access', recipient: 'fan@example.com' },
    { kind: 'sale', recipient: 'mara@example.com' },
  ])
  expect(before.emails[0]?.sentAt).not.toBeNull()
  expect(after.firstAccessedAt).toBe('2026-03-01T12:00:00.000Z')
})

test('the access link is sent again only to the buyer, not twice in a minute, and not after revocation', async () => {
  const { resends, revokeAccess, w } = await saleFixture()
  await w.runJobs()
  w.clock.advance(1_000)

  const first = await resends()
  const second = await resends()
  w.clock.advance(61_000)
  await revokeAccess()
  const third = await resends()

  expect(first.body.emails.map(({ kind }) => kind)).toEqual([
    'purchase_access',
    'sale',
    'purchase_access_resent',
  ])
  expect(second).toMatchObject({ status: 429 })
  expect(third).toMatchObject({ status: 403 })
})

test('the earnings on every page are the sum of the sales’ net amounts', async () => {
  const { refunds, read, creator } = await saleFixture()
  await refunds({ amount: '4.00' })

  const { body } = await creator.call(getEarningsStats)

  expect(Number((await read()).netAmount)).toBe(body.totalEarnings)
})

const calls = {
  getSale,
  previewRefund,
  refundSale,
  resendAccessEmail,
  revokeAccess,
  restoreAccess,
}

test.each(Object.entries(calls))('%s of another creator’s sale is not found', async (_, route) => {
  const { w, purchaseId, access } = await saleFixture()
  const other = await w.creator('jonas@example.com')
  const admin = await w.creator('admin@example.com')
  const body = { refunded: '0.00', reason: 'Mine now' }
  const send = (who: typeof other, id: number) =>
    who.call(route, { params: { id }, ...(route.method === 'POST' && { body }) })

  const answers = [await send(other, purchaseId), await send(admin, purchaseId), await send(other, 12_345)]

  for (const answer of answers)
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found', message: 'Sale Not Found' } })
  expect((await access()).status).toBe(200)
  expect(await w.probe.balance('cash_clearing')).toBe(-1000)
})

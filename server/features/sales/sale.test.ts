import { expect, test } from 'vitest'
import { getEarnings } from '../../../contract/earnings.ts'
import {
  closeAccess,
  getSale,
  previewRefund,
  refundSale,
  reopenAccess,
  resendAccess,
} from '../../../contract/sales.ts'
import { sold } from '../../../tests/support/sold.ts'
import { soldWithBank } from '../../../tests/support/sold-with-bank.ts'

test('the money of a sale is told entry by entry, and adds up to what is left', async () => {
  const { read, refunds } = await sold({ price: '9.99' })
  await refunds({ amount: '3.33' })

  const sale = await read()

  expect(sale.entries.map(({ at: _, ...entry }) => entry)).toEqual([
    { kind: 'sale', buyer: '9.99', fee: '1.99', share: '8.00', left: '8.00' },
    { kind: 'refund', buyer: '-3.33', fee: '-0.66', share: '-2.67', left: '5.33' },
  ])
  expect(sale).toMatchObject({ kept: '5.33', state: 'partly_refunded', refunded: '3.33', refundable: '6.66' })
})

test('a dispute and its end are entries of the sale', async () => {
  const { creator, bank, complete, w } = await soldWithBank()
  const [purchase] = await w.books.purchases()
  await bank('open')
  await complete()
  await bank('win')
  await complete()

  const { body } = await creator.call(getSale, { params: { id: purchase?.id } })

  expect(body.entries.map(({ kind, share, left }) => [kind, share, left])).toEqual([
    ['sale', '8.00', '8.00'],
    ['dispute', '-8.00', '0.00'],
    ['dispute_won', '8.00', '8.00'],
  ])
})

test('a sale names its mails and when it was opened', async () => {
  const { w, read, fan, purchaseId } = await sold()
  await w.runJobs()
  const before = await read()
  await fan.send('POST', `/api/content/${before.contentId}/download`)

  const after = await read()

  expect(before).toMatchObject({ id: purchaseId, openedAt: null, closed: null, access: 'open' })
  expect(before.mails).toMatchObject([{ kind: 'access', recipient: 'fan@example.com' }])
  expect(before.mails[0]?.sentAt).not.toBeNull()
  expect(after.openedAt).toBe('2026-03-01T12:00:00.000Z')
})

test('the link is sent again to the buyer alone, not twice in a minute, and not while access is closed', async () => {
  const { resends, closes, w } = await sold()
  await w.runJobs()
  w.clock.advance(1_000)

  const first = await resends()
  const second = await resends()
  w.clock.advance(61_000)
  await closes()
  const third = await resends()

  expect(first.body.mails.map(({ kind }) => kind)).toEqual(['access', 'access-again'])
  expect(second).toMatchObject({ status: 429 })
  expect(third).toMatchObject({ status: 403 })
})

test('the earnings on every screen are the sum of what is left of the sales', async () => {
  const { refunds, read, creator } = await sold()
  await refunds({ amount: '4.00' })

  const { body } = await creator.call(getEarnings)

  expect(Number((await read()).kept)).toBe(body.totalEarnings)
})

const calls = { getSale, previewRefund, refundSale, resendAccess, closeAccess, reopenAccess }

test.each(Object.entries(calls))(
  '%s of somebody else’s sale is as unknown as one that never was',
  async (_, route) => {
    const { w, purchaseId, access } = await sold()
    const other = await w.creator('jonas@example.com')
    const admin = await w.creator('admin@example.com')
    const body = { refunded: '0.00', reason: 'Mine now' }
    const send = (who: typeof other, id: number) =>
      who.call(route, { params: { id }, ...(route.method === 'POST' && { body }) })

    const answers = [await send(other, purchaseId), await send(admin, purchaseId), await send(other, 12_345)]

    for (const answer of answers)
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found', message: 'Sale Not Found' } })
    expect((await access()).status).toBe(200)
    expect(await w.books.balance('outside')).toBe(-1000)
  },
)

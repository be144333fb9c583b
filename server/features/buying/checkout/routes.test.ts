import { expect, test } from 'vitest'
import { getDashboardStats } from '../../../../contract/earnings.ts'
import { completePayment, downloadContent } from '../../../../contract/purchases.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import { computeBalance } from '../../money/ledger/repository.ts'

test('a purchased file arrives unchanged, and the creator gets eighty percent', async () => {
  const w = await createTestApp()
  const creator = await w.creator()
  const item = await creator.publishFile({ price: '10.00' }, Buffer.from('the very bytes'))
  const fan = w.visitor()
  const { paymentIntentId, clientSecret } = await fan.starts(item.id)
  await fan.presents('paid', clientSecret)

  const completed = await fan.call(completePayment, { params: { paymentIntentId } })
  const file = await fan.call(downloadContent, { params: { id: item.id } })

  expect(completed.body).toMatchObject({ state: 'paid' })
  expect(file.status).toBe(200)
  expect(file.bytes.toString()).toBe('the very bytes')
  expect(file.headers['content-disposition']).toContain('loops.zip')
  expect(await computeBalance(w.db, `creator_balance/${creator.id}`)).toBe(800)
  expect(await computeBalance(w.db, 'platform_revenue')).toBe(200)
  expect(await computeBalance(w.db, 'cash_clearing')).toBe(-1000)
  const { body } = await creator.call(getDashboardStats)
  expect(body).toEqual({
    availableBalance: 8,
    contentCount: 1,
    totalTips: 1,
    totalEarnings: 8,
    currency: 'USD',
    minPayoutAmount: '25.00',
    nextPayoutAt: null,
    firstPayout: null,
  })
})

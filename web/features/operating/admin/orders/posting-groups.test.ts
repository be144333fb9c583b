import { expect, test } from 'vitest'
import { postingGroups } from './posting-groups.ts'

const names = { buyer: 'Theo', creator: 'Mara Vitale', provider: 'sandbox', paymentId: 'pi_1' }
const entry = (id: number, kind: string, at: string, account: string, amount: string) => ({
  id,
  kind,
  at,
  account,
  amount,
})

test('each posting is a group of lines in words that add up to zero', () => {
  const at = '2026-11-23T15:41:00.000Z'
  const groups = postingGroups(
    [
      entry(1, 'sale', at, 'platform_revenue', '2.40'),
      entry(2, 'sale', at, 'creator_balance/7', '9.60'),
      entry(3, 'sale', at, 'cash_clearing', '-12.00'),
      entry(4, 'refund', at, 'cash_clearing', '6.00'),
      entry(5, 'refund', at, 'creator_balance/7', '-4.80'),
      entry(6, 'refund', at, 'platform_revenue', '-1.20'),
      entry(7, 'refund', at, 'cash_clearing', '6.00'),
      entry(8, 'refund', at, 'creator_balance/7', '-4.80'),
      entry(9, 'refund', at, 'platform_revenue', '-1.20'),
    ],
    names,
  )
  expect(groups.map(({ title }) => title)).toEqual(['Sale', 'Refund', 'Refund'])
  expect(groups[0]?.lines.map(({ name, amount }) => [name, amount])).toEqual([
    ['Theo’s card', '-12.00'],
    ['Mara Vitale', '9.60'],
    ['Platform fee', '2.40'],
  ])
  for (const { lines } of groups)
    expect(lines.reduce((sum, { amount }) => sum + Number(amount), 0)).toBeCloseTo(0)
})

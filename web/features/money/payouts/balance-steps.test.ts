import { expect, test } from 'vitest'
import { balanceSteps } from './balance-waterfall.tsx'

const sold = {
  currency: 'USD' as const,
  gross: '100.00',
  taxes: '0.00',
  fees: '20.00',
  reversed: '8.00',
  paidOut: '40.00',
  balance: '32.00',
  onHold: '0.00',
  nextRelease: null,
  available: '32.00',
}
const bars = (breakdown: typeof sold) =>
  balanceSteps(breakdown).map(({ name, amount, from, to }) => [name, amount, from, to])

test('each step of the balance begins where the one before ends', () => {
  expect(bars(sold)).toEqual([
    ['Paid by buyers', '100.00', 0, 1],
    ['Our fees', '-20.00', 0.8, 1],
    ['Refunds and disputes', '-8.00', 0.72, 0.8],
    ['Paid out', '-40.00', 0.32, 0.72],
    ['Available Balance', '32.00', 0, 0.32],
  ])
})

test('amounts on hold come between the balance and the available balance', () => {
  expect(bars({ ...sold, onHold: '12.00', available: '20.00' }).slice(4)).toEqual([
    ['Balance', '32.00', 0, 0.32],
    ['On hold', '-12.00', 0.2, 0.32],
    ['Available Balance', '20.00', 0, 0.2],
  ])
})

test('the bars of a negative balance go below zero, and a negative amount on hold adds to the available balance', () => {
  const refunded = { ...sold, gross: '50.00', fees: '10.00', reversed: '40.00', paidOut: '50.00' }

  expect(bars({ ...refunded, balance: '-50.00', available: '-50.00' })).toEqual([
    ['Paid by buyers', '50.00', 0.5, 1],
    ['Our fees', '-10.00', 0.9, 1],
    ['Refunds and disputes', '-40.00', 0.5, 0.9],
    ['Paid out', '-50.00', 0, 0.5],
    ['Available Balance', '-50.00', 0, 0.5],
  ])
  expect(balanceSteps({ ...sold, onHold: '-5.00', available: '37.00' })[5]?.amount).toBe('5.00')
})

import { expect, test } from 'vitest'
import { amountFault, partOf } from './refund-amount.ts'

const left = { refundable: '7.50', currency: 'USD' }

test('an amount is read in cents, and only what is left can go back', () => {
  expect(['7.50', ' 7.5 ', '0.01', '7.51', '0', '', '1,00'].map((typed) => partOf(typed, left))).toEqual([
    750,
    750,
    1,
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test('an amount that cannot go back is told why', () => {
  expect(amountFault('7.50', left)).toBeUndefined()
  expect(amountFault('8', left)).toBe('Enter an amount up to $7.50')
  expect(amountFault('1.001', left)).toBe('Enter an amount with at most 2 decimals')
})

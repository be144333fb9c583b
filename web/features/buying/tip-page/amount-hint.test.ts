import { expect, test } from 'vitest'
import { amountHint } from './amount-hint.ts'

const item = {
  minimumChargeAmount: '5.00',
  currency: 'USD',
  typicalAmount: '8.00',
  isPaidByMost: true,
  suggestedAmounts: ['5.00', '8.00', '12.00', '20.00'],
}

test('what the chips say is not said again', () => {
  expect(amountHint(item)).toBe('')
  expect(amountHint({ ...item, suggestedAmounts: ['8.00', '16.00'] })).toBe('At least $5')
})

test('without such chips, the hint says the minimum and what others pay', () => {
  expect(amountHint({ ...item, suggestedAmounts: [] })).toBe('At least $5 · Most people pay $8')
  expect(amountHint({ ...item, isPaidByMost: false })).toBe('Half of people pay $8 or more')
  expect(amountHint({ ...item, typicalAmount: null, suggestedAmounts: [] })).toBe('At least $5')
})

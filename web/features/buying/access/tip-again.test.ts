import { expect, test } from 'vitest'
import { againAmount } from './tip-again.tsx'

test.each([
  ['USD', '7.50', '5.00', '7.50'],
  ['USD, paid with a code', '4.00', '5.00', '5.00'],
  ['EUR', '5.00', '5.00', '5.00'],
  ['JPY', '900', '1000', '1000'],
  ['BHD', '1.250', '1.200', '1.250'],
])('the amount to tip again in %s', (_name, last, minimum, amount) => {
  expect(againAmount(last, minimum)).toBe(amount)
})

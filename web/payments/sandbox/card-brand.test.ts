import { expect, test } from 'vitest'
import { cardBrandOf } from './sandbox-form.tsx'

test.each([
  ['4', 'Visa'],
  ['4242 4242', 'Visa'],
  ['5555 55', 'Mastercard'],
  ['2221', 'Mastercard'],
  ['2720 99', 'Mastercard'],
  ['3782', 'Amex'],
  ['', undefined],
  ['5', undefined],
  ['2721', undefined],
  ['6011', undefined],
  ['slow', undefined],
])('the brand of a card number that begins with %j is %s', (typed, brand) => {
  expect(cardBrandOf(typed)).toBe(brand)
})

import { expect, test } from 'vitest'
import { cardText } from './format.ts'

test('a card is named by its brand and last four digits', () => {
  expect(cardText({ cardBrand: 'visa', cardLast4: '4242' })).toBe('Visa ••4242')
  expect(cardText({ cardBrand: 'amex', cardLast4: '0005' })).toBe('American Express ••0005')
})

test('cardText of an unknown brand begins with Card, and without a number it is null', () => {
  expect(cardText({ cardBrand: 'new_scheme', cardLast4: '1234' })).toBe('Card ••1234')
  expect(cardText({ cardBrand: 'visa', cardLast4: null })).toBeNull()
})

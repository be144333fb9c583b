import { expect, test } from 'vitest'
import { cumulativeTaxRefund, includedTax, taxRateOn } from './tax.ts'

test.each([
  [1190, 190_000, 190],
  [1000, 190_000, 160],
  [1, 250_000, 0],
  [3, 250_000, 1],
  [500, 100_000, 45],
  [1000, 255_000, 203],
  [1000, 0, 0],
])('a price of %i at %i millionths includes a tax of %i', (amount, rateMillionths, tax) => {
  expect(includedTax(amount, rateMillionths)).toBe(tax)
})

test('three refunds of a third return the tax in parts that sum to the whole', () => {
  const sale = { amount: 1000, taxAmount: 160 }
  const totals = [333, 666, 1000].map((refunded) => cumulativeTaxRefund(refunded, sale))

  expect(totals).toEqual([53, 107, 160])
})

const rates = [
  { country: 'DE', kind: 'digital', rateMillionths: 190_000, validFrom: '2026-01-01' },
  { country: 'DE', kind: 'digital', rateMillionths: 210_000, validFrom: '2026-07-01' },
  { country: 'FR', kind: 'digital', rateMillionths: 200_000, validFrom: '2026-01-01' },
  { country: 'FR', kind: 'ebook', rateMillionths: 55_000, validFrom: '2026-01-01' },
] as const

test.each([
  ['DE', 'digital', '2026-06-30', 190_000],
  ['DE', 'digital', '2026-07-01', 210_000],
  ['DE', 'digital', '2025-12-31', 0],
  ['DE', 'ebook', '2026-03-01', 190_000],
  ['FR', 'ebook', '2026-03-01', 55_000],
  ['US', 'digital', '2026-03-01', 0],
  [null, 'digital', '2026-03-01', 0],
] as const)('the rate of %s for %s on %s is %i', (country, kind, day, rateMillionths) => {
  expect(taxRateOn(rates, { country, kind, day })).toBe(rateMillionths)
})

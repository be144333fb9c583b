import { expect, test } from 'vitest'
import { cumulativeTaxRefund, includedTax, taxRateOn } from './tax.ts'

test.each([
  [1190, 1900, 190],
  [1000, 1900, 160],
  [1, 2500, 0],
  [3, 2500, 1],
  [500, 1000, 45],
  [1000, 2550, 203],
  [1000, 0, 0],
])('a price of %i at %i basis points includes a tax of %i', (amount, rateBps, tax) => {
  expect(includedTax(amount, rateBps)).toBe(tax)
})

test('three refunds of a third return the tax in parts that sum to the whole', () => {
  const sale = { amount: 1000, taxAmount: 160 }
  const totals = [333, 666, 1000].map((refunded) => cumulativeTaxRefund(refunded, sale))

  expect(totals).toEqual([53, 107, 160])
})

const rates = [
  { country: 'DE', kind: 'digital', rateBps: 1900, validFrom: '2026-01-01' },
  { country: 'DE', kind: 'digital', rateBps: 2100, validFrom: '2026-07-01' },
  { country: 'FR', kind: 'digital', rateBps: 2000, validFrom: '2026-01-01' },
  { country: 'FR', kind: 'ebook', rateBps: 550, validFrom: '2026-01-01' },
] as const

test.each([
  ['DE', 'digital', '2026-06-30', 1900],
  ['DE', 'digital', '2026-07-01', 2100],
  ['DE', 'digital', '2025-12-31', 0],
  ['DE', 'ebook', '2026-03-01', 1900],
  ['FR', 'ebook', '2026-03-01', 550],
  ['US', 'digital', '2026-03-01', 0],
  [null, 'digital', '2026-03-01', 0],
] as const)('the rate of %s for %s on %s is %i', (country, kind, day, rateBps) => {
  expect(taxRateOn(rates, { country, kind, day })).toBe(rateBps)
})

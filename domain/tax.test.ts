import { expect, test } from 'vitest'
import { cumulativeTaxRefund, includedTax, isReverseCharged, taxPlace, taxRateOn, taxReturn } from './tax.ts'

test.each([
  [1190, 190_000, 190],
  [1000, 190_000, 160],
  [1, 250_000, 0],
  [3, 250_000, 1],
  [500, 100_000, 45],
  [1000, 255_000, 203],
  [1000, 88_750, 82],
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
  { country: 'DE', region: '', kind: 'digital', rateMillionths: 190_000, validFrom: '2026-01-01' },
  { country: 'DE', region: '', kind: 'digital', rateMillionths: 210_000, validFrom: '2026-07-01' },
  { country: 'FR', region: '', kind: 'digital', rateMillionths: 200_000, validFrom: '2026-01-01' },
  { country: 'FR', region: '', kind: 'ebook', rateMillionths: 55_000, validFrom: '2026-01-01' },
  { country: 'US', region: 'NY', kind: 'digital', rateMillionths: 88_750, validFrom: '2026-01-01' },
] as const

test.each([
  ['DE', '', 'digital', '2026-06-30', 190_000],
  ['DE', '', 'digital', '2026-07-01', 210_000],
  ['DE', '', 'digital', '2025-12-31', 0],
  ['DE', '', 'ebook', '2026-03-01', 190_000],
  ['DE', 'BY', 'digital', '2026-03-01', 190_000],
  ['FR', '', 'ebook', '2026-03-01', 55_000],
  ['US', '', 'digital', '2026-03-01', 0],
  ['US', 'NY', 'digital', '2026-03-01', 88_750],
  ['US', 'NY', 'ebook', '2026-03-01', 88_750],
  ['US', 'CA', 'digital', '2026-03-01', 0],
  [null, '', 'digital', '2026-03-01', 0],
] as const)('the rate of %s %s for %s on %s is %i', (country, region, kind, day, rateMillionths) => {
  expect(taxRateOn(rates, { country, region, kind, day })).toBe(rateMillionths)
})

const consumer = {
  cardCountry: 'DE',
  statedCountry: 'FR',
  statedRegion: '',
  vatId: '',
  isVatIdVerified: false,
}

test.each([
  [consumer, { country: 'DE', region: '', isBusiness: false }],
  [
    { ...consumer, cardCountry: null },
    { country: 'FR', region: '', isBusiness: false },
  ],
  [
    { ...consumer, vatId: 'FR12345678901', isVatIdVerified: true },
    { country: 'FR', region: '', isBusiness: true },
  ],
  // Anybody can type a number: without a confirmation it moves no tax.
  [
    { ...consumer, vatId: 'T1234567890123' },
    { country: 'DE', region: '', isBusiness: true },
  ],
  [
    { ...consumer, cardCountry: 'US', statedCountry: 'US', statedRegion: 'NY' },
    { country: 'US', region: 'NY', isBusiness: false },
  ],
  [
    { ...consumer, cardCountry: 'CA', statedCountry: 'US', statedRegion: 'NY' },
    { country: 'CA', region: '', isBusiness: false },
  ],
])('a buyer with %j is taxed at %j', (facts, place) => {
  expect(taxPlace(facts)).toEqual(place)
})

const french = { country: 'FR', region: '', isBusiness: true }

test.each([
  [french, { sellerCountry: 'DE', isVatIdVerified: true }, true],
  [french, { sellerCountry: 'US', isVatIdVerified: true }, true],
  [french, { sellerCountry: 'FR', isVatIdVerified: true }, false],
  [french, { sellerCountry: 'DE', isVatIdVerified: false }, false],
  [french, { sellerCountry: '', isVatIdVerified: true }, false],
  [{ ...french, isBusiness: false }, { sellerCountry: 'DE', isVatIdVerified: true }, false],
  [{ ...french, country: 'GB' }, { sellerCountry: 'DE', isVatIdVerified: true }, false],
])('a buyer at %j of a seller with %j owes the tax itself: %s', (place, seller, expected) => {
  expect(isReverseCharged(place, seller)).toBe(expected)
})

test.each([
  [{ country: 'DE', isBusiness: true }, 'taxed', 'local'],
  [{ country: 'FR', isBusiness: false }, 'taxed', 'one_stop_shop'],
  [{ country: 'FR', isBusiness: true }, 'taxed', 'business'],
  [{ country: 'FR', isBusiness: true }, 'reverse_charge', 'reverse_charge'],
  [{ country: 'JP', isBusiness: false }, 'taxed', 'local'],
  [{ country: 'FR', isBusiness: false }, 'untaxed', 'none'],
  [{ country: null, isBusiness: false }, 'taxed', 'none'],
] as const)('what was sold in Germany to %j as %s is in the return %s', (place, treatment, expected) => {
  expect(taxReturn(place, { treatment, sellerCountry: 'DE' })).toBe(expected)
})

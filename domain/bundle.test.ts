import { describe, expect, test } from 'vitest'
import type { Currency } from '../contract/money.ts'
import {
  bundleToOffer,
  completionPrice,
  percentBelow,
  priceFromPercent,
  refundableShare,
  revenueByItem,
  sharesOf,
  sumOfPrices,
} from './bundle.ts'
import { formatMoney } from './price.ts'

const charge = { min: 50, max: 99_999_999 }
/** Night Ferry, Harbor loops, the book, Karst, Dusk, First Frost, Salt Roads. */
const coast = [1200, 1200, 900, 1500, 1400, 1000, 1200].map((price, index) => ({ id: index + 1, price }))

describe('the price of the rest', () => {
  test('three of seven are owned, and the other four cost 28.00 at the bundle’s rate', () => {
    expect(sumOfPrices(coast)).toBe(8400)
    // 48.00 × 49.00 / 84.00
    expect(completionPrice(coast, new Set([1, 3, 5]), { bundlePrice: 4800, charge })).toBe(2800)
  })

  const two = (first: number, second: number) => [
    { id: 1, price: first },
    { id: 2, price: second },
  ]
  test.each([
    // currency, prices, bundle, minimum of a card, the rest (the second item)
    ['USD', two(1000, 1000), 1500, 50, 750, '$7.50'],
    ['USD', two(1000, 500), 1001, 50, 334, '$3.34'],
    ['USD', two(1000, 60), 80, 50, 50, '$0.50'],
    ['USD', two(1000, 60), 1060, 50, 60, '$0.60'],
    ['USD', two(333, 333), 333, 50, 167, '$1.67'],
    ['EUR', two(1999, 2999), 3999, 50, 2400, '€24.00'],
    ['EUR', two(500, 500), 55, 50, 50, '€0.50'],
    ['JPY', two(1000, 500), 1201, 50, 400, '¥400'],
    ['JPY', two(1, 51), 51, 50, 50, '¥50'],
    ['BHD', two(1500, 2500), 3001, 100, 1876, 'BHD 1.876'],
    ['BHD', two(1000, 1000), 1001, 100, 501, 'BHD 0.501'],
    ['BHD', two(90_000_000_000, 90_000_000_000), 90_000_000_001, 100, 45_000_000_001, 'BHD 45,000,000.001'],
  ] as const)(
    '%s: of %o for %i at a minimum of %i it is %i',
    (currency, items, bundlePrice, min, expected, text) => {
      const price = completionPrice(items, new Set([1]), { bundlePrice, charge: { min, max: charge.max } })

      expect(price).toBe(expected)
      expect(formatMoney(expected, currency as Currency).replace(/\s/g, ' ')).toBe(text)
    },
  )

  test('whoever owns nothing, or everything, is offered nothing', () => {
    expect(completionPrice(coast, new Set(), { bundlePrice: 4800, charge })).toBeUndefined()
    expect(completionPrice(coast, new Set([99]), { bundlePrice: 4800, charge })).toBeUndefined()
    expect(
      completionPrice(coast, new Set(coast.map(({ id }) => id)), { bundlePrice: 4800, charge }),
    ).toBeUndefined()
  })

  test('free items that are missing are no reason to pay', () => {
    expect(completionPrice(two(1000, 0), new Set([1]), { bundlePrice: 800, charge })).toBeUndefined()
  })

  test.each(['USD', 'EUR', 'JPY', 'BHD'])(
    '%s: whatever is owned, the rest is never dearer than one by one, and never below what a card can pay',
    (currency) => {
      const min = { USD: 50, EUR: 50, JPY: 50, BHD: 100 }[currency] ?? 0
      const random = seeded(currency.charCodeAt(0))
      for (let round = 0; round < 5_000; round++) {
        const count = 2 + (random() % 49)
        const items = Array.from({ length: count }, (_, id) => ({
          id,
          price: random() % 10 === 0 ? 0 : min + (random() % 100_000),
        }))
        const owned = new Set(items.filter(() => random() % 2 === 0).map(({ id }) => id))
        const bundlePrice = min + (random() % Math.max(1, sumOfPrices(items)))
        const price = completionPrice(items, owned, { bundlePrice, charge: { min, max: charge.max } })
        if (price === undefined) continue
        const singly = sumOfPrices(items.filter(({ id }) => !owned.has(id)))
        expect(price).toBeGreaterThanOrEqual(min)
        expect(price).toBeLessThanOrEqual(singly)
        expect(Number.isSafeInteger(price)).toBe(true)
      }
    },
  )
})

describe('the shares of a bundle’s amount', () => {
  test('a taken-down item of 15.00 in 84.00 was 8.57 of 48.00', () => {
    expect(sharesOf(4800, coast).get(4)).toBe(857)
  })

  test('what remains goes to the largest remainders, and of equal ones to the first', () => {
    const three = [1, 2, 3].map((id) => ({ id, price: 100 }))

    expect([...sharesOf(100, three).values()]).toEqual([34, 33, 33])
    expect([...sharesOf(101, three).values()]).toEqual([34, 34, 33])
    expect([...sharesOf(2, three).values()]).toEqual([1, 1, 0])
  })

  test('items that are free alone share equally', () => {
    expect([
      ...sharesOf(5, [
        { id: 1, price: 0 },
        { id: 2, price: 0 },
      ]).values(),
    ]).toEqual([3, 2])
  })

  test('they always add up', () => {
    const random = seeded(7)
    for (let round = 0; round < 5_000; round++) {
      const items = Array.from({ length: 1 + (random() % 50) }, (_, id) => ({
        id,
        price: random() % 1_000_000,
      }))
      const amount = random() % 100_000_000
      const shares = [...sharesOf(amount, items).values()]
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(amount)
      expect(shares.every((share) => share >= 0)).toBe(true)
    }
  })
})

describe('the revenue of bundles by item', () => {
  const items = (...prices: Array<number>) => prices.map((price, index) => ({ id: index + 1, price }))

  test.each([
    // currency, revenues, what items 1, 2 and 3 are of it
    ['USD', [{ amount: 960, items: items(1200, 900, 1500) }], [320, 240, 400]],
    ['USD', [{ amount: 100, items: items(1, 1, 1) }], [34, 33, 33]],
    [
      'EUR',
      [
        { amount: 1000, items: items(500, 500) },
        { amount: 999, items: [{ id: 3, price: 700 }] },
      ],
      [500, 500, 999],
    ],
    ['JPY', [{ amount: 1201, items: items(1000, 500, 1) }], [800, 400, 1]],
    ['BHD', [{ amount: 10_010, items: items(3000, 3000, 3000) }], [3337, 3337, 3336]],
    ['BHD', [{ amount: 8_001, items: items(1000, 1000, 1000) }], [2667, 2667, 2667]],
    ['USD', [{ amount: 0, items: items(100, 200, 300) }], [0, 0, 0]],
  ] as const)('%s: %j', (_, revenues, expected) => {
    expect([...revenueByItem(revenues).values()]).toEqual(expected)
  })

  test('it always adds up', () => {
    const random = seeded(11)
    for (let round = 0; round < 1_000; round++) {
      const revenues = Array.from({ length: random() % 20 }, () => ({
        amount: random() % 100_000_000,
        items: items(...Array.from({ length: 1 + (random() % 50) }, () => random() % 1_000_000)),
      }))

      const shares = [...revenueByItem(revenues).values()]

      const total = revenues.reduce((sum, { amount }) => sum + amount, 0)
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(total)
      expect(shares.every((share) => share >= 0)).toBe(true)
    }
  })
})

describe('the bundle that is offered on the page of an item', () => {
  const offer = (id: number, ownedCount: number, itemCount: number, price: number) => ({
    id,
    ownedCount,
    itemCount,
    price,
  })

  test.each([
    ['nothing', [], undefined],
    ['the only one', [offer(1, 1, 7, 2800)], 1],
    ['the largest part', [offer(1, 1, 7, 2800), offer(2, 2, 3, 5000), offer(3, 3, 7, 100)], 2],
    ['of equal parts the cheaper rest', [offer(1, 1, 2, 900), offer(2, 2, 4, 800), offer(3, 3, 6, 850)], 2],
    ['of equal offers the first', [offer(1, 1, 2, 900), offer(2, 1, 2, 900)], 1],
  ])('is %s', (_, offers, expected) => {
    expect(bundleToOffer(offers)?.id).toBe(expected)
  })
})

describe('what an item that was taken down gives back', () => {
  test.each([
    // currency, share, refundable, are there other items, refund
    ['USD', 857, 4800, true, 857],
    ['USD', 857, 858, true, 857],
    ['USD', 857, 857, true, undefined],
    ['USD', 857, 857, false, 857],
    ['USD', 857, 500, false, 500],
    ['USD', 857, 500, true, undefined],
    ['USD', 0, 4800, true, undefined],
    ['USD', 857, 0, false, undefined],
    ['EUR', 1, 2, true, 1],
    ['JPY', 1201, 4800, true, 1201],
    ['BHD', 12_345, 48_000, true, 12_345],
  ] as const)(
    '%s: a share of %i, with %i refundable and other items (%s), is %s',
    (_, share, refundable, hasOtherItems, expected) => {
      expect(refundableShare(share, { refundable, hasOtherItems })).toBe(expected)
    },
  )
})

test('a percent sets the price, and a price has a percent', () => {
  expect(priceFromPercent(8400, 43)).toBe(4788)
  expect(priceFromPercent(8400, 0)).toBe(8400)
  expect(priceFromPercent(1001, 50)).toBe(501)
  expect(percentBelow(8400, 4800)).toBe(43)
  expect(percentBelow(8400, 8400)).toBe(0)
  expect(percentBelow(8400, 9000)).toBe(0)
  expect(percentBelow(0, 0)).toBe(0)
})

/** Random whole numbers, the same in every run. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor(state / 16)
  }
}

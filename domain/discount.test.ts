import { describe, expect, test } from 'vitest'
import {
  checkoutPrice,
  discountedPrice,
  discountState,
  normalizeCode,
  reducedPrice,
  struckPrice,
} from './discount.ts'

/** What the card providers charge at least, in minor units. */
const minimums = { USD: 50, EUR: 50, JPY: 50, BHD: 200 } as const
type Currency = keyof typeof minimums
const chargeOf = (currency: Currency) => ({ min: minimums[currency], max: 99_999_999 })
const percent = (percentBps: number) => ({ kind: 'percent', percentBps }) as const
const off = (amount: number) => ({ kind: 'amount', amount }) as const

/** Price, code, what the rule leaves, and what a card pays: in minor units. */
const cases: Array<[Currency, number, ReturnType<typeof percent> | ReturnType<typeof off>, number, number]> =
  [
    ['USD', 1_200, percent(2_000), 960, 960],
    ['USD', 1_200, percent(1), 1_200, 1_200],
    ['USD', 1_200, percent(4), 1_200, 1_200],
    ['USD', 1_250, percent(4), 1_249, 1_249],
    ['USD', 999, percent(3_333), 666, 666],
    ['USD', 999, percent(5_000), 499, 499],
    ['USD', 101, percent(5_000), 50, 50],
    ['USD', 50, percent(2_000), 40, 50],
    ['USD', 99_999_999, percent(5_000), 49_999_999, 49_999_999],
    ['USD', 99_999_999, percent(9_999), 10_000, 10_000],
    ['USD', 1_200, off(400), 800, 800],
    ['USD', 1_200, off(1_199), 1, 50],
    ['USD', 1_200, off(1_200), 0, 0],
    ['USD', 1_200, off(5_000), 0, 0],
    ['USD', 20, off(5), 45, 50],
    ['EUR', 800, percent(1_250), 700, 700],
    ['EUR', 805, percent(1_250), 704, 704],
    ['EUR', 1, percent(5_000), 25, 50],
    ['EUR', 350, percent(3_000), 245, 245],
    ['EUR', 349, percent(3_000), 244, 244],
    ['EUR', 10_000, percent(10_000), 0, 0],
    ['EUR', 10_000, off(1), 9_999, 9_999],
    ['EUR', 99, off(49), 50, 50],
    ['EUR', 99, off(50), 49, 50],
    ['JPY', 1_200, percent(2_000), 960, 960],
    ['JPY', 1_001, percent(5_000), 500, 500],
    ['JPY', 333, percent(1_500), 283, 283],
    ['JPY', 60, percent(5_000), 30, 50],
    ['JPY', 980, percent(3_300), 657, 657],
    ['JPY', 980, percent(9_500), 49, 50],
    ['JPY', 980, off(480), 500, 500],
    ['JPY', 980, off(979), 1, 50],
    ['JPY', 49, off(1), 49, 50],
    ['JPY', 980, off(980), 0, 0],
    ['JPY', 1, percent(10_000), 0, 0],
    ['BHD', 4_500, percent(2_000), 3_600, 3_600],
    ['BHD', 4_505, percent(1_000), 4_054, 4_054],
    ['BHD', 1_999, percent(3_333), 1_333, 1_333],
    ['BHD', 210, percent(500), 199, 200],
    ['BHD', 210, percent(450), 201, 201],
    ['BHD', 12_345, off(345), 12_000, 12_000],
    ['BHD', 1_000, off(999), 1, 200],
    ['BHD', 1_000, off(1_000), 0, 0],
    ['BHD', 12_345, percent(10_000), 0, 0],
  ]

test('the table has 44 cases of prices and codes', () => {
  expect(cases).toHaveLength(44)
})

describe.each(cases)(
  'in %s a price of %i with the code %j',
  (currency, priceAmount, rule, computed, paid) => {
    const content = { priceAmount, currency } as const
    const charge = chargeOf(currency)

    test(`is ${computed} by the rule, and a card pays ${paid}`, () => {
      const price = discountedPrice({ ...content, pricingModel: 'fixed' }, rule, charge)

      expect(price).toMatchObject({ computed, minimum: paid })
    })

    test('is charged, and price less discount is what is charged', () => {
      const price = checkoutPrice(
        { ...content, pricingModel: 'fixed' },
        { customAmount: '0.01', rule },
        charge,
      )

      expect(price.amount).toBe(paid)
      expect(price.listAmount - price.discountAmount).toBe(paid)
      expect(price.listAmount).toBe(Math.max(priceAmount, charge.min))
    })

    test('is the minimum of pay what you want', () => {
      const payWhatYouWant = { ...content, pricingModel: 'pay_what_you_want' } as const

      expect(checkoutPrice(payWhatYouWant, { customAmount: undefined, rule }, charge).amount).toBe(paid)
    })
  },
)

describe('pay what you want with a code', () => {
  const content = { pricingModel: 'pay_what_you_want', priceAmount: 500, currency: 'USD' } as const
  const charge = chargeOf('USD')
  const priceOf = (customAmount: string) =>
    checkoutPrice(content, { customAmount, rule: percent(2_000) }, charge)

  test('takes the difference to the minimum off an amount below it', () => {
    expect(priceOf('4')).toEqual({ amount: 400, listAmount: 500, discountAmount: 100, tipAmount: 0 })
    expect(priceOf('4.50')).toEqual({ amount: 450, listAmount: 500, discountAmount: 50, tipAmount: 0 })
  })

  test('takes nothing off an amount that is enough without it', () => {
    expect(priceOf('5')).toEqual({ amount: 500, listAmount: 500, discountAmount: 0, tipAmount: 0 })
    expect(priceOf('20')).toEqual({ amount: 2_000, listAmount: 2_000, discountAmount: 0, tipAmount: 0 })
  })

  test('rejects an amount below the reduced minimum', () => {
    expect(() => priceOf('3.99')).toThrow('Minimum amount is $4.00')
  })
})

describe.each([
  ['USD', '0.49', '0.50'],
  ['EUR', '0.49', '0.50'],
  ['JPY', '49', '50'],
  ['BHD', '0.199', '0.200'],
] as const)('pay what you want in %s with a code that leaves nothing', (currency, tooLittle, least) => {
  const content = { pricingModel: 'pay_what_you_want', priceAmount: 5_000, currency } as const
  const charge = chargeOf(currency)
  const priceOf = (customAmount: string | undefined) =>
    checkoutPrice(content, { customAmount, rule: percent(10_000) }, charge)

  test('is free without an amount, and for 0', () => {
    const free = { amount: 0, listAmount: 5_000, discountAmount: 5_000, tipAmount: 0 }
    expect(priceOf(undefined)).toEqual(free)
    expect(priceOf('')).toEqual(free)
    expect(priceOf('0')).toEqual(free)
  })

  test('takes what a card can pay, and nothing between', () => {
    expect(() => priceOf(tooLittle)).toThrow('Minimum amount is')
    expect(priceOf(least).amount).toBe(charge.min)
  })
})

test('a free item costs nothing, whatever is offered for it', () => {
  for (const currency of ['USD', 'EUR', 'JPY', 'BHD'] as const) {
    const content = { pricingModel: 'free', priceAmount: 0, currency } as const
    const price = checkoutPrice(content, { customAmount: '5', rule: undefined }, chargeOf(currency))
    expect(price).toEqual({ amount: 0, listAmount: 0, discountAmount: 0, tipAmount: 0 })
  }
})

test('without a code the price has no discount', () => {
  const content = { pricingModel: 'fixed', priceAmount: 1_200, currency: 'USD' } as const

  const price = checkoutPrice(content, { customAmount: undefined, rule: undefined }, chargeOf('USD'))

  expect(price).toEqual({ amount: 1_200, listAmount: 1_200, discountAmount: 0, tipAmount: 0 })
})

test('a code never takes off more than the price, and nothing is added', () => {
  for (let price = 0; price <= 300; price++)
    for (const rule of [
      percent(1),
      percent(4_999),
      percent(5_000),
      percent(9_999),
      percent(10_000),
      off(150),
    ]) {
      const reduced = reducedPrice(price, rule)
      expect(reduced).toBeGreaterThanOrEqual(0)
      expect(reduced).toBeLessThanOrEqual(price)
    }
})

test.each([
  ['spring', 'SPRING'],
  ['  Spring ', 'SPRING'],
  ['SPR ING', 'SPRING'],
  ['ＳＰＲＩＮＧ２０', 'SPRING20'],
  ['salt–7kq2', 'SALT-7KQ2'],
  ['salt_7\u200b', 'SALT_7'],
  ['abc', 'ABC'],
  ['a'.repeat(40), 'A'.repeat(40)],
])('the typed code %j is %s', (typed, code) => {
  expect(normalizeCode(typed)).toBe(code)
})

test.each(['', '  ', 'ab', 'a'.repeat(41), 'früh', 'SPRING!', 'a/b/c', '👍👍👍', 'ſpring%'])(
  '%j is not a code',
  (typed) => {
    expect(normalizeCode(typed)).toBeUndefined()
  },
)

describe('a code', () => {
  const now = new Date('2026-12-01T12:00:00Z')
  const before = new Date('2026-12-01T11:59:59Z')
  const open = { startsAt: null, endsAt: null, pausedAt: null, max: null, used: 0 }

  test.each([
    ['without limits', open, 'active'],
    ['that has begun', { ...open, startsAt: now }, 'active'],
    ['that has not begun', { ...open, startsAt: new Date('2026-12-01T12:00:01Z') }, 'scheduled'],
    ['that ends in a second', { ...open, endsAt: new Date('2026-12-01T12:00:01Z') }, 'active'],
    ['that ends now', { ...open, endsAt: now }, 'ended'],
    ['with one use left', { ...open, max: 50, used: 49 }, 'active'],
    ['without a use left', { ...open, max: 50, used: 50 }, 'used_up'],
    ['that was paused', { ...open, pausedAt: before }, 'paused'],
    ['that was paused and has ended', { ...open, pausedAt: before, endsAt: before }, 'ended'],
    ['that was paused without a use left', { ...open, pausedAt: before, max: 1, used: 1 }, 'used_up'],
  ] as const)('%s is %s', (_, terms, state) => {
    expect(discountState(terms, now)).toBe(state)
  })
})

test.each([
  ['the price, where no other one is known', 1_200, 960, undefined, 1_200],
  ['the lowest of 30 days', 1_200, 960, 1_000, 1_000],
  ['never more than the price', 1_200, 960, 1_500, 1_200],
  ['nothing, where it was as low', 1_200, 960, 960, null],
  ['nothing, where it was lower', 1_200, 960, 500, null],
  ['the price beside nothing', 1_200, 0, undefined, 1_200],
])('struck is %s', (_, list, minimum, lowest, struck) => {
  expect(struckPrice({ list, minimum }, lowest)).toBe(struck)
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatDecimal } from '../contract/money.ts'
import { completionPrice, priceFromPercent, sharesOf } from './bundle.ts'
import { chargeStep, floorToStep, isOnStep, toStep } from './charge-step.ts'
import { checkoutPrice } from './discount.ts'
import {
  minimumCharge,
  type PricedContent,
  parsePrice,
  priceRangeMessage,
  typedAmountMessage,
} from './price.ts'
import { resolveRefundAmount } from './refund.ts'
import { addTip, suggestedTips } from './tip.ts'
import { upgradePrice, upgradeProblems } from './upgrade.ts'

const currencies = ['USD', 'EUR', 'JPY', 'BHD', 'JOD', 'KWD', 'OMR', 'TND'] as const
const charge = { min: 200, max: 99_999_990 }

test.each([
  ['USD', 1, 1_234, 1_234, 1_234],
  ['EUR', 1, 1_239, 1_239, 1_239],
  ['JPY', 1, 5, 5, 5],
  ['BHD', 10, 5_124, 5_120, 5_120],
  ['KWD', 10, 5_125, 5_130, 5_120],
  ['JOD', 10, 5_129, 5_130, 5_120],
  ['OMR', 10, 5_130, 5_130, 5_130],
  ['TND', 10, 4, 0, 0],
  ['TND', 10, 0, 0, 0],
])(
  'in %s amounts are multiples of %i: %i is near %i and not below %i',
  (currency, step, amount, near, floor) => {
    expect(chargeStep(currency)).toBe(step)
    expect(toStep(amount, currency)).toBe(near)
    expect(floorToStep(amount, currency)).toBe(floor)
  },
)

const endsIn0 = 'Enter an amount that ends in 0, like 5.250'

describe('what is typed', () => {
  test.each([
    ['USD', '1.25', 125],
    ['JPY', '1234', 1_234],
    ['BHD', '1.250', 1_250],
    ['BHD', '1.25', 1_250],
    ['BHD', '1.255', undefined],
    ['KWD', '9.999', undefined],
  ])('a price in %s of %s is %s', (currency, text, amount) => {
    expect(parsePrice(text, currency, { ...charge, min: 1 })).toBe(amount)
  })

  test('the field of a price says so', () => {
    const said = (currency: string) => priceRangeMessage(currency, charge).replace(/\s/g, ' ')
    expect(said('BHD')).toBe('Enter a price from BHD 0.200 to BHD 99,999.990 that ends in 0')
    expect(said('USD')).toBe('Enter a price from $2.00 to $999,999.90')
    expect(typedAmountMessage('1.255', 'BHD')).toBe(endsIn0)
    expect(typedAmountMessage('1.250', 'BHD')).toBeUndefined()
    expect(typedAmountMessage('1.25', 'USD')).toBeUndefined()
  })

  test.each([
    [
      'an amount of one’s own',
      () => checkoutPrice(flexible, { customAmount: '1.255', rule: undefined }, charge),
    ],
    ['a tip', () => addTip(tipped, paid, { tip: '0.005', charge })],
    ['a part of a refund', () => resolveRefundAmount(sale, '0.505')],
  ])('%s that does not end in 0 is refused with a sentence', (_, act) => {
    expect(act).toThrow(endsIn0)
  })

  test('the difference of an upgrade is refused too', () => {
    const fields = { price: '8.500', upgradeFromId: '7', upgradeAmount: '3.255' }
    expect(upgradeProblems(fields, { currency: 'BHD', charge })).toEqual({ upgradeAmount: endsIn0 })
  })

  test('all that is left can be refunded, however it was paid', () => {
    expect(resolveRefundAmount({ ...sale, amount: 1_005 }, '1.005')).toBe(1_005)
    expect(resolveRefundAmount({ ...sale, amount: 1_005 }, undefined)).toBe(1_005)
  })
})

const flexible: PricedContent = { pricingModel: 'pay_what_you_want', priceAmount: 1_000, currency: 'BHD' }
const tipped = { pricingModel: 'fixed', priceAmount: 1_000, currency: 'BHD', offersTip: true } as const
const paid = { amount: 1_000, listAmount: 1_000, discountAmount: 0, tipAmount: 0 }
const sale = {
  creatorId: 'mara',
  amount: 1_000,
  taxAmount: 0,
  platformFeeAmount: 200,
  refundedAmount: 0,
  disputedAmount: 0,
  platformFeeRefundedAmount: 0,
  taxRefundedAmount: 0,
  currency: 'BHD',
}

const arbitraryRule = fc.oneof(
  fc.record({ kind: fc.constant('percent' as const), percentBps: fc.integer({ min: 1, max: 10_000 }) }),
  fc.record({ kind: fc.constant('amount' as const), amount: fc.integer({ min: 1, max: 2_000_000 }) }),
)

test.each(currencies)(
  'in %s a card can pay every amount that is computed, from any price, code, tip, bundle, upgrade or refund',
  (currency) => {
    // Stored prices may be from before amounts had to end in 0.
    const arbitraryPrice = fc.integer({ min: 1, max: 1_000_000 })
    const payable = (...amounts: Array<number | undefined>) =>
      expect(amounts.filter((amount) => amount !== undefined && !isOnStep(amount, currency))).toEqual([])
    const toText = (amount: number) => formatDecimal(toStep(amount, currency), currency)

    fc.assert(
      fc.property(
        arbitraryPrice,
        arbitraryRule,
        fc.array(arbitraryPrice, { minLength: 2, maxLength: 6 }),
        (priceAmount, rule, prices) => {
          const content = { pricingModel: 'fixed', priceAmount, currency, offersTip: true } as const
          const list = minimumCharge(content, charge)
          const reduced = checkoutPrice(content, { customAmount: undefined, rule }, charge)
          const withTip = addTip(content, reduced, { tip: toText(priceAmount), charge })
          const items = prices.map((price, id) => ({
            id,
            price: minimumCharge({ ...content, priceAmount: price }, charge),
          }))
          const owned = new Set([0])
          const rest = completionPrice(items, owned, { bundlePrice: list, charge, currency })
          const upgrade = upgradePrice(prices[0] ?? 1, { price: priceAmount, charge, currency })
          const refund = resolveRefundAmount(
            { ...sale, amount: list, currency },
            toText(Math.min(prices[1] ?? 10, list) / 2 + 5),
          )

          payable(list, reduced.amount, reduced.discountAmount, withTip.amount, withTip.tipAmount)
          payable(...suggestedTips(reduced.listAmount, currency))
          payable(rest, upgrade, refund, list - refund, priceFromPercent(list, 33, currency))
          payable(...sharesOf(withTip.amount, items, currency).values())
          expect(reduced.amount).toBeLessThanOrEqual(reduced.listAmount)
        },
      ),
      { numRuns: 300 },
    )
  },
)

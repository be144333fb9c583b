import { describe, expect, test } from 'vitest'
import { AppError } from './errors.ts'
import { addTip, suggestedTips, type TippedContent } from './tip.ts'

const charge = { min: 50, max: 99_999_999 }
const item: TippedContent = { pricingModel: 'fixed', priceAmount: 1_200, currency: 'USD', offersTip: true }
const price = { amount: 1_200, listAmount: 1_200, discountAmount: 0, tipAmount: 0 }

describe('suggested tips', () => {
  test.each([
    ['USD', 1_200, [120, 240]],
    ['USD', 999, [100, 200]],
    ['USD', 995, [100, 199]],
    ['USD', 50, [5, 10]],
    ['EUR', 1, []],
    ['EUR', 3, [1]],
    ['EUR', 5, [1]],
    ['EUR', 99_999_999, [10_000_000, 20_000_000]],
    ['JPY', 500, [50, 100]],
    ['JPY', 55, [6, 11]],
    ['BHD', 4_505, [451, 901]],
    ['BHD', 4_500, [450, 900]],
  ])('in %s for %i are %j', (_currency, listAmount, tips) => {
    expect(suggestedTips(listAmount)).toEqual(tips)
  })
})

describe('a tip on top', () => {
  test.each([
    ['USD', '5', 500],
    ['USD', '0.01', 1],
    ['EUR', '2.50', 250],
    ['JPY', '300', 300],
    ['BHD', '1.234', 1_234],
    ['BHD', '0', 0],
  ])('in %s of %s adds %i', (currency, tip, tipAmount) => {
    expect(addTip({ ...item, currency }, price, { tip, charge })).toEqual({
      ...price,
      tipAmount,
      amount: 1_200 + tipAmount,
    })
  })

  test('comes on top of a discount, so that the sum of the lines is the amount', () => {
    const reduced = { amount: 960, listAmount: 1_200, discountAmount: 240, tipAmount: 0 }
    expect(addTip(item, reduced, { tip: '1.20', charge })).toEqual({
      amount: 1_080,
      listAmount: 1_200,
      discountAmount: 240,
      tipAmount: 120,
    })
  })

  test.each([
    ['that does not ask for one', { ...item, offersTip: false }],
    ['with pay what you want', { ...item, pricingModel: 'pay_what_you_want' as const }],
    ['that is free', { ...item, pricingModel: 'free' as const }],
  ])('adds nothing for an item %s', (_name, content) => {
    expect(addTip(content, price, { tip: '5', charge })).toEqual({ ...price, tipAmount: 0 })
  })

  test('adds nothing to what costs nothing', () => {
    const free = { amount: 0, listAmount: 1_200, discountAmount: 1_200, tipAmount: 0 }
    expect(addTip(item, free, { tip: '5', charge }).amount).toBe(0)
  })

  test.each([
    ['USD', '1.234', 'Enter a tip in USD'],
    ['JPY', '1.5', 'Enter a tip in JPY'],
    ['USD', '-1', 'Enter a tip in USD'],
    ['USD', '1000000', 'Enter a tip up to $999,987.99'],
  ])('in %s of %s is refused: %s', (currency, tip, message) => {
    const add = () => addTip({ ...item, currency }, price, { tip, charge })
    expect(add).toThrow(AppError)
    expect(add).toThrow(message)
  })
})

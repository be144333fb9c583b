import { describe, expect, test } from 'vitest'
import type { Currency } from '../contract/money.ts'
import { formatMoney } from './price.ts'
import { parseUpgrade, upgradePrice, upgradeProblems } from './upgrade.ts'

const max = 99_999_999

describe('the price for owners', () => {
  test.each([
    // currency, price for others, difference, minimum of a card, what owners pay
    ['USD', 2200, 1000, 50, '$10.00'],
    ['USD', 2200, 50, 50, '$0.50'],
    ['USD', 2200, 20, 50, '$0.50'],
    // The price was lowered since.
    ['USD', 800, 1000, 50, '$8.00'],
    ['USD', 20, 1000, 50, '$0.50'],
    ['EUR', 1999, 1998, 50, '€19.98'],
    ['EUR', 1999, 2500, 50, '€19.99'],
    ['JPY', 2200, 1000, 50, '¥1,000'],
    ['JPY', 2200, 1, 50, '¥50'],
    ['JPY', 900, 1000, 50, '¥900'],
    ['BHD', 8500, 3255, 100, 'BHD 3.255'],
    ['BHD', 8500, 99, 100, 'BHD 0.100'],
    ['BHD', 3000, 3001, 100, 'BHD 3.000'],
  ] as const)('%s: at a price of %i and a difference of %i with a minimum of %i it is %s', (...row) => {
    const [currency, price, difference, min, text] = row

    const owners = upgradePrice(difference, { price, charge: { min, max } })

    expect(formatMoney(owners, currency as Currency).replace(/\s/g, ' ')).toBe(text)
    expect(owners).toBeGreaterThanOrEqual(min)
    expect(owners).toBeLessThanOrEqual(Math.max(price, min))
  })
})

describe('the fields of the form', () => {
  const choose = 'Choose the item whose owners pay only the difference'
  test.each([
    ['USD', '22.00', '7', '10.00', {}],
    ['USD', '22.00', '', '', {}],
    ['USD', '22.00', '', '10.00', { upgradeFromId: choose }],
    ['USD', '22.00', '7', '', { upgradeAmount: 'Enter the difference' }],
    ['USD', '22.00', '7', '0.49', { upgradeAmount: 'Enter $0.50 or more. A card can’t pay less.' }],
    ['USD', '22.00', '7', 'ten', { upgradeAmount: 'Enter $0.50 or more. A card can’t pay less.' }],
    ['USD', '22.00', '7', '22.00', { upgradeAmount: 'The difference must be less than the price of $22.00' }],
    ['EUR', '9.00', '7', '9.01', { upgradeAmount: 'The difference must be less than the price of €9.00' }],
    ['JPY', '900', '7', '899', {}],
    ['JPY', '900', '7', '899.5', { upgradeAmount: 'Enter ¥50 or more. A card can’t pay less.' }],
    ['BHD', '8.500', '7', '8.499', {}],
    [
      'BHD',
      '8.500',
      '7',
      '8.500',
      { upgradeAmount: 'The difference must be less than the price of BHD 8.500' },
    ],
    // A draft may have no price yet.
    ['USD', '', '7', '10.00', {}],
  ] as const)(
    '%s %s from item “%s” with “%s”: %o',
    (currency, price, upgradeFromId, upgradeAmount, found) => {
      const fields = { pricingModel: 'fixed', price, upgradeFromId, upgradeAmount }

      const problems = upgradeProblems(fields, { currency, charge: { min: 50, max } })

      expect(JSON.parse(JSON.stringify(problems).replace(/\u00a0/g, ' '))).toEqual(found)
    },
  )

  test('only a fixed price has an upgrade, and whatever is typed for another is left out', () => {
    const fields = { pricingModel: 'pay_what_you_want', upgradeFromId: '7', upgradeAmount: '-1' }

    expect(upgradeProblems(fields, { currency: 'USD', charge: { min: 50, max } })).toEqual({})
    expect(parseUpgrade({ ...fields, upgradeAmount: '10.00' }, 'USD')).toBeUndefined()
    expect(
      parseUpgrade({ pricingModel: 'fixed', upgradeFromId: '7', upgradeAmount: '10.00' }, 'USD'),
    ).toEqual({
      fromId: 7,
      amount: 1000,
    })
  })
})

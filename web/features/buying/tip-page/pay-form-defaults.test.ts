import { expect, test } from 'vitest'
import { parsePayFormDefaults } from './pay-form-defaults.ts'

const item = {
  minimumChargeAmount: '2.00',
  brand: null,
  suggestedAmount: null as string | null,
  currency: 'USD',
  pricingModel: 'pay_what_you_want' as const,
}
const parse = (query: string, content = item) => parsePayFormDefaults(new URLSearchParams(query), content)

test('a tip link can raise the amount but not lower it below the minimum', () => {
  expect(parse('amount=7.5')).toMatchObject({ amount: '7.5', amountError: undefined })
  expect(parse('amount=1')).toMatchObject({ amount: '', amountError: undefined })
  expect(parse('amount=<script>')).toMatchObject({ amount: '' })
})

test('the amount field without an amount in the link is empty or has the creator’s suggestion', () => {
  expect(parse('').amount).toBe('')
  expect(parse('', { ...item, suggestedAmount: '5.00' }).amount).toBe('5.00')
  expect(parse('amount=7', { ...item, suggestedAmount: '5.00' }).amount).toBe('7')
  expect(parse('amount=1', { ...item, suggestedAmount: '5.00' }).amount).toBe('5.00')
  expect(parse('amount=1&problem=amount', { ...item, suggestedAmount: '5.00' }).amount).toBe('1')
})

test('a fixed price ignores the amount of a tip link', () => {
  expect(
    parsePayFormDefaults(new URLSearchParams('amount=99&problem=amount'), { ...item, pricingModel: 'fixed' }),
  ).toMatchObject({
    amount: '',
    amountError: undefined,
  })
})

test('a rejected amount stays in its field with the error', () => {
  expect(parse('amount=1&problem=amount')).toMatchObject({
    amount: '1',
    amountError: 'Minimum amount is $2.00',
  })
  expect(parse('amount=much&problem=amount')).toMatchObject({
    amount: 'much',
    amountError: 'Enter an amount like 2.00',
  })
  expect(parse('amount=1,000&problem=amount')).toMatchObject({
    amount: '1,000',
    amountError: 'Enter an amount like 2.00, with up to 2 decimals and no thousands separator',
  })
})

test('a tip link can show only predefined messages', () => {
  expect(parse('problem=Send+money+to+me').notice).toBeUndefined()
  expect(parse('problem=owned')).toMatchObject({
    notice: 'You already own this. Buy again?',
    isBuyingAgain: true,
  })
  expect(parse('problem=paused').notice).toContain('payments for this item are paused for 15 minutes')
  expect(parse('problem=checking').notice).toMatch(/still checking.*don’t pay again/)
  expect(parse('problem=unavailable').notice).toContain('You weren’t charged. Please try again.')
  expect(parse('problem=declined').notice).toContain('try again in an hour')
})

test('only a valid email address of a tip link is used', () => {
  expect(parse('email=fan@example.com').email).toBe('fan@example.com')
  expect(parse('email=fan').email).toBe('')
})

test('only the utm parameters of a tip link are stored with the sale', () => {
  expect(parse('utm_source=mail&utm_campaign=may+day&token=x&utm_medium=').source).toBe(
    'utm_source=mail&utm_campaign=may+day',
  )
})

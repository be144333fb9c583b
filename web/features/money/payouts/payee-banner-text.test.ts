import { expect, test } from 'vitest'
import { payeeBannerText } from './payee-banner-text.ts'

const asked = {
  rule: 'required',
  requiredFrom: null,
  reachesIt: true,
  details: null,
  currency: 'USD',
  isUnreadable: false,
} as const
const balance = { availableBalance: 612.4, minPayoutAmount: '25.00' }

test('the banner says what waits, why, and how much', () => {
  expect(payeeBannerText({ ...asked, requiredFrom: '600.00' }, balance)).toEqual({
    title: 'Your next payout waits for your details',
    text: 'You’ve earned more than $600.00 this year, so we have to know who we pay. $612.40 goes out in the first run after you save.',
  })
  expect(payeeBannerText(asked, balance)?.text).toBe(
    'We have to know who we pay. $612.40 goes out in the first run after you save.',
  )
})

test('nothing waits below the amount, below the minimum, or with test payments', () => {
  expect(payeeBannerText({ ...asked, requiredFrom: '600.00', reachesIt: false }, balance)?.text).toBe(
    'Once you’ve earned more than $600.00 in a year, we have to know. Until then your payouts don’t wait for it.',
  )
  expect(payeeBannerText(asked, { ...balance, availableBalance: 10 })).toEqual({
    title: 'Your first payout needs your details',
    text: 'We have to know who we pay. Save them now, and it won’t wait later.',
  })
  expect(payeeBannerText({ ...asked, rule: 'asked' }, balance)?.title).toBe('Tell us who we pay')
  expect(payeeBannerText({ ...asked, rule: 'off' }, balance)).toBeUndefined()
})

test('details that no key reads are asked for again', () => {
  expect(payeeBannerText({ ...asked, isUnreadable: true }, balance)?.title).toBe(
    'Enter your payee details again',
  )
})

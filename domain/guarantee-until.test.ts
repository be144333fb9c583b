import { expect, test } from 'vitest'
import { guaranteeUntilText } from './guarantee-until.ts'

const until = new Date('2026-12-26T12:04:00.000Z')

test('the guarantee on a receipt follows the site’s policy', () => {
  expect(guaranteeUntilText({ policy: 'review', until })).toBe(
    'Full refund until Dec 26, 2026, on your access page. If you’ve opened it, the creator can ask us to decide.',
  )
  expect(guaranteeUntilText({ policy: 'unconditional', until })).toBe(
    'Full refund until Dec 26, 2026, on your access page, no questions asked.',
  )
})

test('the days of an item that waits for its release begin with it', () => {
  expect(guaranteeUntilText({ policy: 'review', until: null })).toMatch(
    /^Full refund until 30 days after its release,/,
  )
})

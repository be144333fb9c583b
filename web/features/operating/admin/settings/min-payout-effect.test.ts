import { expect, test } from 'vitest'
import { minPayoutEffect } from './min-payout-effect.tsx'

const sam = { userId: 1, name: 'Sam', email: 'sam@example.com', amount: '12.80' }
const ida = { userId: 2, name: 'Ida', email: 'ida@example.com', amount: '71.20' }
const preview = {
  currency: 'USD',
  payable: [{ ...ida, payoutMethod: 'wise' as const, payoutEmail: 'i•••@example.com' }],
  skipped: [
    {
      ...sam,
      reason: 'below_minimum' as const,
      canRemind: false,
      reminderSentAt: null,
      message: 'Below Minimum ($25)',
    },
  ],
}

test('another minimum payout says whom it pays and whom it leaves waiting', () => {
  expect(minPayoutEffect(preview, 10)).toBe(
    'One more creator would be paid in this month’s run: Sam, $12.80.',
  )
  expect(minPayoutEffect(preview, 100)).toBe('1 creator would have to wait: Ida, $71.20.')
  expect(minPayoutEffect(preview, 30)).toBe('It changes nothing for anyone in this month’s run.')
})

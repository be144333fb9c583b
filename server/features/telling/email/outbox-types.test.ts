import { expect, test } from 'vitest'
import type { NewEmail } from '../deliveries/repository.ts'

test('an email without the facts of its kind does not compile', () => {
  const to = { dedupeKey: 'refund/1', recipient: 'fan@example.com' }
  const emails: Array<NewEmail> = [
    { ...to, kind: 'refund_issued', data: { purchaseId: 1, refundId: 2 } },
    // @ts-expect-error without its refund
    { ...to, kind: 'refund_issued', data: { purchaseId: 1 } },
    { ...to, kind: 'access_links', data: {} },
  ]

  expect(emails).toHaveLength(3)
})

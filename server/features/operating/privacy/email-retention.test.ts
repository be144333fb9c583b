import { expect, test } from 'vitest'
import { retentionFixture } from '../../../../tests/support/retention-fixture.ts'
import { deliveries } from '../../../db/schema/index.ts'

test('a sent email about an account is deleted after 180 days, one about a purchase or not sent never', async () => {
  const { w, run, daysAgo, left } = await retentionFixture()
  const email = {
    channel: 'email',
    target: 'mara@example.com',
    data: {},
    createdAt: daysAgo(900),
    nextAt: daysAgo(900),
  } as const
  await w.db.delete(deliveries)
  await w.db.insert(deliveries).values([
    { ...email, kind: 'weekly_summary', dedupeKey: 'past', sentAt: daysAgo(181), state: 'sent' },
    { ...email, kind: 'weekly_summary', dedupeKey: 'a day before', sentAt: daysAgo(179), state: 'sent' },
    { ...email, kind: 'weekly_summary', dedupeKey: 'not sent' },
    { ...email, kind: 'new_browser', dedupeKey: 'past', sentAt: daysAgo(181), state: 'sent' },
    { ...email, kind: 'purchase_access', dedupeKey: 'access', sentAt: daysAgo(900), state: 'sent' },
    { ...email, kind: 'refund_issued', dedupeKey: 'refund', sentAt: daysAgo(900), state: 'sent' },
    { ...email, kind: 'payout_paid', dedupeKey: 'payout', sentAt: daysAgo(900), state: 'sent' },
    { ...email, kind: 'subscription_ended', dedupeKey: 'pro', sentAt: daysAgo(900), state: 'sent' },
    { ...email, kind: 'content_taken_down', dedupeKey: 'held', sentAt: daysAgo(900), state: 'sent' },
  ])

  await run()

  expect(await left(deliveries, deliveries.dedupeKey)).toEqual([
    'a day before',
    'access',
    'held',
    'not sent',
    'payout',
    'pro',
    'refund',
  ])
})

test('emails to followers are deleted 30 days after they were stored, also unsent ones', async () => {
  const { w, run, daysAgo, left } = await retentionFixture()
  const email = { channel: 'email', target: 'fan@example.com', data: {}, nextAt: daysAgo(31) } as const
  await w.db.delete(deliveries)
  await w.db.insert(deliveries).values([
    { ...email, kind: 'follow_confirmation', dedupeKey: 'never sent', createdAt: daysAgo(31) },
    {
      ...email,
      kind: 'follower_update',
      dedupeKey: 'past',
      createdAt: daysAgo(31),
      sentAt: daysAgo(31),
      state: 'sent',
    },
    { ...email, kind: 'follower_update', dedupeKey: 'a day before', createdAt: daysAgo(29) },
  ])

  await run()

  expect(await left(deliveries, deliveries.dedupeKey)).toEqual(['a day before'])
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { toOrderNumber } from '../../../../contract/order-number.ts'
import { retentionFixture } from '../../../../tests/support/retention-fixture.ts'
import { sharedTestApp } from '../../../../tests/support/test-app.ts'
import {
  alerts,
  backups,
  dailyViewSources,
  emailChangeRequests,
  feedback,
  followers,
  knownBrowsers,
  sessions,
  staffInvitations,
  testPurchases,
  verifications,
  webhookEvents,
} from '../../../db/schema/index.ts'
import { type Retention, retentionText } from '../../feature.ts'
import { registered } from '../../index.ts'

const testApp = sharedTestApp()
let opened: ReturnType<typeof retentionFixture> | undefined
/** One instance for all tests: each uses tables of its own. */
function sharedFixture() {
  opened ??= testApp().then(retentionFixture)
  return opened
}

const storesOf = (entry: Retention) => ('store' in entry ? [entry.store] : entry.stores)

test('docs/operate/retention.md lists every kind of data with the time it is kept', () => {
  const operate = readFileSync(join(import.meta.dirname, '../../../../docs/operate/retention.md'), 'utf8')
  const [, table = ''] =
    /\| table or folder \| what \| kept \|\n\|---\|---\|---\|\n([\s\S]*?)\n(?!\|)/.exec(operate) ?? []
  const listed = table.split('\n').map((line) => {
    const [stores = '', data, kept] = line.slice(2, -2).split(' | ')
    return { stores: stores.split(', ').map((store) => store.slice(1, -1)), data, kept }
  })

  expect(listed).toEqual(
    registered.storedData.retention.map((entry) => ({
      stores: storesOf(entry),
      data: entry.data,
      kept: retentionText(entry),
    })),
  )
})

test('a processed event is deleted after 90 days, one that is not processed never', async () => {
  const { w, run, daysAgo, left } = await sharedFixture()
  const event = { provider: 'sandbox', objectType: 'payment' as const, objectId: 'pi' }
  await w.db.insert(webhookEvents).values([
    { ...event, eventId: 'past', receivedAt: daysAgo(92), processedAt: daysAgo(91) },
    { ...event, eventId: 'a day before', receivedAt: daysAgo(92), processedAt: daysAgo(89) },
    { ...event, eventId: 'not processed', receivedAt: daysAgo(900) },
  ])

  await run()

  expect(await left(webhookEvents, webhookEvents.eventId)).toEqual(['a day before', 'not processed'])
})

test('sessions, verifications and email change requests are deleted after they expire', async () => {
  const { w, creator, run, daysAgo, left } = await sharedFixture()
  const userIds = { one: creator.id, other: (await w.creator('zoe@example.com')).id }
  const session = (id: string, expiresAt: Date) => ({ id, token: id, userId: userIds.one, expiresAt })
  await w.db.delete(sessions)
  await w.db.insert(sessions).values([session('past', daysAgo(31)), session('a day before', daysAgo(29))])
  const verification = (id: string, expiresAt: Date) => ({ id, identifier: id, value: 'v', expiresAt })
  await w.db
    .insert(verifications)
    .values([verification('past', daysAgo(1.1)), verification('a day before', daysAgo(0.1))])
  const request = (userId: string, newEmail: string, expiresAt: Date) => ({
    userId,
    newEmail,
    expiresAt,
    createdAt: daysAgo(2),
    oldEmailCodeHash: 'h',
    newEmailCodeHash: 'h',
  })
  await w.db
    .insert(emailChangeRequests)
    .values([
      request(userIds.one, 'past', daysAgo(1.1)),
      request(userIds.other, 'a day before', daysAgo(0.1)),
    ])

  await run()

  expect(await left(sessions, sessions.id)).toEqual(['a day before'])
  expect(await left(verifications, verifications.id)).toEqual(['a day before'])
  expect(await left(emailChangeRequests, emailChangeRequests.newEmail)).toEqual(['a day before'])
})

test('a known browser is deleted 400 days after its last sign-in', async () => {
  const { w, creator, run, daysAgo, left } = await sharedFixture()
  const browser = { userId: creator.id, createdAt: daysAgo(900) }
  await w.db.delete(knownBrowsers)
  await w.db.insert(knownBrowsers).values([
    { ...browser, browserHash: 'past', lastSignedInAt: daysAgo(401) },
    { ...browser, browserHash: 'a day before', lastSignedInAt: daysAgo(399) },
  ])

  await run()

  expect(await left(knownBrowsers, knownBrowsers.browserHash)).toEqual(['a day before'])
})

test('a request to follow is deleted after 7 days, an unsubscribed follower after 30, a confirmed one never', async () => {
  const { w, creator, run, daysAgo, left } = await sharedFixture()
  const request = (email: string, days: number) => ({
    email,
    creatorId: creator.id,
    createdAt: daysAgo(days),
  })
  const confirmed = (email: string) => ({ ...request(email, 900), confirmedAt: daysAgo(899) })
  await w.db
    .insert(followers)
    .values([
      request('not confirmed', 8),
      request('not confirmed yet', 6),
      confirmed('confirmed'),
      { ...confirmed('unsubscribed'), unsubscribedAt: daysAgo(31) },
      { ...confirmed('just unsubscribed'), unsubscribedAt: daysAgo(29) },
    ])

  await run()

  expect(await left(followers, followers.email)).toEqual([
    'confirmed',
    'just unsubscribed',
    'not confirmed yet',
  ])
})

test('a test purchase is deleted after 7 days', async () => {
  const { w, creator, item, run, daysAgo, left } = await sharedFixture()
  const testPurchase = (id: number, days: number) => ({
    id: toOrderNumber(String(id)),
    contentId: item.id,
    creatorId: creator.id,
    amount: 1000,
    currency: 'USD',
    buyerEmail: 'mara@example.com',
    tokenNonce: 'n',
    tokenHash: String(id),
    createdAt: daysAgo(days),
  })
  await w.db.insert(testPurchases).values([testPurchase(1, 8), testPurchase(2, 6)])

  await run()

  expect(await left(testPurchases, testPurchases.id)).toEqual([2])
})

test('view sources are deleted after 25 months, on the day itself not yet', async () => {
  const { w, item, run, daysAgo, left } = await sharedFixture()
  const source = (days: number, name: string) => ({
    contentId: item.id,
    day: daysAgo(days).toISOString().slice(0, 10),
    source: name,
    viewCount: 1,
  })
  await w.db
    .insert(dailyViewSources)
    .values([source(763, 'past'), source(762, 'the day'), source(0, 'today')])

  await run()

  expect(await left(dailyViewSources, dailyViewSources.source)).toEqual(['the day', 'today'])
})

test('resolved alerts, closed feedback and records of backups are deleted after 400 days, open ones never', async () => {
  const { w, run, daysAgo, left } = await sharedFixture()
  const backup = (destination: string, finishedAt: Date) => ({
    state: 'succeeded' as const,
    isEncrypted: false,
    startedAt: daysAgo(900),
    heartbeatAt: daysAgo(900),
    destination,
    finishedAt,
  })
  await w.db.insert(backups).values([backup('past', daysAgo(401)), backup('a day before', daysAgo(399))])
  const alert = { kind: 'dispute-open' as const, message: 'm', createdAt: daysAgo(900) }
  await w.db.insert(alerts).values([
    { ...alert, target: 'past', resolvedAt: daysAgo(401) },
    { ...alert, target: 'a day before', resolvedAt: daysAgo(399) },
    { ...alert, target: 'open' },
  ])
  const message = {
    type: 'general' as const,
    priority: 'low' as const,
    message: 'm',
    email: '',
    createdAt: daysAgo(900),
  }
  await w.db.insert(feedback).values([
    { ...message, subject: 'past', state: 'closed', closedAt: daysAgo(401) },
    { ...message, subject: 'a day before', state: 'closed', closedAt: daysAgo(399) },
    { ...message, subject: 'open', state: 'new' },
  ])

  await run()

  expect(await left(alerts, alerts.target)).toEqual(['a day before', 'open'])
  expect(await left(feedback, feedback.subject)).toEqual(['a day before', 'open'])
  expect(await left(backups, backups.destination)).toEqual(['a day before'])
})

test('invitations to the admin pages are deleted a day after they expire', async () => {
  const { w, creator, run, daysAgo, left } = await sharedFixture()
  const invitation = { role: 'accountant' as const, invitedBy: creator.id, createdAt: daysAgo(20) }
  await w.db.insert(staffInvitations).values([
    { ...invitation, email: 'expired@example.com', expiresAt: daysAgo(2) },
    { ...invitation, email: 'open@example.com', expiresAt: daysAgo(-2) },
  ])

  await run()

  expect(await left(staffInvitations, staffInvitations.email)).toEqual(['open@example.com'])
})

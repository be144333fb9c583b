import { expect, test } from 'vitest'
import { setContentStatus } from '../../../../contract/content-editing.ts'
import { getFollower } from '../../../../contract/creators.ts'
import { updateInstanceSettings } from '../../../../contract/instance-settings.ts'
import { approveContent, listPendingReviews, rejectContent } from '../../../../contract/moderation.ts'
import { getAccount } from '../../../../contract/settings.ts'
import { creatorFixture } from '../../../../tests/support/creator-page-fixture.ts'

const hourMs = 3_600_000

test('an address follows once it has confirmed, and the response is always the same', async () => {
  const { creator, visitor, inbox, follow, newestToken, post } = await creatorFixture()

  const first = await follow()
  const token = await newestToken()
  expect((await visitor.call(getFollower, { params: { token } })).body.state).toBe('unconfirmed')
  expect((await creator.call(getAccount)).body.followerCount).toBe(0)
  await post(`/following/${token}`)
  const again = await follow('Fan@Example.com')

  expect((await visitor.call(getFollower, { params: { token } })).body.state).toBe('following')
  expect((await creator.call(getAccount)).body.followerCount).toBe(1)
  expect(again.body).toEqual(first.body)
  expect(await inbox()).toHaveLength(1)
})

test('a link with another follower’s signature gets 404', async () => {
  const { visitor, confirmed, follow, inbox } = await creatorFixture()
  const token = await confirmed()
  await follow('other@example.com')
  const [other] = await inbox('other@example.com')
  const [otherId] = (/following\/(\S+)/.exec(other?.text ?? '')?.[1] ?? '').split('.')

  const forged = `${otherId}.${token.split('.')[1]}`

  expect((await visitor.call(getFollower, { params: { token: forged } })).status).toBe(404)
})

test('confirmed followers get one email about a published item, with one-click unsubscribe', async () => {
  const { w, confirmed, follow, inbox, publishAnnounced } = await creatorFixture()
  await confirmed()
  await follow('unconfirmed@example.com')

  await publishAnnounced()
  await w.runFollowerNotices()
  const [mail, ...older] = await inbox()

  expect(mail?.subject).toBe('New from Mara: New song')
  expect(mail?.text).toContain('/unfollow/')
  expect(older).toHaveLength(1)
  expect(await inbox('unconfirmed@example.com')).toHaveLength(1)
})

test('publishing an item again sends no second email to followers', async () => {
  const { w, creator, confirmed, inbox, publishAnnounced } = await creatorFixture()
  await confirmed()
  const { id } = await publishAnnounced()
  await w.runFollowerNotices()
  const before = (await inbox()).length
  await creator.call(setContentStatus, { params: { id }, body: { status: 'draft' } })

  await creator.form(
    `/api/content/${id}`,
    [
      { name: 'status', value: 'published' },
      { name: 'notifyFollowers', value: 'true' },
    ],
    'PATCH',
  )
  await w.runFollowerNotices()

  expect(await inbox()).toHaveLength(before)
})

test.each([
  ['an admin approves it', true],
  ['its creator publishes it without a review', false],
])('followers are emailed about an item that waited for review once %s', async (_, isApproved) => {
  const { w, creator, confirmed, inbox, publishAnnounced } = await creatorFixture()
  const admin = await w.creator('admin@example.com')
  await admin.call(updateInstanceSettings, { body: { moderation: 'first_publish' } })
  await confirmed()
  const { id } = await publishAnnounced()
  await creator.form(`/api/content/${id}`, [{ name: 'status', value: 'published' }], 'PATCH')
  await w.runFollowerNotices()
  const before = (await inbox()).length
  const { body } = await admin.call(listPendingReviews)

  if (isApproved)
    await admin.call(approveContent, {
      params: { id },
      body: { version: body.reviews[0]?.item.version ?? 0 },
    })
  else {
    await admin.call(updateInstanceSettings, { body: { moderation: 'off' } })
    await creator.call(setContentStatus, { params: { id }, body: { status: 'published' } })
  }
  await w.runFollowerNotices()

  expect(before).toBe(1)
  expect((await inbox()).map(({ subject }) => subject)).toContain('New from Mara: New song')
})

test('followers are not emailed about a rejected item, nor about one that was approved without that wish', async () => {
  const { w, creator, confirmed, inbox, publishAnnounced } = await creatorFixture()
  const admin = await w.creator('admin@example.com')
  await admin.call(updateInstanceSettings, { body: { moderation: 'first_publish' } })
  await confirmed()
  const { id } = await publishAnnounced()
  const quiet = await creator.publishText({ title: 'Quiet' })
  const { body } = await admin.call(listPendingReviews)
  const versionOf = (one: number) => body.reviews.find(({ item }) => item.id === one)?.item.version ?? 0

  await admin.call(rejectContent, { params: { id }, body: { version: versionOf(id), reason: 'Not yours' } })
  await admin.call(approveContent, { params: { id: quiet.id }, body: { version: versionOf(quiet.id) } })
  await w.runFollowerNotices()

  expect(await inbox()).toHaveLength(1)
})

test('a draft, an item published without notifying followers, and an item that was unpublished meanwhile are not announced', async () => {
  const { w, creator, confirmed, inbox, publishAnnounced } = await creatorFixture()
  await confirmed()

  await publishAnnounced({ status: 'draft' })
  await creator.publishText({ title: 'Quiet' })
  const { id } = await publishAnnounced()
  await w.runFollowerNotices()
  await creator.call(setContentStatus, { params: { id }, body: { status: 'draft' } })

  expect(await inbox()).toHaveLength(1)
})

test('reading an unsubscribe link changes nothing', async () => {
  const { w, visitor, confirmed } = await creatorFixture()
  const token = await confirmed()

  await w.visitor().send('GET', `/unfollow/${token}`)

  expect((await visitor.call(getFollower, { params: { token } })).body.state).toBe('following')
})

test('an address gets at most five confirmation emails an hour', async () => {
  const { w, follow } = await creatorFixture()
  const statuses: Array<number> = []
  for (let i = 0; i < 6; i++) statuses.push((await follow()).status)
  w.clock.advance(hourMs + 1)

  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  expect((await follow()).status).toBe(200)
})

test('the form without scripts returns to the creator’s page, also with an error', async () => {
  const { post } = await creatorFixture()

  expect((await post('/follow/mara', 'email=fan%40example.com')).headers.location).toBe('/@mara?follow=sent')
  expect((await post('/follow/mara', 'email=fan')).headers.location).toBe(
    '/@mara?follow=invalid_input&email=fan',
  )
})

import { expect, test } from 'vitest'
import { updateInstanceSettings } from '../../../contract/admin-settings.ts'
import { deleteContent } from '../../../contract/content.ts'
import { setContentStatus } from '../../../contract/content-edit.ts'
import { takeDownContent } from '../../../contract/content-reports.ts'
import { approveContent, listPendingReviews, rejectContent } from '../../../contract/content-reviews.ts'
import { getFollower } from '../../../contract/creators.ts'
import { getAccount } from '../../../contract/settings.ts'
import { creatorFixture } from '../../../tests/support/creator-page-fixture.ts'
import { followers } from '../../db/schema/index.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

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

test('followers of 15 items published at once get one email now, and one a day later about the other 14', async () => {
  const { w, creator, confirmed, inbox, publishAnnounced } = await creatorFixture()
  await confirmed()
  const titles = Array.from({ length: 15 }, (_, index) => `Song ${index + 1}`)
  const ids: Array<number> = []
  for (const title of titles) {
    ids.push((await publishAnnounced({ title })).id)
    await w.runFollowerNotices()
    w.clock.advance(1000)
  }
  await w.runPeriodicTasks()
  expect((await inbox()).map(({ subject }) => subject)).toEqual([
    'New from Mara: Song 1',
    'Confirm that you want to follow Mara',
  ])

  w.clock.advance(dayMs - 16_000)
  await w.runPeriodicTasks()
  expect(await inbox()).toHaveLength(2)
  w.clock.advance(2_000)
  await w.runPeriodicTasks()
  const [digest, ...older] = await inbox()

  expect(older).toHaveLength(2)
  expect(digest?.subject).toBe('14 new from Mara')
  expect(ids.filter((id) => digest?.text.includes(`/p/${id}\n`))).toEqual(ids.slice(1))
  w.clock.advance(10 * dayMs)
  await w.runPeriodicTasks()
  expect(await inbox()).toHaveLength(3)
  expect(await creator.call(getAccount)).toMatchObject({ body: { followerCount: 1 } })
})

test('an email about several items leaves out those that are not for sale when it is sent, and lists the newest 20', async () => {
  const { w, creator, confirmed, inbox, publishAnnounced } = await creatorFixture()
  const admin = await w.creator('admin@example.com')
  await confirmed()
  await publishAnnounced({ title: 'First' })
  await w.runFollowerNotices()
  const items: Array<{ id: number }> = []
  for (let i = 0; i < 24; i++) items.push(await publishAnnounced({ title: `Later ${i}` }))
  const [unpublished, takenDown, deleted] = items
  await w.runFollowerNotices()
  await creator.call(setContentStatus, {
    params: { id: unpublished?.id ?? 0 },
    body: { status: 'draft' },
  })
  await admin.call(takeDownContent, { params: { id: takenDown?.id ?? 0 }, body: { reason: 'Not yours' } })
  await creator.call(deleteContent, { params: { id: deleted?.id ?? 0 } })

  w.clock.advance(dayMs)
  await w.runPeriodicTasks()
  const [digest] = await inbox()

  expect(digest?.subject).toBe('21 new from Mara')
  expect(digest?.text).toContain('Here are the newest 20 of them.')
  expect(digest?.text.match(/\/p\/\d+/g)).toHaveLength(20)
  for (const item of [unpublished, takenDown, deleted]) expect(digest?.text).not.toContain(`/p/${item?.id}\n`)
})

test('items that wait are not emailed after unsubscribing, and not when the address follows again', async () => {
  const { w, confirmed, inbox, post, publishAnnounced } = await creatorFixture()
  const token = await confirmed()
  await publishAnnounced({ title: 'First' })
  await w.runFollowerNotices()
  await publishAnnounced({ title: 'Second' })
  await w.runFollowerNotices()

  await post(`/unfollow/${token}`)
  await confirmed()
  w.clock.advance(dayMs)
  await w.runPeriodicTasks()
  const [newest] = await inbox()

  expect(newest?.subject).toBe('Confirm that you want to follow Mara')
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

const multipart =
  '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'

test.each([
  ['an URL-encoded form', 'application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
  ['a form in parts', 'multipart/form-data; boundary=x', multipart],
  ['plain text', 'text/plain', 'List-Unsubscribe=One-Click'],
  ['JSON that is none', 'application/json', '{'],
  ['a type that is none', 'x', 'List-Unsubscribe=One-Click'],
  ['a body without a type', undefined, 'List-Unsubscribe=One-Click'],
  ['an empty form', 'application/x-www-form-urlencoded', ''],
  ['no body', undefined, undefined],
])('a mail program’s unsubscribe request as %s gets 200, and no email follows', async (_, type, payload) => {
  const { w, confirmed, inbox, publishAnnounced } = await creatorFixture()
  const token = await confirmed()

  const response = await w.visitor().send('POST', `/unfollow/${token}`, {
    ...(payload !== undefined && { payload }),
    headers: { 'sec-fetch-site': 'cross-site', ...(type && { 'content-type': type }) },
  })
  await publishAnnounced()
  await w.runFollowerNotices()

  expect(response.statusCode).toBe(200)
  expect(response.headers.location).toBeUndefined()
  expect(await inbox()).toHaveLength(1)
})

test('the page’s own form returns to the page, and a forged link unsubscribes nobody', async () => {
  const { w, visitor, confirmed, post } = await creatorFixture()
  const token = await confirmed()

  const forged = `/unfollow/${token.split('.')[0]}.${'A'.repeat(43)}`
  expect((await w.visitor().send('POST', forged)).statusCode).toBe(404)
  expect((await visitor.call(getFollower, { params: { token } })).body.state).toBe('following')

  const sent = await post(`/unfollow/${token}`, 'page=1')
  expect(sent.statusCode).toBe(303)
  expect(sent.headers.location).toBe(`/unfollow/${token}`)
  expect((await visitor.call(getFollower, { params: { token } })).body.state).toBe('unsubscribed')
})

test('a mail program’s unsubscribe request gets 200 after the follower was forgotten', async () => {
  const { w, confirmed } = await creatorFixture()
  const token = await confirmed()
  await w.db.delete(followers)

  const { statusCode } = await w.visitor().send('POST', `/unfollow/${token}`)

  expect(statusCode).toBe(200)
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

import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { updateProfile } from '../../../contract/accounts.ts'
import { setContentStatus } from '../../../contract/content-edit.ts'
import type { CreatorPageSort } from '../../../contract/content-enums.ts'
import { followCreator, getCreator, getFollower, listMoreFromCreator } from '../../../contract/creators.ts'
import { getAccount } from '../../../contract/settings.ts'
import { createTestApp } from '../../../tests/support/test-app.ts'

const hour = 3_600_000

async function creatorFixture() {
  const w = await createTestApp()
  const creator = await w.creator()
  await creator.call(updateProfile, {
    body: {
      firstName: 'Mara',
      handle: 'mara',
      bio: 'Slow music.',
      links: 'https://mara.example\nhttps://www.instagram.com/mara',
    },
  })
  const visitor = w.visitor()
  const inbox = async (to = 'fan@example.com') => {
    await w.runJobs()
    const list = (await w.mailbox.list()).filter((mail) => mail.to === to)
    return Promise.all(list.map(async ({ id }) => (await w.mailbox.read(id)) ?? { subject: '', text: '' }))
  }
  const follow = (email = 'fan@example.com') =>
    visitor.call(followCreator, { params: { handle: 'mara' }, body: { email } })
  const newestToken = async () =>
    /(?:following|unfollow)\/(\S+)/.exec((await inbox())[0]?.text ?? '')?.[1] ?? ''
  const post = (path: string, body = '') =>
    w.visitor().send('POST', path, {
      payload: body,
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
    })
  const confirmed = async () => {
    await follow()
    const token = await newestToken()
    await post(`/following/${token}`)
    return token
  }
  const publishAnnounced = (fields: Record<string, string> = {}) =>
    creator.publishText({ title: 'New song', notifyFollowers: 'true', ...fields })
  return { w, creator, visitor, inbox, follow, newestToken, post, confirmed, publishAnnounced }
}

test('a creator’s page has the profile and the published items, newest first', async () => {
  const { w, creator, visitor } = await creatorFixture()
  await creator.publishText({ title: 'First' })
  w.clock.advance(1_000)
  await creator.publishText({ title: 'Second' })
  await creator.publishText({ title: 'Draft', status: 'draft' })

  const { status, body } = await visitor.call(getCreator, { params: { handle: 'MARA' } })

  expect(status).toBe(200)
  expect(body).toMatchObject({
    handle: 'mara',
    name: 'Mara',
    bio: 'Slow music.',
    links: ['https://mara.example', 'https://www.instagram.com/mara'],
  })
  expect(body.items.map(({ title }) => title)).toEqual(['Second', 'First'])
  expect(JSON.stringify(body)).not.toContain('mara@example.com')
})

test('a former handle leads to the creator and is never someone else’s', async () => {
  const { w, creator, visitor } = await creatorFixture()
  await creator.call(updateProfile, { body: { firstName: 'Mara', handle: 'mara_v' } })
  const other = await w.creator('otto@example.com')

  const page = await visitor.call(getCreator, { params: { handle: 'mara' } })
  const taken = await other.call(updateProfile, { body: { firstName: 'Otto', handle: 'mara' } })
  const takenBack = await creator.call(updateProfile, { body: { firstName: 'Mara', handle: 'mara' } })

  expect(page.body.handle).toBe('mara_v')
  expect(taken.status).toBe(409)
  expect(takenBack.status).toBe(200)
  expect((await visitor.call(getCreator, { params: { handle: 'mara_v' } })).body.handle).toBe('mara')
})

test('an unknown handle and a suspended creator’s are missing', async () => {
  const { w, creator, visitor } = await creatorFixture()
  await w.probe.updateUser(creator.id, { suspendedAt: w.clock.now() })

  expect((await visitor.call(getCreator, { params: { handle: 'mara' } })).status).toBe(404)
  expect((await visitor.call(getCreator, { params: { handle: 'nobody' } })).status).toBe(404)
})

test('a link that is not a web address is rejected at its field', async () => {
  const { creator } = await creatorFixture()

  const { status, body } = await creator.call(updateProfile, {
    body: { firstName: 'Mara', links: 'javascript:alert(1)' },
  })

  expect(status).toBe(400)
  expect(body).toMatchObject({ fields: { links: expect.stringContaining('https://') } })
})

test('an address follows once it has confirmed, and the answer is always the same', async () => {
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

test('a link with another follower’s signature is missing', async () => {
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

test('publishing an item again writes to no one twice', async () => {
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

test('a draft, an item without the box, and an item that was unpublished meanwhile are not announced', async () => {
  const { w, creator, confirmed, inbox, publishAnnounced } = await creatorFixture()
  await confirmed()

  await publishAnnounced({ status: 'draft' })
  await creator.publishText({ title: 'Quiet' })
  const { id } = await publishAnnounced()
  await w.runFollowerNotices()
  await creator.call(setContentStatus, { params: { id }, body: { status: 'draft' } })

  expect(await inbox()).toHaveLength(1)
})

test('unsubscribing takes one request of a mail program, and no email follows', async () => {
  const { w, confirmed, inbox, publishAnnounced } = await creatorFixture()
  const token = await confirmed()

  const answer = await w.visitor().send('POST', `/unfollow/${token}`, {
    payload: 'List-Unsubscribe=One-Click',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  await publishAnnounced()
  await w.runFollowerNotices()

  expect(answer.statusCode).toBe(303)
  expect(await inbox()).toHaveLength(1)
})

test('reading an unsubscribe link changes nothing', async () => {
  const { w, visitor, confirmed } = await creatorFixture()
  const token = await confirmed()

  await w.visitor().send('GET', `/unfollow/${token}`)

  expect((await visitor.call(getFollower, { params: { token } })).body.state).toBe('following')
})

test('one address is asked at most five times an hour', async () => {
  const { w, follow } = await creatorFixture()
  const statuses: Array<number> = []
  for (let i = 0; i < 6; i++) statuses.push((await follow()).status)
  w.clock.advance(hour + 1)

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

test('an item shows up to three others of its creator', async () => {
  const { creator, visitor } = await creatorFixture()
  const [first] = await Promise.all([creator.publishText({ title: 'One' })])
  await creator.publishText({ title: 'Two' })

  const { body } = await visitor.call(listMoreFromCreator, { params: { id: first.id } })

  expect(body.items.map(({ title }) => title)).toEqual(['Two'])
})

test('a creator’s page is sorted by sales or by price', async () => {
  const { w, creator, visitor } = await creatorFixture()
  for (const [title, price] of [
    ['Cheap', '1.00'],
    ['Dear', '30.00'],
    ['Middle', '5.00'],
  ] as const) {
    const item = await creator.publishText({ title, price })
    if (title === 'Dear') await w.visitor().purchase(item.id)
    w.clock.advance(1_000)
  }
  const titles = async (sort?: CreatorPageSort) => {
    const { body } = await visitor.call(getCreator, { params: { handle: 'mara' }, query: { sort } })
    return body.items.map(({ title }) => title)
  }

  expect(await titles()).toEqual(['Middle', 'Dear', 'Cheap'])
  expect(await titles('popular')).toEqual(['Dear', 'Middle', 'Cheap'])
  expect(await titles('price-low')).toEqual(['Cheap', 'Middle', 'Dear'])
})

test('the share image of a creator’s page is drawn once until something on it changes', async () => {
  const { w, creator, visitor } = await creatorFixture()
  const draw = vi.spyOn(w.ports.documents, 'creatorCardPng')
  const shareImageUrl = async () =>
    (await visitor.call(getCreator, { params: { handle: 'mara' } })).body.shareImageUrl
  const first = await shareImageUrl()

  const image = await visitor.send('GET', first)
  await visitor.send('GET', first)
  await creator.publishText()
  const second = await shareImageUrl()
  await visitor.send('GET', second)

  expect(image.headers).toMatchObject({
    'content-type': 'image/png',
    'cross-origin-resource-policy': 'cross-origin',
  })
  expect(await sharp(image.rawPayload).metadata()).toMatchObject({ width: 1200, height: 630 })
  expect(second).not.toBe(first)
  expect(draw.mock.calls.map(([card]) => card.itemCount)).toEqual([0, 1])
})

import { expect, test } from 'vitest'
import { deleteContent } from '../../../../contract/content.ts'
import { setContentStatus } from '../../../../contract/content-editing.ts'
import { takeDownContent } from '../../../../contract/moderation.ts'
import { getAccount } from '../../../../contract/settings.ts'
import { creatorFixture } from '../../../../tests/support/creator-page-fixture.ts'

const dayMs = 24 * 3_600_000

test('followers of 15 items published at once get one email now, and one a day later about the other 14', async () => {
  const { w, creator, confirmed, inbox, publishAnnounced } = await creatorFixture()
  await confirmed()
  const titles = Array.from({ length: 15 }, (_, index) => `Song ${index + 1}`)
  for (const title of titles) {
    await publishAnnounced({ title })
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
  expect(titles.filter((title) => digest?.text.includes(`${title} ·`))).toEqual(titles.slice(1))
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
  // Sends it, because emails that are sent together come in any order.
  await inbox()
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
  expect(digest?.text.match(/\/@mara\/later-\d+/g)).toHaveLength(20)
  for (const gone of ['later-0', 'later-1', 'later-2']) expect(digest?.text).not.toContain(`/@mara/${gone}\n`)
})

test('items that wait are not emailed after unsubscribing, and not when the address follows again', async () => {
  const { w, confirmed, inbox, post, publishAnnounced } = await creatorFixture()
  const token = await confirmed()
  await publishAnnounced({ title: 'First' })
  await w.runFollowerNotices()
  // Sends it, because emails that are sent together come in any order.
  await inbox()
  await publishAnnounced({ title: 'Second' })
  await w.runFollowerNotices()

  await post(`/unfollow/${token}`)
  await confirmed()
  w.clock.advance(dayMs)
  await w.runPeriodicTasks()
  const [newest] = await inbox()

  expect(newest?.subject).toBe('Confirm that you want to follow Mara')
})

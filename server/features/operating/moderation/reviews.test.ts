import { expect, test } from 'vitest'
import { deleteContent, getContent, listContent } from '../../../../contract/content.ts'
import { setContentStatus } from '../../../../contract/content-editing.ts'
import { getAdminOverview } from '../../../../contract/inbox.ts'
import { updateInstanceSettings } from '../../../../contract/instance-settings.ts'
import {
  approveContent,
  getReviewedFile,
  listPendingReviews,
  rejectContent,
} from '../../../../contract/moderation.ts'
import { createPaymentIntent } from '../../../../contract/purchases.ts'
import { sentEmails } from '../../../../tests/support/sent-emails.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import { auditLog } from '../../../db/schema/index.ts'

async function moderatedSite() {
  const w = await createTestApp({ env: { NOTIFICATION_EMAILS: 'ops@example.com,lena@example.com' } })
  const admin = await w.creator('admin@example.com')
  await admin.call(updateInstanceSettings, { body: { moderation: 'first_publish' } })
  const mara = await w.creator()
  const pageStatus = async (id: number) => (await w.visitor().call(getContent, { params: { id } })).status
  const waiting = async () => (await admin.call(listPendingReviews)).body.reviews
  const approve = async (id: number) => {
    const review = (await waiting()).find(({ item }) => item.id === id)
    return admin.call(approveContent, { params: { id }, body: { version: review?.item.version ?? 1 } })
  }
  const publish = (id: number) =>
    mara.call(setContentStatus, { params: { id }, body: { status: 'published' } })
  const emails = async () => {
    await w.runJobs()
    return sentEmails(w)
  }
  return { w, admin, mara, pageStatus, waiting, approve, publish, emails }
}

test('a first item is not public until an admin approves it, and each mail is sent once', async () => {
  const { w, admin, mara, pageStatus, waiting, approve, publish, emails } = await moderatedSite()

  const item = await mara.publishText()
  await publish(item.id)

  expect(item).toMatchObject({ status: 'draft', review: { state: 'pending', reason: '' } })
  expect(await pageStatus(item.id)).toBe(404)
  const sale = { contentId: item.id }
  expect((await w.visitor().call(createPaymentIntent, { body: sale })).status).toBe(404)
  expect((await admin.call(getAdminOverview)).body.counts.review).toBe(1)
  expect(await waiting()).toMatchObject([
    { item: { id: item.id, textContent: 'Salt, flour, water.' }, creator: { email: 'mara@example.com' } },
  ])
  expect(String((await admin.call(getReviewedFile, { params: { id: item.id } })).bytes)).toBe(
    'Salt, flour, water.',
  )

  expect((await approve(item.id)).status).toBe(200)

  expect(await pageStatus(item.id)).toBe(200)
  expect((await mara.call(listContent)).body).toMatchObject([{ status: 'published', review: null }])
  expect(await waiting()).toEqual([])
  const sent = await emails()
  expect(
    sent
      .filter(({ subject }) => subject.startsWith('Please review'))
      .map(({ to }) => to)
      .toSorted(),
  ).toEqual(['lena@example.com', 'ops@example.com'])
  expect(sent.filter(({ subject }) => subject.endsWith('is published'))).toMatchObject([
    { to: 'mara@example.com', text: expect.stringContaining(`/p/${item.id}`) },
  ])
})

test('after an approval a creator publishes without a review, and a waiting item too', async () => {
  const { mara, pageStatus, waiting, approve, publish } = await moderatedSite()
  const first = await mara.publishText()
  const second = await mara.publishText()
  await approve(first.id)

  const third = await mara.publishText()
  expect(third).toMatchObject({ status: 'published', review: null })
  expect(await pageStatus(second.id)).toBe(404)
  await publish(second.id)

  expect(await pageStatus(second.id)).toBe(200)
  expect(await waiting()).toEqual([])
})

test('a rejected item comes back with the reason, and can be published again for another review', async () => {
  const { w, admin, mara, pageStatus, waiting, publish, emails } = await moderatedSite()
  const { id } = await mara.publishText()
  const [review] = await waiting()
  const version = review?.item.version ?? 0

  const unexplained = await admin.call(rejectContent, { params: { id }, body: { version, reason: ' ' } })
  await admin.call(rejectContent, { params: { id }, body: { version, reason: 'The text is not yours' } })

  expect(unexplained.status).toBe(400)
  expect((await mara.call(listContent)).body).toMatchObject([
    { status: 'draft', review: { state: 'rejected', reason: 'The text is not yours' } },
  ])
  const mail = (await emails()).find(({ subject }) => subject.includes('wasn’t published'))
  expect(mail?.text).toContain('Reason: The text is not yours')
  w.clock.advance(60_000)
  await publish(id)
  expect(await waiting()).toHaveLength(1)
  expect(await pageStatus(id)).toBe(404)
  expect((await emails()).filter(({ subject }) => subject.startsWith('Please review'))).toHaveLength(4)
  const entries = await w.db.select().from(auditLog)
  expect(entries.find(({ action }) => action === 'rejectContent')).toMatchObject({
    target: `content/${id}`,
    newValues: { review: 'rejected', reason: 'The text is not yours' },
  })
})

test('of two admins who decide at once, one succeeds', async () => {
  const { admin, mara, waiting, emails } = await moderatedSite()
  const { id } = await mara.publishText()
  const [review] = await waiting()
  const body = { version: review?.item.version ?? 0, reason: 'No' }

  const decisions = await Promise.all([
    admin.call(approveContent, { params: { id }, body }),
    admin.call(rejectContent, { params: { id }, body }),
    admin.call(approveContent, { params: { id }, body }),
  ])

  expect(decisions.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  const decided = (await emails()).filter(({ to }) => to === 'mara@example.com')
  expect(decided.filter(({ subject }) => /published$/.test(subject))).toHaveLength(1)
})

test('an admin can’t approve a version that the creator has changed since', async () => {
  const { admin, mara, pageStatus, waiting, publish } = await moderatedSite()
  const { id } = await mara.publishText()
  const [review] = await waiting()
  await publish(id)

  const stale = await admin.call(approveContent, {
    params: { id },
    body: { version: review?.item.version ?? 0 },
  })

  expect(stale.status).toBe(409)
  expect(await pageStatus(id)).toBe(404)
})

test('a waiting item leaves the queue when its creator deletes it or makes it a draft', async () => {
  const { admin, mara, waiting } = await moderatedSite()
  const deleted = await mara.publishText()
  const draft = await mara.publishText()
  await mara.call(deleteContent, { params: { id: deleted.id } })
  await mara.call(setContentStatus, { params: { id: draft.id }, body: { status: 'draft' } })

  expect(await waiting()).toEqual([])
  expect((await admin.call(getAdminOverview)).body.counts.review).toBe(0)
  const late = await admin.call(approveContent, { params: { id: deleted.id }, body: { version: 1 } })
  expect(late.status).toBe(404)
  expect((await mara.call(listContent)).body).toMatchObject([{ id: draft.id, review: null }])
})

test('with the setting off again, a waiting item stays in the queue until someone publishes it', async () => {
  const { admin, mara, pageStatus, waiting, approve, publish } = await moderatedSite()
  const [one, two] = [await mara.publishText(), await mara.publishText()]
  await admin.call(updateInstanceSettings, { body: { moderation: 'off' } })

  expect(await waiting()).toHaveLength(2)
  await publish(one.id)
  await approve(two.id)

  expect(await pageStatus(one.id)).toBe(200)
  expect(await pageStatus(two.id)).toBe(200)
})

test('a creator who already sells here needs no review', async () => {
  const w = await createTestApp()
  const admin = await w.creator('admin@example.com')
  const mara = await w.creator()
  await mara.publishText()
  await admin.call(updateInstanceSettings, { body: { moderation: 'first_publish' } })

  expect(await mara.publishText()).toMatchObject({ status: 'published' })
  expect(await admin.publishText()).toMatchObject({ status: 'published' })
})

import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { listFeedback, sendFeedback, setFeedbackState } from '../../../../contract/feedback.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import { users } from '../../../db/schema/index.ts'

const message = { type: 'bug', subject: 'It crawls', message: 'Every evening.', email: 'ada@example.com' }

test('feedback is in the inbox and emailed to the admin', async () => {
  const w = await createTestApp()
  const admin = await w.creator('admin@example.com')

  const { status } = await w.visitor().call(sendFeedback, { body: message })
  await w.runJobs()
  const { body } = await admin.call(listFeedback)

  expect(status).toBe(200)
  expect(body).toMatchObject({
    total: 1,
    messages: [{ ...message, priority: 'medium', isPro: false, userId: null, state: 'new' }],
  })
  const [email] = await w.mailbox.list()
  expect(email).toMatchObject({ to: 'admin@example.com', subject: 'Feedback (medium · bug): It crawls' })
  expect((await w.mailbox.read(email?.id ?? ''))?.text).toContain('Every evening.')
  expect((await w.mailbox.read(email?.id ?? ''))?.text).toContain('From ada@example.com')
})

test('feedback from Pro has high priority and a badge, and is listed before urgent feedback of others', async () => {
  const w = await createTestApp()
  const admin = await w.creator('admin@example.com')
  const mara = await w.creator()
  await w.db.update(users).set({ plan: 'pro' }).where(eq(users.id, mara.id))
  await mara.call(sendFeedback, { body: { ...message, priority: 'low' } })
  await w.visitor().call(sendFeedback, { body: { ...message, priority: 'urgent' } })
  await w.visitor().call(sendFeedback, { body: { ...message, priority: 'low' } })

  const { messages } = (await admin.call(listFeedback)).body

  expect(messages.map(({ isPro, priority }) => [isPro, priority])).toEqual([
    [true, 'high'],
    [false, 'urgent'],
    [false, 'low'],
  ])
  expect(messages[0]?.userId).toBe(Number(mara.id))
})

test('a feedback message can be archived and reopened', async () => {
  const w = await createTestApp()
  const admin = await w.creator('admin@example.com')
  await w.visitor().call(sendFeedback, { body: message })
  const id = (await admin.call(listFeedback)).body.messages[0]?.id ?? 0
  const total = async (state: 'new' | 'closed') =>
    (await admin.call(listFeedback, { query: { state } })).body.total

  await admin.call(setFeedbackState, { params: { id }, body: { state: 'closed' } })
  expect([await total('new'), await total('closed')]).toEqual([0, 1])

  await admin.call(setFeedbackState, { params: { id }, body: { state: 'new' } })
  expect([await total('new'), await total('closed')]).toEqual([1, 0])
  expect((await admin.call(setFeedbackState, { params: { id: 9 }, body: { state: 'new' } })).status).toBe(404)
})

test.each([
  ['type', 'Choose a type'],
  ['subject', 'Enter a subject'],
  ['message', 'Enter a message'],
])('feedback without its %s is rejected with a message', async (field, sentence) => {
  const w = await createTestApp()

  const answer = await w.visitor().call(sendFeedback, { body: { ...message, [field]: '' } })

  expect(answer.status).toBe(400)
  expect(answer.body).toMatchObject({ fields: { [field]: sentence } })
})

import { asc } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { deleteContent } from '../../../../contract/content.ts'
import { setContentStatus } from '../../../../contract/content-editing.ts'
import { confirmFollower } from '../../../../contract/creators.ts'
import { revokeAccess } from '../../../../contract/sales.ts'
import { startWithSecrets } from '../../../../tests/support/other-process.ts'
import { requestToFollow } from '../../../../tests/support/request-to-follow.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'
import { deliveries, domainEvents } from '../../../db/schema/index.ts'
import { type NewEvent, recordEvent } from './events.ts'

const typesOf = async (w: TestApp) =>
  (await w.db.select().from(domainEvents).orderBy(asc(domainEvents.id))).map(({ type }) => type)

test('publishing, selling, refunding and deleting an item are events, each told once', async () => {
  const w = await createTestApp()
  const creator = await w.creator()
  const item = await creator.publishFile()
  await creator.call(setContentStatus, { params: { id: item.id }, body: { status: 'draft' } })
  await creator.call(setContentStatus, { params: { id: item.id }, body: { status: 'published' } })
  await creator.call(setContentStatus, { params: { id: item.id }, body: { status: 'published' } })
  const bought = await w.visitor().purchase(item.id)
  await w.sandbox.simulate.refund(bought.paymentIntentId, '4.00')
  await w.deliverWebhooks()
  await w.deliverWebhooks()
  await creator.call(revokeAccess, { params: { id: bought.purchaseId }, body: { reason: 'Shared the link' } })
  await creator.call(deleteContent, { params: { id: item.id } })

  const events = await w.db.select().from(domainEvents).orderBy(asc(domainEvents.id))
  expect(events.map(({ type }) => type)).toEqual([
    'item.published',
    'item.unpublished',
    'item.published',
    'sale.created',
    'sale.refunded',
    'access.revoked',
    'item.unpublished',
  ])
  expect(new Set(events.map(({ creatorId }) => creatorId))).toEqual(new Set([creator.id]))
  expect(events.find(({ type }) => type === 'sale.refunded')).toMatchObject({
    payload: { contentId: item.id, orderNumber: bought.purchaseId, amount: 400, isFull: false },
  })
  const told = await w.db.select().from(deliveries)
  const eventOf = (kind: string) => {
    const email = told.find((delivery) => delivery.kind === kind)
    return events.find(({ id }) => id === email?.eventId)?.type
  }
  expect(['purchase_access', 'refund_issued', 'access_revoked', 'sign_in_code'].map(eventOf)).toEqual([
    'sale.created',
    'sale.refunded',
    'access.revoked',
    undefined,
  ])
  expect(JSON.stringify(events)).not.toMatch(/@|Shared/)
})

test('a dispute is an event when it opens and when it closes', async () => {
  const w = await createTestApp()
  const item = await (await w.creator()).publishFile()
  const { paymentIntentId } = await w.visitor().purchase(item.id)
  await w.sandbox.simulate.dispute(paymentIntentId, 'open')
  await w.deliverWebhooks()
  await w.sandbox.simulate.dispute(paymentIntentId, 'win')
  await w.deliverWebhooks()

  expect((await typesOf(w)).filter((type) => type.startsWith('sale.dispute'))).toEqual([
    'sale.disputed',
    'sale.dispute_closed',
  ])
})

test('confirming to follow is an event, once', async () => {
  const w = await createTestApp()
  const { token } = await requestToFollow(w, await startWithSecrets(w, [w.ports.secret]))

  const form = {
    params: { token },
    body: {},
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
  }
  for (let n = 0; n < 2; n++) await w.visitor().call(confirmFollower, form)

  expect(await typesOf(w)).toEqual(['follower.confirmed'])
})

test('an event of a rolled back transaction did not happen', async () => {
  const w = await createTestApp()
  const event = {
    type: 'follower.confirmed',
    creatorId: '1',
    subject: 'follower/1',
    payload: { followerId: 1 },
  }

  await w.db
    .transaction(async (tx) => {
      await recordEvent(tx, w.ports, event as NewEvent)
      throw new Error('rolled back')
    })
    .catch(() => undefined)

  expect(await typesOf(w)).toEqual([])
})

test('an event with another payload than its own, or a person’s words, does not compile', () => {
  const about = { creatorId: '1', subject: 'content/1' }
  const sale = { purchaseId: 1, orderNumber: 1, contentId: 1 }
  const events: Array<NewEvent> = [
    { ...about, type: 'item.published', payload: { contentId: 1 } },
    // @ts-expect-error without its item
    { ...about, type: 'item.published', payload: {} },
    // @ts-expect-error with a text that anyone may write
    { ...about, type: 'access.revoked', payload: { ...sale, by: 'Mara' } },
  ]

  expect(events).toHaveLength(3)
})

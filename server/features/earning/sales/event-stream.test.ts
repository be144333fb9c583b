import { expect, test } from 'vitest'
import { signOut } from '../../../../contract/accounts.ts'
import { revokeAccess } from '../../../../contract/sales.ts'
import { openEventSource } from '../../../../tests/support/event-source.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'

async function salesFixture() {
  const w = await createTestApp()
  const creator = await w.creator()
  const item = await creator.publishFile({ title: 'Dusk', price: '5.00' })
  return { w, creator, item }
}

test('a new sale is published at once, with its amounts, item and milestone, and nothing about the buyer', async () => {
  const { w, creator, item } = await salesFixture()
  const page = await openEventSource(w, creator)
  await page.hears('connected')

  const { purchaseId } = await w.visitor().purchase(item.id)

  expect(await page.hears('sale_created')).toEqual({
    type: 'sale_created',
    id: purchaseId,
    amount: '5.00',
    earned: '4.00',
    currency: 'USD',
    title: 'Dusk',
    milestone: 1,
  })
  await w.visitor().purchase(item.id)
  await expect.poll(() => page.received.at(-1)).toMatchObject({ type: 'sale_created', milestone: null })
})

test('the first message has the newest sale, so that a page knows whether it missed one', async () => {
  const { w, creator, item } = await salesFixture()
  const before = await openEventSource(w, creator)
  const { purchaseId } = await w.visitor().purchase(item.id)
  const after = await openEventSource(w, creator)

  expect(await before.hears('connected')).toEqual({ type: 'connected', latestSaleId: null })
  expect(await after.hears('connected')).toEqual({ type: 'connected', latestSaleId: purchaseId })
})

test('another creator gets no events of it', async () => {
  const { w, creator, item } = await salesFixture()
  const other = await openEventSource(w, await w.creator('jonas@example.com'))
  const own = await openEventSource(w, creator)
  await Promise.all([other.hears('connected'), own.hears('connected')])

  await w.visitor().purchase(item.id)
  await own.hears('sale_created')

  expect(other.received.map(({ type }) => type)).toEqual(['connected'])
})

test('a changed sale is published too, and a repeated settlement is not', async () => {
  const { w, creator, item } = await salesFixture()
  const page = await openEventSource(w, creator)
  await page.hears('connected')
  const { purchaseId } = await w.visitor().purchase(item.id)
  await page.hears('sale_created')

  await creator.call(revokeAccess, { params: { id: purchaseId }, body: { reason: 'Shared with others' } })

  expect(await page.hears('sale_updated')).toEqual({ type: 'sale_updated', id: purchaseId })
  expect(page.received.map(({ type }) => type)).toEqual(['connected', 'sale_created', 'sale_updated'])
})

test('a signed-out user gets no more events', async () => {
  const { w, creator, item } = await salesFixture()
  const page = await openEventSource(w, creator)
  await page.hears('connected')
  await creator.call(signOut)

  await w.visitor().purchase(item.id)

  expect(await page.ended).toBe('ended')
  expect(page.received.map(({ type }) => type)).toEqual(['connected'])
})

test('a stream has security headers and disables proxy buffering', async () => {
  const { w, creator } = await salesFixture()

  const { status, headers } = await openEventSource(w, creator)

  expect(status).toBe(200)
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  })
  expect(headers.get('content-security-policy')).toContain("default-src 'none'")
})

test('a HEAD request opens no stream', async () => {
  const { w, creator } = await salesFixture()
  const page = await openEventSource(w, creator)
  await page.hears('connected')

  for (let i = 0; i < 25; i++)
    expect((await creator.send('HEAD', '/api/events')).headers['content-type']).toContain('text/event-stream')
  await w.visitor().purchase((await creator.publishFile({ price: '1.00' })).id)

  expect((await page.hears('sale_created')).amount).toBe('1.00')
})

test('at shutdown streams end and block nothing', async () => {
  const { w, creator } = await salesFixture()
  const page = await openEventSource(w, creator)
  await page.hears('connected')

  await w.app.close()

  expect(await page.ended).toBe('ended')
})

test('a new stream over a user’s limit replaces the oldest one', async () => {
  const { w, creator } = await salesFixture()
  const first = await openEventSource(w, creator)
  await first.hears('connected')

  for (let i = 0; i < 6; i++) await openEventSource(w, creator)

  expect(await first.ended).toBe('ended')
})

test('too many new streams are refused with a message', { tags: ['long'] }, async () => {
  const { w, creator } = await salesFixture()
  let refused: Response | undefined
  for (let i = 0; i < 130 && !refused; i++) {
    const page = await openEventSource(w, creator)
    if (page.status === 429) refused = new Response(null, { status: page.status })
    page.close()
  }

  expect(refused?.status).toBe(429)
})

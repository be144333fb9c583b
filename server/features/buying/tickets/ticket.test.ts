import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { setContentStatus } from '../../../../contract/content-editing.ts'
import { getAccess, verifyPurchase } from '../../../../contract/purchases.ts'
import { refundSale } from '../../../../contract/sales.ts'
import { updateContentDefaults } from '../../../../contract/settings.ts'
import { checkLedger } from '../../../../tests/support/check-ledger.ts'
import { createTestApp, type TestApp, type Visitor } from '../../../../tests/support/test-app.ts'
import { purchases } from '../../../db/schema/index.ts'
import { collectGarbage } from '../../selling/content/garbage-collect.ts'

async function sell(fan: Visitor, id: number, supporterName = '') {
  const { paymentIntentId, purchaseId } = await fan.purchase(id, { supporterName })
  const query = { payment_intent: paymentIntentId, content_id: id }
  const { body } = await fan.call(verifyPurchase, { query })
  return { ...body, purchaseId }
}

async function ticketFixture() {
  const w = await createTestApp()
  const creator = await w.creator()
  const item = await creator.publishFile({ price: '10.00' })
  return { w, creator, item }
}

const again = async (w: TestApp, accessUrl: string) => {
  const params = { token: accessUrl.split('/').at(-1) ?? '' }
  return (await w.visitor().call(getAccess, { params })).body.ticket
}

test('a purchase keeps its number, and a refund leaves a gap', async () => {
  const { w, creator, item } = await ticketFixture()

  const first = await sell(w.visitor(), item.id, 'Sam Okafor')
  const second = await sell(w.visitor(), item.id)
  await creator.call(refundSale, { params: { id: first.purchaseId }, body: { refunded: '0.00' } })
  const third = await sell(w.visitor(), item.id)

  expect(first.ticket).toMatchObject({ number: 1, name: 'Sam O.' })
  expect([second.ticket, third.ticket].map(({ number, name }) => [number, name])).toEqual([
    [2, ''],
    [3, ''],
  ])
  expect(await again(w, third.accessUrl)).toEqual(third.ticket)
  expect(await checkLedger(w)).toEqual([])
})

test('verify finds a number that was changed', async () => {
  const { w, item } = await ticketFixture()
  const { purchase } = await sell(w.visitor(), item.id)

  await w.db.update(purchases).set({ itemNumber: 4 }).where(eq(purchases.orderNumber, purchase.id))

  expect(await checkLedger(w)).toEqual([
    {
      name: 'The paid purchases of each item are numbered without gaps',
      differences: [{ entityRef: `purchase ${purchase.id}`, stored: '4', recomputed: '1' }],
    },
  ])
})

test('the picture of a ticket is for anyone, until the refund or while the item is not on sale', async () => {
  const { w, creator, item } = await ticketFixture()
  const { ticket, accessUrl, purchaseId } = await sell(w.visitor(), item.id)
  const render = vi.spyOn(w.ports.documents, 'ticketPng')
  const picture = () => w.visitor().send('GET', ticket.pictureUrl ?? '')
  const setStatus = (status: 'draft' | 'published') =>
    creator.call(setContentStatus, { params: { id: item.id }, body: { status } })

  const { rawPayload, headers } = await picture()
  const repeated = await picture()

  expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
  expect(headers['cross-origin-resource-policy']).toBe('cross-origin')
  expect(repeated.headers.etag).toBe(headers.etag)
  expect(render).toHaveBeenCalledTimes(1)
  expect(JSON.stringify(render.mock.calls[0]?.[0])).not.toMatch(/10\.00|access|fan@/)
  expect(await again(w, accessUrl)).toEqual(ticket)
  await setStatus('draft')
  expect((await picture()).statusCode).toBe(404)
  expect((await again(w, accessUrl)).pictureUrl).toBeNull()
  await setStatus('published')
  expect((await picture()).statusCode).toBe(200)
  await creator.call(refundSale, { params: { id: purchaseId }, body: { refunded: '0.00' } })
  expect((await picture()).statusCode).toBe(404)
})

test('the address of a picture opens nothing else, and another one is not found', async () => {
  const { w, item } = await ticketFixture()
  const { ticket, accessUrl, purchase } = await sell(w.visitor(), item.id)
  const [, , token = ''] = ticket.pictureUrl?.split('/') ?? []

  expect(token).not.toContain(String(purchase.id))
  expect(accessUrl).not.toContain(token)
  for (const path of [`/access/${token}`, `/api/access/${token}`])
    expect((await w.visitor().send('GET', path)).statusCode).not.toBe(200)
  for (const other of ['a', `${token}a`, token.replace(/^./, (first) => (first === 'a' ? 'b' : 'a'))])
    expect((await w.visitor().send('GET', `/tickets/${other}/ticket.png`)).statusCode).toBe(404)
})

test('a creator turns the numbers off for all tickets, and on again', async () => {
  const { w, creator, item } = await ticketFixture()
  const { ticket, accessUrl } = await sell(w.visitor(), item.id, 'Sam')
  const show = (showTicketNumbers: boolean) =>
    creator.call(updateContentDefaults, {
      body: { suggestedAmounts: '', showSupporters: true, showTicketNumbers },
    })

  expect((await show(false)).body.showTicketNumbers).toBe(false)
  expect(await again(w, accessUrl)).toEqual({ number: null, name: 'Sam', pictureUrl: null })
  expect((await w.visitor().send('GET', ticket.pictureUrl ?? '')).statusCode).toBe(404)
  await creator.call(updateContentDefaults, { body: { suggestedAmounts: '', showSupporters: true } })
  expect((await again(w, accessUrl)).number).toBeNull()
  await show(true)
  expect(await again(w, accessUrl)).toEqual(ticket)
})

test('a picture is kept for a day', async () => {
  const { w, item } = await ticketFixture()
  const { ticket } = await sell(w.visitor(), item.id)
  await w.visitor().send('GET', ticket.pictureUrl ?? '')
  // The store has the real time.
  const setHoursFromNow = (hours: number) =>
    w.clock.advance(Date.now() + hours * 3_600_000 - w.clock.now().getTime())

  setHoursFromNow(12)
  expect((await collectGarbage(w.ports)).tickets).toBe(0)
  setHoursFromNow(25)
  expect((await collectGarbage(w.ports)).tickets).toBe(1)
})

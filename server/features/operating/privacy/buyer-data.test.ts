import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { eraseBuyerData, exportBuyerData, requestBuyerData } from '../../../../contract/buyer-data.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import { deliveries, purchases } from '../../../db/schema/index.ts'
import { verifyLedger } from '../../../verify/run-checks.ts'
import { issueReceipts } from '../../buying/receipts/issue-receipts.ts'
import { buyerDataToken } from './buyer-data.ts'

async function buyerFixture() {
  const w = await createTestApp()
  const item = await (await w.creator()).publishFile({ title: 'Dusk' })
  const fan = w.visitor()
  await fan.purchase(item.id, { email: 'Ada@example.com' })
  await w.visitor().purchase(item.id, { email: 'bo@example.com' })
  await issueReceipts(w.ports)
  const params = { token: buyerDataToken(w.ports, 'ada@example.com') }
  const exported = async () => JSON.parse(String((await fan.call(exportBuyerData, { params })).bytes))
  return { w, fan, params, exported }
}

test('a known and an unknown address get the same answer, and a link by email', async () => {
  const { w, fan } = await buyerFixture()

  const answers = [
    await fan.call(requestBuyerData, { body: { email: 'ada@example.com' } }),
    await fan.call(requestBuyerData, { body: { email: 'nobody@example.com' } }),
  ]

  const emails = await w.db.select().from(deliveries).where(eq(deliveries.kind, 'buyer_data_link'))
  expect(answers.map(({ status, body }) => [status, body])).toEqual(Array(2).fill([200, { sent: true }]))
  const recipients = emails.map(({ target }) => target).toSorted()
  expect(recipients).toEqual(['ada@example.com', 'nobody@example.com'])
})

test('an export has the address’s own purchases only', async () => {
  const { exported } = await buyerFixture()

  expect(await exported()).toMatchObject({
    email: 'ada@example.com',
    purchases: [{ item: 'Dusk', amount: '10.00', receipts: ['2026-000001'], card: 'Visa ••4242' }],
  })
})

test('an erasure removes the address everywhere and leaves the books as they are', async () => {
  const { w, fan, params, exported } = await buyerFixture()

  const { body } = await fan.call(eraseBuyerData, { params })

  const emails = await w.db.select().from(purchases)
  const client = await w.ports.pool.connect()
  expect(body).toEqual({ purchases: 1 })
  expect((await exported()).purchases).toEqual([])
  expect(emails.map(({ buyerEmail }) => buyerEmail).sort()).toEqual(['', 'bo@example.com'])
  expect(await verifyLedger(client).finally(() => client.release())).toEqual([])
})

test('a link names the address to nobody', async () => {
  const { params } = await buyerFixture()

  const readable = params.token.split('.').map((part) => Buffer.from(part, 'base64url').toString('utf8'))

  expect([params.token, ...readable].join(' ')).not.toContain('ada')
})

test('a changed link is rejected, and one of yesterday too', async () => {
  const { w, fan, params } = await buyerFixture()
  const changed = `${params.token.slice(0, -2)}xx`

  const wrong = await fan.call(eraseBuyerData, { params: { token: changed } })
  w.clock.advance(25 * 3_600_000)
  const old = await fan.call(eraseBuyerData, { params })

  expect([wrong.status, old.status]).toEqual([404, 403])
})

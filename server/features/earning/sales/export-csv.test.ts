import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { completePayment, createPaymentIntent } from '../../../../contract/purchases.ts'
import { exportSales, refundSale } from '../../../../contract/sales.ts'
import { insertCopiesOfSale } from '../../../../tests/support/bulk-insert-sales.ts'
import { type CreatorClient, createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'
import { users } from '../../../db/schema/index.ts'

async function upgradeToProPlan(w: TestApp, { id }: CreatorClient): Promise<void> {
  await w.db.update(users).set({ plan: 'pro' }).where(eq(users.id, id))
}

test('the export has every sale and a line of totals', async () => {
  const w = await createTestApp()
  const creator = await w.creator()
  const item = await creator.publishFile({ title: 'Dusk', price: '10.00' })
  const { purchaseId: first } = await w.visitor().purchase(item.id, { email: 'ada@example.com' })
  w.clock.advance(1_000)
  const { purchaseId: second } = await w.visitor().purchase(item.id, { email: 'bo@example.com' })
  await creator.call(refundSale, { params: { id: first }, body: { amount: '2.50', refunded: '0' } })
  await upgradeToProPlan(w, creator)
  await w.db.update(users).set({ handle: 'mara' }).where(eq(users.id, creator.id))

  const answer = await creator.call(exportSales)

  const lines = answer.bytes.toString('utf8').split('\r\n')
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': expect.stringContaining('attachment; filename="tipdrop-sales-2026-03-01.csv"'),
  })
  expect(lines[0]).toBe(
    '\ufeffOrder,Paid on (UTC),Buyer,Name,Item,Sold as,Item ID,Currency,Discount code,List price,Discount,Tip,Amount,Tax,Fee,Your share,Refunded,Disputed,Your earnings,Status,Access,Message,Source,Link',
  )
  expect(lines[1]).toBe(
    `${second},2026-03-01T12:00:01.000Z,bo@example.com,,Dusk,item,${item.id},USD,,10.00,0.00,0.00,10.00,0.00,2.00,8.00,0.00,0.00,8.00,paid,active,,,http://localhost:3000/@mara/dusk`,
  )
  expect(lines[2]).toContain('10.00,0.00,2.00,8.00,2.50,0.00,6.00,partially refunded,active')
  expect(lines[3]).toBe('Total of 2 sales,,,,,,,,,20.00,0.00,0.00,20.00,0.00,4.00,16.00,2.50,0.00,14.00,,,,,')
  expect(lines[4]).toBe('')
})

test('the export can be filtered like the list', async () => {
  const w = await createTestApp()
  const creator = await w.creator()
  const item = await creator.publishFile()
  await w.visitor().purchase(item.id, { email: 'ada@example.com' })
  await w.visitor().purchase(item.id, { email: 'bo@example.com' })
  await upgradeToProPlan(w, creator)

  const answer = await creator.call(exportSales, { query: { q: 'bo@' } })

  const text = answer.bytes.toString('utf8')
  expect(text).toContain('bo@example.com')
  expect(text).not.toContain('ada@example.com')
  expect(text).toContain('Total of 1 sale,')
})

test('an export longer than one batch has each sale once', { tags: ['long'] }, async () => {
  const w = await createTestApp()
  const creator = await w.creator()
  const item = await creator.publishFile({ price: '10.00' })
  await w.visitor().purchase(item.id)
  await insertCopiesOfSale(w.db, 2_500)
  await upgradeToProPlan(w, creator)

  const { bytes } = await creator.call(exportSales)

  const lines = bytes.toString('utf8').trim().split('\r\n')
  const orders = lines.slice(1, -1).map((line) => line.split(',')[0])
  expect(new Set(orders).size).toBe(2_501)
  expect(orders).toHaveLength(2_501)
  expect(lines.at(-1)).toContain(
    'Total of 2501 sales,,,,,,,,,25010.00,0.00,0.00,25010.00,0.00,5002.00,20008.00',
  )
})

test('a supporter message in the export is safe in spreadsheets', async () => {
  const w = await createTestApp()
  const creator = await w.creator()
  const item = await creator.publishText({ title: '=HYPERLINK("https://evil")', price: '1.00' })
  const fan = w.visitor()
  const { body } = await fan.call(createPaymentIntent, {
    body: {
      contentId: item.id,
      buyerEmail: 'fan@example.com',
      supporterName: '@SUM(1)',
      supporterMessage: '+1, "and" so on',
    },
  })
  await fan.presents('paid', body.clientSecret)
  await fan.call(completePayment, { params: { paymentIntentId: body.paymentIntentId } })
  await upgradeToProPlan(w, creator)

  const { bytes } = await creator.call(exportSales)

  const line = bytes.toString('utf8').split('\r\n')[1] ?? ''
  expect(line).toContain(`,'@SUM(1),"'=HYPERLINK(""https://evil"")",`)
  expect(line).toContain(`,"'+1, ""and"" so on",`)
})

test('without Pro the export has every sale and amount, and nothing of who bought', async () => {
  const w = await createTestApp()
  const creator = await w.creator()
  const item = await creator.publishFile({ title: 'Dusk', price: '10.00' })
  const { purchaseId } = await w.visitor().purchase(item.id, { email: 'ada@example.com' })

  const answer = await creator.call(exportSales)

  const lines = answer.bytes.toString('utf8').split('\r\n')
  expect(lines[0]).toBe(
    '\ufeffOrder,Paid on (UTC),Item,Sold as,Item ID,Currency,Discount code,List price,Discount,Tip,Amount,Tax,Fee,Your share,Refunded,Disputed,Your earnings,Status,Access,Source,Link',
  )
  expect(lines[1]).toContain(`${purchaseId},2026-03-01T12:00:00.000Z,Dusk,item`)
  expect(lines[2]).toContain('Total of 1 sale,')
  expect(answer.bytes.toString('utf8')).not.toContain('ada@example.com')
})

test('the export has only the creator’s own sales', async () => {
  const w = await createTestApp()
  const creator = await w.creator()
  const item = await creator.publishFile()
  await w.visitor().purchase(item.id)
  const other = await w.creator('jonas@example.com')
  await upgradeToProPlan(w, other)

  const { bytes } = await other.call(exportSales, { query: { item: item.id } })

  expect(bytes.toString('utf8')).toContain('Total of 0 sales')
  expect(bytes.toString('utf8')).not.toContain('fan@example.com')
})

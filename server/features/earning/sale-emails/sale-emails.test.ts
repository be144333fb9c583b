import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { limits } from '../../../../contract/limits.ts'
import { getEmailedChoice, getSaleEmails, setSaleEmails } from '../../../../contract/sale-emails.ts'
import { refundSale } from '../../../../contract/sales.ts'
import { sentEmailsTo } from '../../../../tests/support/sent-emails.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'

const hourMs = 3_600_000

async function sellingFixture() {
  const w = await createTestApp()
  const mara = await w.creator()
  const item = await mara.publishText({ title: 'Night Ferry', price: '12.00' })
  const mails = async () =>
    (await sentEmailsTo(w, 'mara@example.com'))
      .filter(({ subject }) => !subject.includes('is your'))
      .reverse()
  return {
    w,
    mara,
    item,
    mails,
    subjects: async () => (await mails()).map(({ subject }) => subject),
    buys: (note: Record<string, string> = {}) => w.visitor().purchase(item.id, note),
    chooses: (choice: 'each' | 'daily' | 'off', timeZone?: string) =>
      mara.call(setSaleEmails, { body: { choice, ...(timeZone && { timeZone }) } }),
  }
}

test('each sale is emailed with what was earned and the buyer’s words', async () => {
  const { buys, mails } = await sellingFixture()
  await buys()

  await buys({ supporterName: 'Jonah', supporterMessage: 'Been waiting for this.' })

  const [, second] = await mails()
  expect(second?.subject).toBe('Jonah paid $12.00 for Night Ferry')
  for (const part of [
    '+ $9.60',
    '“Been waiting for this.”',
    'Paid: $12.00',
    'Platform fee, 20%: − $2.40',
    'Yours: $9.60',
    'See the sale: http',
  ])
    expect(second?.text).toContain(part)
  expect(second?.subject).not.toContain('waiting')
})

test('the first sale is a postcard that says how far the first payout is', async () => {
  const { buys, mails } = await sellingFixture()

  await buys({ supporterName: 'Jonah' })

  const [first] = await mails()
  expect(first?.subject).toBe('Your first sale: Jonah paid $12.00')
  expect(first?.text).toContain('$9.60 of the $25.00 for your first payout.')
  expect(first?.text).toContain('2 more like this one.')
})

test('the tenth sale is a postcard too', async () => {
  const { buys, subjects } = await sellingFixture()

  for (let count = 0; count < 11; count++) await buys()

  const found = await subjects()
  expect(found[9]).toBe('Your 10th sale: Someone paid $12.00')
  expect(found[10]).toBe('Someone paid $12.00 for Night Ferry')
})

test('who turned them off hears of the first sale only', async () => {
  const { mara, buys, subjects, chooses } = await sellingFixture()
  expect((await mara.call(getSaleEmails)).body).toEqual({ choice: 'each' })
  await chooses('off')

  await buys()
  await buys()

  expect(await subjects()).toEqual(['Your first sale: Someone paid $12.00'])
  expect((await mara.call(getSaleEmails)).body).toEqual({ choice: 'off' })
})

test('a daily email lists the sales of the day once, by the creator’s clock', async () => {
  const { w, buys, subjects, mails, chooses } = await sellingFixture()
  await chooses('daily', 'America/New_York')
  await buys({ supporterName: 'Jonah' })
  await buys()

  // It is 12:00 in UTC. 8 in the morning in New York is 13:00 in UTC.
  w.clock.advance(59 * 60_000)
  await w.runPeriodicTasks()
  expect(await subjects()).toEqual(['Your first sale: Jonah paid $12.00'])
  w.clock.advance(60_000)
  await w.runPeriodicTasks()
  w.clock.advance(5 * hourMs)
  await w.runPeriodicTasks()

  expect(await subjects()).toEqual(['Your first sale: Jonah paid $12.00', '2 sales, $19.20 earned'])
  const daily = (await mails())[1]
  expect(daily?.text).toContain('Jonah: Night Ferry: $9.60\nSomeone: Night Ferry: $9.60\nYours: $19.20')
  w.clock.advance(24 * hourMs)
  await w.runPeriodicTasks()
  expect(await subjects()).toHaveLength(2)
})

test('a sale is in one daily email when the clocks change', async () => {
  const { w, buys, subjects, chooses } = await sellingFixture()
  await chooses('daily', 'America/New_York')
  await buys()
  // Half an hour before 8 in the morning of the day before the clocks go forward, on March 8.
  w.clock.advance(6 * 24 * hourMs + hourMs / 2)
  await w.runPeriodicTasks()
  await buys()
  w.clock.advance(hourMs / 2)
  await w.runPeriodicTasks()

  w.clock.advance(23 * hourMs)
  await w.runPeriodicTasks()

  expect((await subjects()).slice(1)).toEqual(['1 sale, $9.60 earned'])
})

test('a time zone that nobody knows is ignored, and the day ends by UTC', async () => {
  const { w, buys, subjects, chooses } = await sellingFixture()
  expect((await chooses('daily', 'Mars/Olympus_Mons')).status).toBe(200)
  await buys()

  w.clock.advance(20 * hourMs - 60_000)
  await w.runPeriodicTasks()
  expect(await subjects()).toHaveLength(1)
  w.clock.advance(60_000)
  await w.runPeriodicTasks()

  expect((await subjects()).at(-1)).toBe('1 sale, $9.60 earned')
})

test('after a hundred single ones in a day no more come before the next', async () => {
  const { w, buys, subjects } = await sellingFixture()
  await buys()
  await w.db.execute(sql`update creator_daily_rollups set purchase_count = ${limits.maxSaleEmailsPerDay}`)

  await buys()
  w.clock.advance(24 * hourMs)
  await buys()

  expect(await subjects()).toEqual([
    'Your first sale: Someone paid $12.00',
    'Someone paid $12.00 for Night Ferry',
  ])
})

test('a sale that was refunded before it could be told is not told', async () => {
  const { w, mara, item, buys, subjects } = await sellingFixture()
  await buys()
  await subjects()
  const { purchaseId } = await w.visitor().purchase(item.id)

  await mara.call(refundSale, { params: { id: purchaseId }, body: { refunded: '0.00' } })

  expect(await subjects()).toEqual(['Your first sale: Someone paid $12.00'])
})

test('something free is not a sale', async () => {
  const { w, mara, subjects } = await sellingFixture()
  const free = await mara.publishText({ pricingModel: 'free', price: '' })

  await w.visitor().send('POST', `/p/${free.id}`)

  expect(await subjects()).toEqual([])
})

test('the choice is changed from the email without signing in, and off by the mail program', async () => {
  const { w, mara, buys, mails } = await sellingFixture()
  await buys()
  const [first] = await mails()
  const token = /\/sale-emails\/(\S+)/.exec(first?.text ?? '')?.[1] ?? ''
  const path = `/sale-emails/${token}`
  const choice = async () => (await mara.call(getSaleEmails)).body.choice

  expect((await w.visitor().call(getEmailedChoice, { params: { token } })).body).toEqual({ choice: 'each' })
  const form = await w.visitor().send('POST', path, {
    payload: 'page=1&choice=daily',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect([form.statusCode, form.headers.location]).toEqual([303, `${path}?saved=1`])
  expect(await choice()).toBe('daily')
  expect((await w.visitor().send('POST', path)).statusCode).toBe(200)
  expect(await choice()).toBe('off')
  expect((await w.visitor().send('POST', `${path}x`)).statusCode).toBe(404)
  expect((await w.visitor().call(getEmailedChoice, { params: { token: 'x.y' } })).status).toBe(404)
})

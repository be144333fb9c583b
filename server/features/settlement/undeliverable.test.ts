import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { takeDownContent } from '../../../contract/content-reports.ts'
import { completePayment, createPaymentIntent, downloadContent } from '../../../contract/purchases.ts'
import { sentEmailsTo } from '../../../tests/support/sent-emails.ts'
import { createTestApp } from '../../../tests/support/test-app.ts'
import { contentItems, files, instance } from '../../db/schema/index.ts'

/** A file for ten dollars; `loses` takes it out of the store behind our back. */
async function shop() {
  const w = await createTestApp()
  const creator = await w.creator()
  const item = await creator.publishFile()
  await w.runPeriodicTasks()
  const [file] = await w.db.select().from(files)
  const path = join(w.dataDir, 'files', file?.key ?? '')
  return {
    w,
    item,
    fan: w.visitor(),
    account: `creator_balance/${creator.id}` as const,
    loses: () => rm(path),
    putsBack: () =>
      w.ports.fileStore.put(file?.key ?? '', Readable.from([Buffer.from('the very bytes')]), {
        maxBytes: 1_000,
      }),
    subjects: async (to = 'fan@example.com') => (await sentEmailsTo(w, to)).map(({ subject }) => subject),
    alerts: w.books.openAlerts,
    /** Three rounds of the sweeper, long enough apart for a missing file to be gone for good. */
    async sweeps() {
      for (let round = 0; round < 3; round++) {
        await w.runPeriodicTasks()
        w.clock.advance(30_000)
      }
    },
  }
}

test('what is paid for and gone from the store is paid back in full within two minutes, with a mail that says why', async () => {
  const { w, item, fan, account, loses, sweeps, subjects, alerts } = await shop()
  await loses()
  const bought = await fan.purchase(item.id)
  const refused = await fan.call(downloadContent, { params: { id: item.id } })

  await sweeps()

  expect(refused.status).toBe(503)
  expect(await w.books.purchases()).toMatchObject([
    { orderNumber: bought.purchaseId, refundedAmount: 1000, platformFeeRefundedAmount: 200 },
  ])
  expect([
    await w.books.balance('cash_clearing'),
    await w.books.balance(account),
    await w.books.sum(),
  ]).toEqual([0, 0, 0])
  expect((await fan.call(downloadContent, { params: { id: item.id } })).body).toMatchObject({
    code: 'refunded',
  })
  expect(await subjects()).toContain('You get $10.00 back: we could not deliver Harbour loops')
  expect((await subjects()).filter((subject) => subject.includes('on its way back'))).toEqual([])
  expect(await subjects('mara@example.com')).toContain('The file of Harbour loops is missing')
  expect(await alerts()).toEqual(['file-gone', 'undeliverable'])
})

test('nobody has to try: the sweeper looks at what was sold by itself, once', async () => {
  const { w, item, fan, loses, sweeps } = await shop()
  await fan.purchase(item.id)
  await loses()

  await sweeps()
  await sweeps()

  expect(await w.books.purchases()).toMatchObject([{ refundedAmount: 1000 }])
  expect(await w.db.query.refundRequests.findMany()).toMatchObject([
    { requestedBy: 'platform', state: 'refunded' },
  ])
  expect((await w.sandbox.getPayment((await w.books.payments())[0]?.id ?? '')).refunds).toHaveLength(1)
})

test('whoever had the file keeps what they paid for; only who never had it is paid back', async () => {
  const { w, item, fan, loses, sweeps } = await shop()
  await fan.purchase(item.id)
  await fan.call(downloadContent, { params: { id: item.id } })
  const late = w.visitor()
  const unlucky = await late.purchase(item.id, { email: 'late@example.com' })
  await loses()
  await late.call(downloadContent, { params: { id: item.id } })

  await sweeps()

  const paidBack = (await w.books.purchases()).filter(({ refundedAmount }) => refundedAmount > 0)
  expect(paidBack).toMatchObject([{ orderNumber: unlucky.purchaseId, refundedAmount: 1000 }])
})

test('a file that is back before we are certain was only late: nothing is paid back', async () => {
  const { w, item, fan, loses, putsBack, alerts } = await shop()
  await loses()
  await fan.purchase(item.id)
  await w.runPeriodicTasks()

  await putsBack()
  w.clock.advance(60_000)
  await w.runPeriodicTasks()

  expect(await w.books.purchases()).toMatchObject([{ refundedAmount: 0 }])
  expect((await fan.call(downloadContent, { params: { id: item.id } })).status).toBe(200)
  expect(await alerts()).toEqual([])
})

test('a store that is away says nothing about its files: nobody is paid back, and somebody is told', async () => {
  const { w, item, fan, sweeps, alerts } = await shop()
  await fan.purchase(item.id)
  await w.db.update(instance).set({ storeSentinelWrittenAt: w.clock.now() })
  await rm(join(w.dataDir, 'files'), { recursive: true })

  await sweeps()

  expect(await w.books.purchases()).toMatchObject([{ refundedAmount: 0 }])
  expect(await alerts()).toEqual(['store-away'])
})

test('a store that does not answer is asked again, and nothing is paid back', async () => {
  const { w, item, fan, sweeps } = await shop()
  await fan.purchase(item.id)
  const { open } = w.ports.fileStore
  w.ports.fileStore.open = () => Promise.reject(new Error('the store is down'))
  await sweeps()
  w.ports.fileStore.open = open

  await w.runPeriodicTasks()

  expect(await w.books.purchases()).toMatchObject([{ refundedAmount: 0, deliveryVerifiedAt: w.clock.now() }])
})

test('an item whose file is gone is not sold any more, until the file is there again', async () => {
  const { w, item, fan, loses, putsBack, sweeps } = await shop()
  await fan.purchase(item.id)
  await loses()
  await sweeps()
  const order = { body: { contentId: item.id, buyerEmail: 'fan@example.com' } }
  const refused = await w.visitor().call(createPaymentIntent, order)

  await putsBack()
  await w.runPeriodicTasks()

  expect(refused.status).toBe(503)
  expect(refused.body).toMatchObject({
    message: 'The file of this item is missing right now, so it cannot be bought. Nothing was charged.',
  })
  expect((await w.visitor().call(createPaymentIntent, order)).status).toBe(200)
})

test('paid after the item and its file were removed: settled, and given back at once without a mail that promises access', async () => {
  const { w, item, fan, account, loses, subjects } = await shop()
  const { paymentIntentId } = await fan.pays(item.id)
  await loses()
  await w.db
    .update(contentItems)
    .set({ fileId: null, deletedAt: w.clock.now() })
    .where(eq(contentItems.id, item.id))

  await fan.call(completePayment, { params: { paymentIntentId } })
  await w.runPeriodicTasks()

  expect(await w.books.purchases()).toMatchObject([{ refundedAmount: 1000 }])
  expect(await w.books.balance(account)).toBe(0)
  expect(await subjects()).toEqual(['You get $10.00 back: we could not deliver Harbour loops'])
})

test('what is removed while a payment is on its way is paid back, in words of its own', async () => {
  const { w, item, fan, subjects, alerts } = await shop()
  const { paymentIntentId } = await fan.pays(item.id)
  const admin = await w.creator('admin@example.com')
  await admin.call(takeDownContent, {
    params: { id: item.id },
    body: { reason: 'It is not theirs to sell', revokeBuyerAccess: true },
  })

  const settled = await fan.call(completePayment, { params: { paymentIntentId } })
  await w.runPeriodicTasks()

  expect(settled.body.state).toBe('paid')
  expect(await w.books.purchases()).toMatchObject([{ refundedAmount: 1000 }])
  expect(await w.books.sum()).toBe(0)
  expect(await subjects()).toEqual(['You get $10.00 back: we could not deliver Harbour loops'])
  const [mail] = (await w.mailbox.list()).filter(({ to }) => to === 'fan@example.com')
  expect((await w.mailbox.read(mail?.id ?? ''))?.text).toContain('it was removed from this site')
  expect(await alerts()).toContain('undeliverable')
})

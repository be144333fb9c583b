import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { takeDownContent } from '../../../../contract/moderation.ts'
import { completePayment, createPaymentIntent, downloadContent } from '../../../../contract/purchases.ts'
import { sentEmailsTo } from '../../../../tests/support/sent-emails.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import { contentItems, contentParts, files, instance, refundRequests } from '../../../db/schema/index.ts'

/** An item with a file for ten dollars; `loseFile` removes it from the store. */
async function undeliverableFixture() {
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
    loseFile: () => rm(path),
    restoreFile: () =>
      w.ports.fileStore.put(file?.key ?? '', Readable.from([Buffer.from('the very bytes')]), {
        maxBytes: 1_000,
      }),
    subjects: async (to = 'fan@example.com') => (await sentEmailsTo(w, to)).map(({ subject }) => subject),
    alerts: w.probe.openAlerts,
    /** Three sweeps, long enough apart for a missing file to count as lost. */
    async sweeps() {
      for (let round = 0; round < 3; round++) {
        await w.runPeriodicTasks()
        w.clock.advance(30_000)
      }
    },
  }
}

test('a purchase whose file is lost is refunded fully within two minutes, with an email that says why', async () => {
  const { w, item, fan, account, loseFile, sweeps, subjects, alerts } = await undeliverableFixture()
  await loseFile()
  const bought = await fan.purchase(item.id)
  const refused = await fan.call(downloadContent, { params: { id: item.id } })

  await sweeps()

  expect(refused.status).toBe(503)
  expect(await w.probe.purchases()).toMatchObject([
    { orderNumber: bought.purchaseId, refundedAmount: 1000, platformFeeRefundedAmount: 200 },
  ])
  expect([
    await w.probe.balance('cash_clearing'),
    await w.probe.balance(account),
    await w.probe.sum(),
  ]).toEqual([0, 0, 0])
  expect((await fan.call(downloadContent, { params: { id: item.id } })).body).toMatchObject({
    code: 'purchase_refunded',
  })
  expect(await subjects()).toContain('Refunded $10.00: we couldn’t deliver Harbour loops')
  expect((await subjects()).filter((subject) => subject.startsWith('We’ve refunded'))).toEqual([])
  expect(await subjects('mara@example.com')).toContain('The file for Harbour loops is missing')
  expect(await alerts()).toEqual(['file-missing', 'undeliverable'])
})

test('the sweep checks each sale’s file once, without any download', async () => {
  const { w, item, fan, loseFile, sweeps } = await undeliverableFixture()
  await fan.purchase(item.id)
  await loseFile()

  await sweeps()
  await sweeps()

  expect(await w.probe.purchases()).toMatchObject([{ refundedAmount: 1000 }])
  expect(await w.db.select().from(refundRequests)).toMatchObject([
    { requestedBy: 'system', state: 'refunded' },
  ])
  expect((await w.sandbox.getPayment((await w.probe.payments())[0]?.id ?? '')).refunds).toHaveLength(1)
})

test('a buyer who had the file keeps it, and only one who never had it is refunded', async () => {
  const { w, item, fan, loseFile, sweeps } = await undeliverableFixture()
  await fan.purchase(item.id)
  await fan.call(downloadContent, { params: { id: item.id } })
  const late = w.visitor()
  const latePurchase = await late.purchase(item.id, { email: 'late@example.com' })
  await loseFile()
  await late.call(downloadContent, { params: { id: item.id } })

  await sweeps()

  const refunded = (await w.probe.purchases()).filter(({ refundedAmount }) => refundedAmount > 0)
  expect(refunded).toMatchObject([{ orderNumber: latePurchase.purchaseId, refundedAmount: 1000 }])
})

test('a file that is back before it counts as lost causes no refund', async () => {
  const { w, item, fan, loseFile, restoreFile, alerts } = await undeliverableFixture()
  await loseFile()
  await fan.purchase(item.id)
  await w.runPeriodicTasks()

  await restoreFile()
  w.clock.advance(60_000)
  await w.runPeriodicTasks()

  expect(await w.probe.purchases()).toMatchObject([{ refundedAmount: 0 }])
  expect((await fan.call(downloadContent, { params: { id: item.id } })).status).toBe(200)
  expect(await alerts()).toEqual([])
})

test('files of an unavailable store are not lost: no refund, and one alert', async () => {
  const { w, item, fan, sweeps, alerts } = await undeliverableFixture()
  await fan.purchase(item.id)
  await w.db.update(instance).set({ storeSentinelWrittenAt: w.clock.now() })
  await rm(join(w.dataDir, 'files'), { recursive: true })

  await sweeps()

  expect(await w.probe.purchases()).toMatchObject([{ refundedAmount: 0 }])
  expect(await alerts()).toEqual(['store-unavailable'])
})

test('an unresponsive store is retried, and nothing is refunded', async () => {
  const { w, item, fan, sweeps } = await undeliverableFixture()
  await fan.purchase(item.id)
  const { open } = w.ports.fileStore
  w.ports.fileStore.open = () => Promise.reject(new Error('the store is down'))
  await sweeps()
  w.ports.fileStore.open = open

  await w.runPeriodicTasks()

  expect(await w.probe.purchases()).toMatchObject([{ refundedAmount: 0, deliveryVerifiedAt: w.clock.now() }])
})

test('an item whose file is lost is not sold until the file is back', async () => {
  const { w, item, fan, loseFile, restoreFile, sweeps } = await undeliverableFixture()
  await fan.purchase(item.id)
  await loseFile()
  await sweeps()
  const order = { body: { contentId: item.id, buyerEmail: 'fan@example.com' } }
  const refused = await w.visitor().call(createPaymentIntent, order)

  await restoreFile()
  await w.runPeriodicTasks()

  expect(refused.status).toBe(503)
  expect(refused.body).toMatchObject({
    message: 'This item’s file is missing right now, so it can’t be bought. You weren’t charged.',
  })
  expect((await w.visitor().call(createPaymentIntent, order)).status).toBe(200)
})

test('a payment after the item and its file were removed is settled and refunded at once, without an access email', async () => {
  const { w, item, fan, account, loseFile, subjects } = await undeliverableFixture()
  const { paymentIntentId } = await fan.pays(item.id)
  await loseFile()
  await w.db.update(contentItems).set({ deletedAt: w.clock.now() }).where(eq(contentItems.id, item.id))
  await w.db.update(contentParts).set({ fileId: null }).where(eq(contentParts.contentId, item.id))

  await fan.call(completePayment, { params: { paymentIntentId } })
  await w.runPeriodicTasks()

  expect(await w.probe.purchases()).toMatchObject([{ refundedAmount: 1000 }])
  expect(await w.probe.balance(account)).toBe(0)
  expect(await subjects()).toEqual(['Refunded $10.00: we couldn’t deliver Harbour loops'])
})

test('a payment in progress for a removed item is refunded with its own message', async () => {
  const { w, item, fan, subjects, alerts } = await undeliverableFixture()
  const { paymentIntentId } = await fan.pays(item.id)
  const admin = await w.creator('admin@example.com')
  await admin.call(takeDownContent, {
    params: { id: item.id },
    body: { reason: 'It is not theirs to sell', revokeBuyerAccess: true },
  })

  const settled = await fan.call(completePayment, { params: { paymentIntentId } })
  await w.runPeriodicTasks()

  expect(settled.body.state).toBe('paid')
  expect(await w.probe.purchases()).toMatchObject([{ refundedAmount: 1000 }])
  expect(await w.probe.sum()).toBe(0)
  expect(await subjects()).toEqual(['Refunded $10.00: we couldn’t deliver Harbour loops'])
  const [mail] = (await w.mailbox.list()).filter(({ to }) => to === 'fan@example.com')
  expect((await w.mailbox.read(mail?.id ?? ''))?.text).toContain('it was removed from this site')
  expect(await alerts()).toContain('undeliverable')
})

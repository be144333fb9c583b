import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { downloadContent, verifyPurchase } from '../../../../contract/purchases.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import { createDiskFileStore } from '../../../adapters/disk/file-store.ts'

/** An instance whose proxy sends files, and a bought file. */
async function purchaseFixture() {
  const folder = await mkdtemp(join(tmpdir(), 'tipdrop-accelerated-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const files = createDiskFileStore(folder, { accelRedirectPath: '/_files/' })
  const w = await createTestApp({ files })
  const item = await (await w.creator()).publishFile({}, Buffer.from('0123456789'))
  const fan = w.visitor()
  const { paymentIntentId } = await fan.purchase(item.id)
  const { body } = await fan.call(verifyPurchase, {
    query: { payment_intent: paymentIntentId, content_id: item.id },
  })
  return { w, fan, folder, item, paymentIntentId, fileUrl: String(body.content.fileUrl) }
}

test('a download names the file for the proxy until the purchase is refunded', async () => {
  const { w, folder, paymentIntentId, fileUrl } = await purchaseFixture()

  const download = await w.visitor().send('GET', fileUrl, { headers: { range: 'bytes=2-3' } })
  const path = String(download.headers['x-accel-redirect'])
  await w.sandbox.refund({ paymentId: paymentIntentId, amount: 1_000, reason: 'requested' }, 'refund')
  await w.runPeriodicTasks()
  await w.deliverWebhooks()
  const afterRefund = await w.visitor().send('GET', fileUrl)

  expect(download.statusCode).toBe(200)
  expect(download.payload).toBe('')
  expect(path).toMatch(/^\/_files\/[a-z0-9/-]+$/)
  expect(await readFile(join(folder, path.replace('/_files/', '')), 'utf8')).toBe('0123456789')
  expect(download.headers['content-disposition']).toMatch(/^attachment;/)
  expect(download.headers['cache-control']).toBe('private, no-store')
  expect(afterRefund.statusCode).toBe(403)
  expect(afterRefund.headers).not.toHaveProperty('x-accel-redirect')
})

test('other requests are answered by the server itself', async () => {
  const { w, fan, item, fileUrl } = await purchaseFixture()

  const head = await w.visitor().send('HEAD', fileUrl)
  const specified = await fan.call(downloadContent, { params: { id: item.id } })

  expect(head.headers['content-length']).toBe('10')
  expect(head.headers).not.toHaveProperty('x-accel-redirect')
  expect(specified.headers).not.toHaveProperty('x-accel-redirect')
})

test('a missing file is reported and not left to the proxy', async () => {
  const { w, folder, fileUrl } = await purchaseFixture()
  const path = String((await w.visitor().send('GET', fileUrl)).headers['x-accel-redirect'])
  await rm(join(folder, path.replace('/_files/', '')))

  const response = await w.visitor().send('GET', fileUrl)

  expect(response.statusCode).toBe(503)
  expect(response.headers).not.toHaveProperty('x-accel-redirect')
})
